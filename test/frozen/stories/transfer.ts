// Results that are too large for a fact, attachments, a search
// over sessions, and a session that is exported and imported.
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { memory } from "@pawl/agent"
import { exportSession, importSession } from "@pawl/agent/sessions"
import { call } from "@pawl/agent/testing"
import type { Story } from "../stage.ts"
import { PIXEL } from "./pixel.ts"
import { act } from "./tools.ts"

export const transfer: Story = {
  name: "transfer",
  async play(stage) {
    writeFileSync(join(stage.folder, "list.csv"), "name,price\npear,2\nplum,3\n")
    const model = stage.model(
      "first",
      [
        { calls: [call("read", { path: "big" })] },
        { calls: [call("read_result", { call: "call_1_1_1_0", offset: 70_000, length: 500 })] },
        "It is a long list of marmalades.",
        "A picture and a list.",
        { calls: [call("draw", { path: "dot" })] },
        "I drew a dot.",
      ],
      { takes: ["image"] },
    )
    const line = (number: number) => `${number} marmalade\n`
    const tools = [
      act(stage, "read", "read", { run: () => Array.from({ length: 6000 }, (_, index) => line(index)).join("") }),
      act(stage, "draw", "read", { run: () => [{ type: "bytes", mime: "image/png", bytes: PIXEL }] }),
    ]
    const { workspace } = stage
    await stage.with(
      { model, tools, workspace, onlyTools: ["read", "draw", "read_result"], resultLimits: { read: 400 } },
      async (agent) => {
        const session = await agent.open({ id: "transfer", title: "Marmalade" })
        await stage.turn(session, "Read the big list.")
        await stage.turn(session, [
          { type: "text", text: "What is this?" },
          { type: "bytes", mime: "image/png", bytes: PIXEL, name: "dot.png" },
          { type: "file", path: join(stage.folder, "list.csv") },
        ])
        await stage.turn(session, "Draw a dot.")
        const lines = await linesOf(agent.sessions.export("transfer"))
        stage.results.exported = lines.map((each) => each.slice(0, 300))
        const found = await agent.sessions.search("marmalade")
        stage.results.found = found
        const other = memory()
        stage.results.imported = await importSession(other, lines, { clock: stage.clock })
        stage.results.broken = await importSession(memory(), lines.slice(1), { clock: stage.clock }).catch(
          (error: unknown) => error,
        )
        stage.results.again = (await linesOf(exportSession(other, "transfer"))).map((each) => each.slice(0, 300))
      },
    )
  },
}

async function linesOf(lines: AsyncIterable<string>): Promise<readonly string[]> {
  const all: string[] = []
  for await (const line of lines) all.push(line)
  return all
}
