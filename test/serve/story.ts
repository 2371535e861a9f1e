// A turn with thinking, text, an approval, a running tool and a closing text: for streams that are cut.
import { setTimeout } from "node:timers/promises"
import { createAgent, type Store, tool } from "@pawl/agent"
import { call, scripted } from "@pawl/agent/testing"
import { createServer, type PawlServer } from "@pawl/server"

export const CLOSING = Array.from({ length: 20 }, (_each, at) => `Wört ${at} of the answer, "quoted" 🙂.\n\n`).join("")

/** `chunkMs`: the time before each piece of text. */
export async function storyServer(store: Store, chunkMs: number): Promise<PawlServer> {
  const model = scripted(
    ({ results }) =>
      results.length === 0
        ? { thinking: "I have to\nlook.", text: "I write it down.", calls: [call("note", { text: "hello" })] }
        : CLOSING,
    { chunkMs, clock: { sleep: (ms, signal) => setTimeout(ms, undefined, { signal }) } },
  )
  const note = tool({
    name: "note",
    description: "Writes a note.",
    input: { type: "object", properties: { text: { type: "string" } } },
    effect: "idempotent",
    approval: true,
    run: async (_input, { output }) => {
      output("first line\n")
      output("second line\n")
      return "written"
    },
  })
  const agent = await createAgent({ model, tools: [note], store })
  return createServer({ store, workspaces: [{ name: "main", agent, profiles: ["default"], models: ["scripted"] }] })
}
