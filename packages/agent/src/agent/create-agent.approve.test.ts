// `approve` as a function: it decides for each call, may take its time, and never approves by accident.
import { setImmediate as nextTick } from "node:timers/promises"
import { afterEach, describe, expect, it, vi } from "vitest"
import { call, scripted } from "../model/scripted.ts"
import { memory } from "../store/memory.ts"
import type { ApproveCall, CallToApprove } from "../tools/prepare.ts"
import { tool } from "../tools/tool.ts"
import { createAgent } from "./create-agent.ts"
import type { AgentOptions } from "./options.ts"

const closing: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const each of closing.splice(0)) await each.close()
})

const paid: unknown[] = []
const pay = tool({
  name: "pay",
  description: "Pays.",
  input: { type: "object", properties: { amount: { type: "integer" } }, required: ["amount"] },
  effect: "once",
  run: ({ amount }, { session }) => {
    paid.push([session, amount])
    return `Paid ${amount}.`
  },
})
afterEach(() => void paid.splice(0))

const pays = scripted(({ results }) => results.at(-1)?.text ?? { calls: [call("pay", { amount: 5 })] })

async function agentWith(approve: ApproveCall | undefined, options: Partial<AgentOptions> = {}) {
  const agent = await createAgent({ model: pays, tools: [pay], ...(approve && { approve }), ...options })
  closing.push(agent)
  return agent
}

it.each<[string, ApproveCall, string, number]>([
  ["auto", () => "auto", "Paid 5.", 1],
  ["auto, later", async () => nextTick("auto"), "Paid 5.", 1],
  ["deny", () => "deny", '"pay" is not allowed here. Do without, or say that you could not do it.', 0],
  [
    "deny, later",
    async () => nextTick("deny"),
    '"pay" is not allowed here. Do without, or say that you could not do it.',
    0,
  ],
])("a function that says %s decides, and no person is asked", async (_, approve, text, times) => {
  const session = await (await agentWith(approve)).open()
  expect((await session.ask("Go.")).text).toBe(text)
  expect(paid).toHaveLength(times)
  expect((await session.facts()).map(({ type }) => type)).not.toContain("approval-requested")
})

it("gets the call with its preview, for whom it is made, and a signal", async () => {
  const calls: CallToApprove[] = []
  const agent = await agentWith((each) => {
    calls.push(each)
    return "auto"
  })
  const session = await agent.open({ id: "s", owner: "o", context: { user: "ada" } })
  await session.ask("Go.")
  const { signal, call: id, ...rest } = calls[0] ?? ({} as CallToApprove)
  expect(rest).toEqual({
    session: "s",
    owner: "o",
    turn: 1,
    context: { user: "ada" },
    name: "pay",
    arguments: { amount: 5 },
    effect: "once",
    risk: "changes",
    preview: 'pay({"amount":5})',
  })
  expect([typeof id, signal.aborted, calls.length]).toEqual(["string", false, 1])
})

const broken: readonly (readonly [string, () => unknown, string])[] = [
  ["throws", () => thrown("The rules are down."), "The rules are down."],
  ["rejects", async () => thrown("The rules are down."), "The rules are down."],
  ["returns nothing", () => undefined, 'must return "auto", "deny" or "ask", and returned undefined for "pay"'],
  ["returns true", async () => true, 'must return "auto", "deny" or "ask", and returned true for "pay"'],
]
it.each(broken)(
  "a function that %s approves nothing: the person is asked, and onError is told",
  async (_, approve, why) => {
    const errors: unknown[] = []
    const agent = await agentWith(approve as ApproveCall, { onError: (...told) => errors.push(told) })
    const session = await agent.open({ id: "s" })
    const turn = session.ask("Go.")
    await vi.waitFor(async () => expect((await session.info()).openRequests).toHaveLength(1))
    expect(paid).toEqual([])
    expect(errors).toEqual([["s", expect.objectContaining({ message: expect.stringContaining(why) })]])
    for (const request of (await session.info()).openRequests) await session.decide(request, "approve")
    expect((await turn).text).toBe("Paid 5.")
    expect(errors, "A call that a person has decided is not asked about again.").toHaveLength(1)
  },
)

function thrown(message: string): never {
  throw new Error(message)
}

it.each([
  ["throws", () => thrown("No rules.")],
  ["rejects", async () => thrown("No rules.")],
])("the `approval` of a tool that %s approves nothing either", async (_, approval) => {
  const errors: unknown[] = []
  const tools = [{ ...pay, approval }]
  const agent = await agentWith(undefined, { tools, approve: "deny", onError: (...told) => errors.push(told) })
  const session = await agent.open({ id: "s" })
  expect((await session.ask("Go.")).text).toContain("has to be allowed")
  expect([paid, errors]).toEqual([[], [["s", new Error("No rules.")]]])
})

it.each<[string, unknown]>([
  ["a function that returns nothing", () => undefined],
  ["a function that returns 0", () => 0],
  ["a promise of nothing", async () => undefined],
  ["a promise of null", async () => null],
  ["null of a function", () => null],
])("the `approval` of a tool that is %s approves nothing either, and onError is told", async (_, approval) => {
  const errors: unknown[] = []
  const tools = [{ ...pay, approval } as typeof pay]
  const agent = await agentWith(undefined, { tools, approve: "deny", onError: (...told) => errors.push(told) })
  expect((await (await agent.open({ id: "s" })).ask("Go.")).text).toContain("has to be allowed")
  const why = expect.stringContaining('The approval of tool "pay" must be true or false')
  expect([paid, errors]).toEqual([[], [["s", expect.objectContaining({ code: "config-invalid", message: why })]]])
})

it.each([0, ""])("the `approval` %j of a tool approves nothing", async (approval) => {
  const tools = [{ ...pay, approval } as unknown as typeof pay]
  const session = await (await agentWith(undefined, { tools, approve: "deny" })).open()
  expect((await session.ask("Go.")).text).toContain("has to be allowed")
  expect(paid).toEqual([])
})

it.each<[string, Partial<AgentOptions>]>([
  ["the function that approves", { approve: (asked) => rewriting(asked.arguments, "auto") }],
  ["a tool that names what it touches", { approve: "auto", tools: [touching("touches")] }],
  ["a tool that names what it changes", { approve: "auto", tools: [touching("changes")], workspace: "." }],
])("what the model asked for is what runs and is stored, although %s writes to it", async (_, options) => {
  const session = await (await agentWith(undefined, options)).open({ id: "s" })
  expect((await session.ask("Go.")).text).toBe("Paid 5.")
  const calls = (await session.facts()).flatMap((fact) => (fact.type === "model-answered" ? fact.calls : []))
  expect(calls.map((each) => each.arguments)).toEqual([{ amount: 5 }])
})

function touching(name: "touches" | "changes") {
  return { ...pay, [name]: (given: object) => rewriting(given, []) }
}

function rewriting<Value>(given: object, returned: Value): Value {
  Object.assign(given, { amount: 99 })
  return returned
}

it("is not asked about a call that is refused anyway", async () => {
  const approve = vi.fn<ApproveCall>(() => "auto")
  const session = await (await agentWith(approve)).open()
  await session.ask("Go.", { tools: [] })
  expect([approve.mock.calls, paid]).toEqual([[], []])
})

it("a denial holds whatever was granted, and a grant spares the person, not the function", async () => {
  const grants = [{ tool: "pay", scope: "always" }] as const
  const denied = await (await agentWith(() => "deny", { grants })).open()
  expect((await denied.ask("Go.")).text).toContain("is not allowed here")
  const granted = await (await agentWith(() => "ask", { grants })).open()
  expect((await granted.ask("Go.")).text).toBe("Paid 5.")
})

describe("a function that takes long", () => {
  /** Decides about the sessions one by one, when the test says so. */
  function slowly() {
    const asked = new Map<string, (policy: "auto") => void>()
    const approve: ApproveCall = ({ session }) => new Promise((resolve) => asked.set(session, resolve))
    return { asked, approve }
  }

  it("holds up no other session", async () => {
    const { asked, approve } = slowly()
    const agent = await agentWith(approve, { concurrency: 2 })
    const [one, two] = [await agent.open({ id: "one" }), await agent.open({ id: "two" })]
    const turns = [one.ask("Go."), two.ask("Go.")] as const
    await vi.waitFor(() => expect(asked.size).toBe(2))
    asked.get("two")?.("auto")
    expect((await turns[1]).text).toBe("Paid 5.")
    expect(paid).toEqual([["two", 5]])
    asked.get("one")?.("auto")
    expect((await turns[0]).text).toBe("Paid 5.")
  })

  it("is not waited for once the turn is cancelled, and its late word runs nothing", async () => {
    const { asked, approve } = slowly()
    const session = await (await agentWith(approve)).open({ id: "s" })
    const turn = session.ask("Go.")
    await vi.waitFor(() => expect(asked.size).toBe(1))
    await session.cancel()
    expect((await turn).outcome).toBe("cancelled")
    asked.get("s")?.("auto")
    await nextTick()
    expect(paid).toEqual([])
  })

  it.each<[string, (later: () => Promise<"auto">) => Partial<AgentOptions>]>([
    ["function of the agent", (later) => ({ approve: later })],
    ["function of the tool", (later) => ({ tools: [{ ...pay, approval: async () => (await later()) !== "auto" }] })],
  ])("begins nothing when it allows a call right after the cancel: a %s", async (_, asking) => {
    const { asked, approve } = slowly()
    const later = () => Promise.resolve(approve({ session: "s" } as CallToApprove)) as Promise<"auto">
    const session = await (await agentWith(undefined, asking(later))).open({ id: "s" })
    const turn = session.ask("Go.")
    await vi.waitFor(() => expect(asked.size).toBe(1))
    await session.cancel()
    asked.get("s")?.("auto")
    expect((await turn).outcome).toBe("cancelled")
    const facts = await session.facts()
    expect(facts.map(({ type }) => type)).not.toContain("tool-started")
    expect(facts.findLast(({ type }) => type === "tool-finished")).toMatchObject({ outcome: "skipped" })
    expect(paid).toEqual([])
  })

  it("is asked again by the process that goes on", async () => {
    const store = memory()
    const { asked, approve } = slowly()
    const agent = await agentWith(approve, { store })
    const session = await agent.open({ id: "s" })
    session.ask("Go.", { id: "go" }).catch(() => {}) // The agent is closed first.
    await vi.waitFor(() => expect(asked.size).toBe(1))
    await agent.close()
    expect((await store.log.read("s", 0)).map(({ type }) => type)).not.toContain("tool-started")
    const later = await (await agentWith(() => "auto", { store })).open({ id: "s" })
    expect((await later.ask("Go.", { id: "go" })).text).toBe("Paid 5.")
    expect(paid).toEqual([["s", 5]])
  })
})
