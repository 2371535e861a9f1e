// Which gates are asked about a call: those that may have something to say about it, and no others.
import { expect, it } from "vitest"
import { UNKNOWN_SIZE } from "../context/fitting.ts"
import { budgeted } from "../features/compaction/ways.ts"
import { concerns, type GatedCall } from "../kernel/call-gate.ts"
import type { PerformContext } from "../kernel/performer.ts"
import { openCall } from "../kernel/state/calls.ts"
import { foldFacts } from "../kernel/state/fold.ts"
import type { CallState, Turn } from "../kernel/state/state.ts"
import { aCall, answered, asked, opened, said, stamp } from "../testing/fact-builders.ts"
import { FakeClock } from "../testing/fake-clock.ts"
import { tool } from "../tools/tool.ts"
import { fixedTools, toolbox } from "../tools/toolbox.ts"
import { callGates } from "./call-gates.ts"

const clock = new FakeClock()
const write = tool({ name: "write", description: "", input: {}, effect: "once", run: () => "", changes: () => ["a"] })
const state = foldFacts(stamp([opened(), said("go"), asked(), answered({ calls: [aCall("a", "write")] })]))
const call = openCall(state.turn, "a") as CallState
const prepared = {
  kind: "prepared",
  name: "write",
  arguments: { of: "[redacted]" },
  repairs: [],
  effect: "once",
} as const
const plain: GatedCall = { state: call, call: call.call, prepared }
const ports: PerformContext = {
  session: "s1",
  state,
  signal: new AbortController().signal,
  emit: () => {},
  fence: async () => {},
  drainInbox: async () => {},
  next: () => new Promise(() => {}),
  clock,
  models: [],
  blobs: { read: async () => undefined },
  fitting: UNKNOWN_SIZE,
  policy: budgeted,
  toolbox: toolbox([fixedTools([write])], { clock, approve: "auto" }),
  buildRequest: () => Promise.reject(new Error("not here")),
}

const askedAbout = (gated: GatedCall, given = ports) => callGates.filter((gate) => concerns(gate, gated, given)).length

it("asks one gate about a plain call", () => {
  expect(askedAbout(plain)).toBe(1)
})

it("leaves out only gates that would let the call through", async () => {
  for (const gate of callGates) expect(await gate.pass(plain, ports)).toBeUndefined()
})

it.each<[string, GatedCall, PerformContext?]>([
  ["that ends the turn", { ...plain, prepared: { ...prepared, ends: { text: "done" } } }],
  ["that asks a question", { ...plain, prepared: { ...prepared, question: { question: "?", suggestions: [] } } }],
  ["that needs an approval", { ...plain, prepared: { ...prepared, approval: { preview: "", risk: "changes" } } }],
  ["approved for files as they were", { ...plain, state: { ...call, base: { a: null } } }],
  ["whose files were kept before", { ...plain, state: { ...call, before: { a: null } } }],
  ["in a turn with tools of its own", plain, { ...ports, state: inTurn({ tools: ["read"] }) }],
  ["in a turn that must not call", plain, { ...ports, state: inTurn({ toolChoice: "none" }) }],
  ["in a turn with an approval mode", plain, { ...ports, state: inTurn({ approval: "plan" }) }],
  ["of an agent that permits", plain, { ...ports, permits: async () => false }],
])("asks one more about a call %s", (_, gated, given) => {
  expect(askedAbout(gated, given)).toBe(2)
})

it("asks two more about a call that changes files", () => {
  expect(askedAbout({ ...plain, prepared: { ...prepared, changes: true } })).toBe(3)
})

function inTurn(changes: Partial<Turn>) {
  return { ...state, turn: { ...(state.turn as Turn), ...changes } }
}
