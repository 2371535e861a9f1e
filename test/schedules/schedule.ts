// Schedules: what the model says, what people do, when processes die. Drawn by fast-check, replayed by the world.
import fc from "fast-check"

export interface Schedule {
  readonly model: readonly ModelMove[]
  readonly actions: readonly Action[]
}

export type ModelMove =
  | { readonly kind: "text" | "empty"; readonly ms: number }
  | { readonly kind: "calls"; readonly ms: number; readonly calls: readonly MovedCall[] }
  | { readonly kind: "failure"; readonly ms: number; readonly class: "rate-limit" | "network" | "auth" }

export interface MovedCall {
  readonly name: string
  readonly ms: number
  readonly path: string
}

export type Action = { readonly afterMs: number } & (
  | { readonly kind: "say"; readonly whenBusy: "queue" | "steer" | "refuse" }
  | { readonly kind: "approve" | "deny" | "answer" | "edit"; readonly which: number }
  | { readonly kind: "cancel" | "crash" | "freeze" | "thaw" | "twice" | "restart" }
)

const ms = fc.constantFrom(0, 1, 10, 40, 100)

const moved: fc.Arbitrary<MovedCall> = fc.record({
  name: fc.constantFrom(
    "look",
    "look",
    "silent",
    "failing",
    "set",
    "send",
    "send",
    "stubborn",
    "pay",
    "ask",
    "nothing",
  ),
  ms: fc.constantFrom(0, 1, 10, 100, 5000),
  path: fc.constantFrom("a", "b", "c"),
})

const modelMove: fc.Arbitrary<ModelMove> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("text" as const), ms }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("calls" as const),
      ms,
      calls: fc.array(moved, { minLength: 1, maxLength: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("empty" as const), ms }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("failure" as const),
      ms,
      class: fc.constantFrom("rate-limit" as const, "network" as const, "auth" as const),
    }),
  },
)

const afterMs = fc.constantFrom(0, 0, 1, 5, 20, 60, 200, 2000, 15_000)

const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("say" as const),
      afterMs,
      whenBusy: fc.constantFrom("queue" as const, "steer" as const, "refuse" as const),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        "approve" as const,
        "approve" as const,
        "deny" as const,
        "edit" as const,
        "answer" as const,
      ),
      afterMs,
      which: fc.nat(3),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("cancel" as const), afterMs }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        "crash" as const,
        "crash" as const,
        "freeze" as const,
        "thaw" as const,
        "twice" as const,
        "restart" as const,
      ),
      afterMs,
    }),
  },
)

export const schedules: fc.Arbitrary<Schedule> = fc.record({
  model: fc.array(modelMove, { minLength: 1, maxLength: 6 }),
  actions: fc.array(action, { minLength: 1, maxLength: 10 }),
})
