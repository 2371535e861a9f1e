// The audit of a session: what ran, with which arguments, how it ended, and whether a person approved it.
import { describe, expect, it } from "vitest"
import { createAgent } from "../agent/create-agent.ts"
import type { AgentOptions } from "../agent/options.ts"
import { call, scripted } from "../model/scripted.ts"
import { settleAs } from "../session/__fixtures__/settle-as.ts"
import type { Decision, Session } from "../session/handle.ts"
import * as fact from "../testing/fact-builders.ts"
import { FakeClock } from "../testing/fake-clock.ts"
import { tool } from "../tools/tool.ts"
import { auditOf } from "./audit.ts"

const clock = new FakeClock()
const input = { type: "object", properties: { amount: { type: "number" } } } as const

const pay = tool({
  name: "pay",
  description: "",
  input,
  effect: "once",
  run: async ({ amount }) => {
    await clock.sleep(40)
    return `paid ${amount}`
  },
})
const look = tool({ name: "look", description: "", input, effect: "read", run: () => "seen" })

const payThenReport = scripted(({ results }) =>
  results.length === 0 ? { calls: [call("pay", { amount: "5" }), call("look")] } : (results[0]?.text ?? ""),
)

async function audited(decision: Decision | undefined, options: Partial<AgentOptions> = {}) {
  await using agent = await createAgent({ model: payThenReport, tools: [pay, look], clock, ...options })
  const session = await agent.open()
  const text = await clock.run(answered(session, decision))
  return { text, rows: auditOf(await session.facts()) }
}

async function answered(session: Session, decision: Decision | undefined): Promise<string> {
  const turn = session.send("pay")
  for await (const event of turn) {
    if (event.type === "approval-requested" && decision !== undefined) await settleAs(session, event.call, decision)
    if (event.type === "turn-end") return event.text
  }
  return ""
}

describe("L24: the audit", () => {
  it("has a row for every execution, with arguments, status, approval and duration", async () => {
    const { rows } = await audited({ decision: "approved", by: "ann" })
    const common = { turn: 1, starts: 1, at: expect.any(Number), call: expect.any(String) }
    expect(rows).toEqual([
      {
        ...common,
        tool: "pay",
        arguments: { amount: 5 },
        repairs: ['"amount" was the text "5", taken as a number'],
        status: "ok",
        confirmed: true,
        by: "ann",
        ms: 40,
      },
      { ...common, tool: "look", arguments: {}, repairs: [], status: "ok", confirmed: false, ms: 0 },
    ])
  })

  it("shows the arguments as the approver edited them", async () => {
    const { rows } = await audited({ decision: "approved", arguments: { amount: 1 } })
    expect(rows[0]).toMatchObject({ arguments: { amount: 1 }, repairs: [], status: "ok", confirmed: true })
  })

  it("names the grant because of which no person was asked", async () => {
    const granted = { tool: "pay", scope: "always" } as const
    const { rows } = await audited(undefined, { grants: [granted] })
    expect(rows[0]).toMatchObject({ status: "ok", confirmed: true, granted })
  })

  it("marks a call that ran without approval as not confirmed", async () => {
    const { rows } = await audited(undefined, { approve: "auto" })
    expect(rows[0]).toMatchObject({ status: "ok", confirmed: false })
  })
})

describe("the audit of a call that did not run", () => {
  it("L22: shows a rejection as rejected_by_user, while the model gets it as a result", async () => {
    const { text, rows } = await audited({ decision: "denied", reason: "too much", by: "ann" })
    expect(text).toBe('The user did not allow "pay". Reason: too much')
    expect(rows[0]).toMatchObject({
      status: "rejected_by_user",
      arguments: { amount: 5 },
      confirmed: false,
      by: "ann",
      reason: "too much",
      starts: 0,
      ms: 0,
    })
  })

  it.each([
    ["approval_timeout", { approvals: { timeoutMs: 1000 } }],
    ["denied", { approve: "deny" }],
  ] as const)("has the status %s when no person decided", async (status, options) => {
    const { rows } = await audited(undefined, options)
    expect(rows[0]).toMatchObject({ tool: "pay", status, confirmed: false, starts: 0 })
  })

  it("shows the tool's name and the name that the model wrote", async () => {
    const model = scripted(({ results }) => (results.length === 0 ? { calls: [call("Pay"), call("missing")] } : "done"))
    const { rows } = await audited({ decision: "denied" }, { model })
    expect(rows).toMatchObject([
      { tool: "pay", asked: "Pay", status: "rejected_by_user" },
      { tool: "missing", status: "error", code: "tool-not-found", starts: 0 },
    ])
  })
})

describe("the audit after a crash", () => {
  it("counts how often a call was started, and shows unfinished calls as open", () => {
    const calls = [fact.aCall("a", "pay"), fact.aCall("b", "pay")]
    const facts = [
      fact.said("go"),
      fact.asked(),
      fact.answered({ calls }),
      fact.toolStarted("a"),
      fact.toolStarted("a"),
    ]
    const rows = auditOf(fact.stamp([...facts, fact.toolFinished("a", "unknown"), fact.toolFinished("a", "ok")]))
    expect(rows).toMatchObject([
      { call: "a", status: "unknown", starts: 2 },
      { call: "b", status: "open", starts: 0 },
    ])
  })
})
