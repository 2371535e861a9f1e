// A process died while one of its tools waited for an answer. The next process finds the question in the log, but no
// tool that waits for it.
import { describe, expect, it } from "vitest"
import { UNKNOWN_SIZE } from "../context/fitting.ts"
import type { Fact } from "../contracts/fact.ts"
import { budgeted } from "../features/compaction/ways.ts"
import { aCall, answered, asked, opened, questionAsked, said, stamp, toolStarted } from "../testing/fact-builders.ts"
import { FakeClock } from "../testing/fake-clock.ts"
import { type Tool, tool } from "../tools/tool.ts"
import { fixedTools, toolbox } from "../tools/toolbox.ts"
import { perform } from "./perform.ts"
import { promote } from "./promote.ts"
import { runTools } from "./rules/run-tools.ts"
import { Run } from "./run.ts"
import { columnsOf } from "./state/columns.ts"
import { foldFacts } from "./state/fold.ts"
import { rest } from "./steps/rest.ts"

const died = stamp([
  opened(),
  said("go"),
  asked(),
  answered({ calls: [aCall("a", "tool")] }),
  toolStarted("a"),
  questionAsked("a"),
])

async function goOn(definition: Partial<Tool> = {}) {
  const clock = new FakeClock()
  const facts: Fact[] = []
  const tools = toolbox(
    [
      fixedTools([
        tool({ name: "tool", description: "", input: {}, effect: "once", run: () => "done", ...definition }),
      ]),
    ],
    {
      clock,
      approve: "auto",
    },
  )
  const run = new Run(foldFacts(died), {
    rules: [runTools({ parallel: true }), () => rest],
    clock,
    parkMs: 1000,
    promote: (state, command) => promote(state, command, { ids: { next: () => "id" }, touches: () => [] }),
    perform: (step, how) =>
      perform(step, {
        ...how,
        session: "s1",
        clock,
        toolbox: tools,
        emit: () => {},
        fence: async () => {},
        drainInbox: async () => {},
        models: [],
        blobs: { read: async () => undefined },
        fitting: UNKNOWN_SIZE,
        policy: budgeted,
        buildRequest: () => Promise.reject(new Error("not here")),
      }),
    commit: async (batch) => void facts.push(...batch.facts),
  })
  expect(columnsOf(run.state).openRequests).toHaveLength(1)
  run.receive([{ place: 1, command: { kind: "answer", id: "late", call: "a", answer: "this one" } }])
  await clock.run(run.run())
  return { facts, open: columnsOf(run.state).openRequests }
}

describe("a question whose tool's process died", () => {
  it("is void: the call's outcome is unknown, and an answer to the question becomes no fact", async () => {
    const { facts, open } = await goOn()
    expect(facts).toMatchObject([{ type: "tool-finished", call: "a", outcome: "unknown" }])
    expect(open).toEqual([])
  })
})
