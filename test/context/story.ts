// Generates random sessions: what people say and do, what the model calls, what it gets back, where the process dies.
// Sizes are shares of the window, so that every window fills.
import fc from "fast-check"
import { bare, policies } from "./policies.ts"

export const WINDOWS = [2048, 4096, 8192, 24_000, 128_000] as const

export type Summariser = "good" | "empty" | "failing" | "long" | "lying"

export interface Story {
  readonly window: number
  /** Index into all ways, the profiles' first. */
  readonly way: number
  /** Share of the window for instructions. */
  readonly overhead: number
  readonly summariser: Summariser
  readonly turns: readonly Turn[]
  /** The commits at which the process dies. */
  readonly deaths: readonly number[]
}

export interface Turn {
  readonly says: Words
  readonly moves: readonly Move[]
}

export interface Words {
  readonly kind: "plain" | "german" | "wide" | "emoji" | "json" | "list"
  /** Share of the window. */
  readonly share: number
}

export type Move = {
  readonly meanwhile?: { readonly kind: "steer"; readonly says: Words } | { readonly kind: "cancel" | "compact" }
} & (
  | { readonly kind: "calls"; readonly thinks: Words; readonly calls: readonly Called[] }
  | { readonly kind: "empty" | "text" | "too-large" | "overloaded" }
)

export interface Called {
  readonly tool: "look" | "write" | "pay" | "ask" | "broken" | "nothing"
  readonly path: number
  readonly returns: Words
  /** How large its arguments are, and in how many pieces. */
  readonly given: Words
  readonly pieces: number
  /** A person's decision about the call. */
  readonly person: "yes" | "no" | "no, because"
  readonly because: Words
}

const kind = fc.constantFrom(
  "plain" as const,
  "plain" as const,
  "german" as const,
  "wide" as const,
  "emoji" as const,
  "json" as const,
  "list" as const,
)
const words = (...shares: readonly number[]): fc.Arbitrary<Words> =>
  fc.record({ kind, share: fc.constantFrom(...shares) })

const little = words(0, 0, 0.002, 0.01, 0.03)
const spoken = words(0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.3, 1.5)
const returned = words(0, 0.005, 0.02, 0.05, 0.1, 0.3, 0.6, 3)

const called: fc.Arbitrary<Called> = fc.record({
  tool: fc.constantFrom("look", "look", "look", "write", "write", "pay", "ask", "broken", "nothing"),
  path: fc.nat(6),
  returns: returned,
  given: fc.oneof({ weight: 5, arbitrary: little }, { weight: 1, arbitrary: words(0.2, 1.2) }),
  pieces: fc.constantFrom(1, 1, 1, 3, 60),
  person: fc.constantFrom("yes", "no", "no, because"),
  because: words(0, 0.005, 0.02, 0.06, 0.4),
})

const meanwhile = fc.option(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ kind: fc.constant("steer" as const), says: spoken }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom("cancel" as const, "compact" as const) }) },
  ),
  { freq: 4, nil: undefined },
)

const move: fc.Arbitrary<Move> = fc
  .tuple(
    meanwhile,
    fc.oneof(
      {
        weight: 9,
        arbitrary: fc.record({
          kind: fc.constant("calls" as const),
          thinks: little,
          calls: fc.oneof(
            { weight: 6, arbitrary: fc.array(called, { minLength: 1, maxLength: 3 }) },
            { weight: 1, arbitrary: fc.array(called, { minLength: 8, maxLength: 12 }) },
          ),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          kind: fc.constantFrom("empty" as const, "text" as const, "too-large" as const, "overloaded" as const),
        }),
      },
    ),
  )
  .map(([during, each]) => ({ ...each, ...(during !== undefined && { meanwhile: during }) }))

export const stories: fc.Arbitrary<Story> = fc.record({
  window: fc.constantFrom(...WINDOWS),
  way: fc.nat(policies.length + bare.length - 1),
  overhead: fc.constantFrom(0.02, 0.05, 0.1, 0.3, 0.6, 1.1),
  summariser: fc.constantFrom("good", "empty", "failing", "long", "lying"),
  turns: fc.array(fc.record({ says: spoken, moves: fc.array(move, { maxLength: 9 }) }), { minLength: 1, maxLength: 7 }),
  deaths: fc.oneof(
    { weight: 2, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 3 }) },
  ),
})

const PIECES: Readonly<Record<Words["kind"], readonly string[]>> = {
  plain: ["the invoices of the second quarter go to Jonas ", "we bill in Swiss francs by the way ", "and then ", "\n"],
  german: ["die Rechnungen für Österreich gehen an Maria ", "Verhältnismäßigkeit ", "zunächst ", "außerdem\n"],
  wide: ["缓存并不是越多越好，", "每增加一层系统的复杂度都会上升。", "请用瑞士法郎计算"],
  emoji: ["👩‍👩‍👧 ", "😀😀 ", "नमस्ते दुनिया ", "e\u0301\u0301 ", "שלום "],
  json: ['{"id":40213,"rows":[1.25,88.04,3],"ok":true},', '"Straße 12/4":null,', "\\n\\t{{}}"],
  list: [
    "- [ ] send the letter to Basel\n",
    "- src/lib/work-item.ts\n",
    "* invoices/2025-03.pdf\n",
    "- [x] call the bank\n",
  ],
}

/** Texts are unique: each begins and ends with its number. */
export function textOf({ kind: which, share }: Words, window: number, number: number): string {
  // In a large window, less than its full size is enough.
  const most = window > 100_000 ? 0.4 : 3
  const length = Math.floor(Math.min(share, most) * window * (which === "wide" || which === "emoji" ? 1.2 : 4))
  const pieces = PIECES[which]
  let made = `#${number} `
  for (let place = number; made.length < length; place++) made += pieces[place % pieces.length] ?? ""
  return `${made} ${number}#`
}
