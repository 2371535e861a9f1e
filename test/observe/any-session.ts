// Random sessions for tests of observers: plausible facts in plausible order, with crashes in between.
import type { Fact } from "@pawl/agent"
import fc from "fast-check"

type Draft = Fact extends infer Each ? (Each extends Fact ? Omit<Each, "v" | "seq" | "at"> : never) : never

export type AskedFact = Extract<Fact, { type: "model-asked" }>

const aTool = fc.constantFrom("read", "write", "constructor")
const anOutcome = fc.constantFrom("ok", "ok", "error", "timeout", "denied", "unknown", "refused")
const ms = fc.nat(100_000)

const aCall = fc.record({
  name: aTool,
  outcome: anOutcome,
  ms,
  /** How often the call was started: not at all when it was refused, more than once after crashes. */
  starts: fc.constantFrom(0, 1, 1, 1, 2),
  isRepaired: fc.boolean(),
})

const aRound = fc.record({
  failures: fc.nat(2),
  model: fc.constantFrom("a:one", "b:two"),
  ms,
  input: fc.nat(5000),
  output: fc.nat(500),
  hasUsage: fc.boolean(),
  calls: fc.array(aCall, { maxLength: 3 }),
  isNudged: fc.boolean(),
  isTrimmed: fc.boolean(),
})

const aTurn = fc.record({
  rounds: fc.array(aRound, { maxLength: 4 }),
  outcome: fc.constantFrom("completed", "cancelled", "failed", "open"),
})

type Round = typeof aRound extends fc.Arbitrary<infer Each> ? Each : never

export const anySession: fc.Arbitrary<readonly Fact[]> = fc.array(aTurn, { maxLength: 4 }).map((turns) => {
  const drafts = turns.flatMap(({ rounds, outcome }, index): readonly Draft[] => {
    const turn = index + 1
    const started = { type: "turn-started", turn, trace: `t${turn}`, command: `c${turn}`, input: [] } as const
    const usage = { inputTokens: 0, outputTokens: 0 }
    const error = outcome === "failed" ? { error: { code: "iteration-limit", message: "" } } : {}
    const ended: readonly Draft[] =
      outcome === "open" ? [] : [{ type: "turn-finished", turn, outcome, text: "", usage, ...error }]
    return [started, ...rounds.flatMap((round, at) => factsOf(round, turn, at + 1)), ...ended]
  })
  return [{ type: "session-opened", session: "s", profile: "default" } as const, ...drafts].map(
    (draft, index) => ({ v: 1, seq: index + 1, at: 1_700_000_000_000 + index * 100, ...draft }) as Fact,
  )
})

function factsOf(round: Round, turn: number, iteration: number): readonly Draft[] {
  const { model } = round
  const ask = (attempt: string): Draft => ({
    type: "model-asked",
    attempt,
    turn,
    iteration,
    model,
    seen: 1,
    sections: {},
  })
  const error = { class: "network", code: "connection-failed", message: "gone" } as const
  const failures = Array.from({ length: round.failures }, (_, index): readonly Draft[] => {
    const attempt = `${turn}.${iteration}.${index + 1}`
    return [ask(attempt), { type: "model-failed", attempt, error, ms: 10 }]
  }).flat()
  const attempt = `${turn}.${iteration}.${round.failures + 1}`
  const usage = round.hasUsage ? { usage: { inputTokens: round.input, outputTokens: round.output } } : {}
  const answer = { attempt, text: "", reasoning: [], calls: [], problems: [], stop: "end", ms: round.ms } as const
  const contract = {}
  return [
    ...failures,
    ask(attempt),
    { type: "model-answered", ...answer, ...usage },
    ...round.calls.flatMap((call, index) => callFacts(call, `${turn}.${iteration}.${index}`)),
    ...(round.isNudged ? [{ type: "nudged", reason: "empty", evidence: "", text: "", ephemeral: true } as const] : []),
    ...(round.isTrimmed
      ? [{ type: "history-compacted", strategy: "mask", from: 0, to: -1, summary: "", contract } as const]
      : []),
  ]
}

function callFacts(call: Round["calls"][number], id: string): readonly Draft[] {
  const { name, outcome, starts } = call
  const repairs = call.isRepaired ? ["a path made whole"] : []
  const started = { type: "tool-started", call: id, asked: name, name, arguments: {}, repairs, effectKey: id } as const
  return [
    ...Array.from({ length: starts }, (_, index): Draft => {
      return { ...started, effect: "read", ...(index > 0 && { again: "safe" as const }) }
    }),
    { type: "tool-finished", call: id, name, outcome, content: [], ms: call.ms },
  ]
}
