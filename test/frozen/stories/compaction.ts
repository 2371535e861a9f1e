// A history that is condensed: on request, because a window is full, with a summary, and without one when that fails.
import { call } from "@pawl/agent/testing"
import type { Story } from "../stage.ts"
import { act } from "./tools.ts"

const LONG = (what: string, lines: number) =>
  Array.from({ length: lines }, (_, line) => `${what} ${line}: src/part-${line}.ts holds what was asked for.`).join(
    "\n",
  )

export const compaction: Story = {
  name: "compaction",
  async play(stage) {
    let summaries = 0
    let reads = 0
    const model = stage.scripted("first", (request) => {
      const { request: sent, said, results } = request
      if (sent.tools.length === 0) {
        summaries += 1
        if (summaries === 2) return { error: { class: "config", code: "config", message: "No summary today." } }
        return `Summary ${summaries}: the user wants the files of src; part-1 was read. Decision: keep part-2.`
      }
      if (results.length === 0 && said.startsWith("Read")) return { calls: [call("read", { path: `file-${++reads}` })] }
      return `That is all of it (${reads}).`
    })
    const tools = [act(stage, "read", "read", { run: ({ path }) => LONG(String(path), 45) })]
    await stage.with({ model, tools, window: 8000, profile: "terminal" }, async (agent) => {
      const session = await agent.open({ id: "compaction" })
      for (const part of ["one", "two", "three"])
        await stage.turn(session, `Read part ${part}. The password is in part-${part}.`)
      await compact("what was decided")
      for (const part of ["four", "five", "six", "seven", "eight"]) await stage.turn(session, `Read part ${part}.`)
      await compact()
      await stage.turn(session, "What did we decide?")

      async function compact(focus?: string): Promise<void> {
        const after = (await session.info()).seq
        await session.compact({ id: stage.command(), ...(focus !== undefined && { focus }) })
        for await (const event of session.events({ after })) if (event.type === "compaction-done") break
      }
    })
  },
}
