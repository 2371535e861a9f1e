// What a compaction did, as the log tells it.
import type { Fact } from "@pawl/client"
import { listIn, numberIn, objectIn, textIn } from "../facts/fact-fields.ts"

/** What is carried over word for word, in the order in which it is shown. */
export const CARRIED = ["goal", "constraints", "open", "decisions", "files", "effects", "approvals"] as const
export type CarriedName = (typeof CARRIED)[number]

export interface Compaction {
  readonly seq: number
  readonly at: number
  readonly strategy: string
  readonly why: "asked" | "threshold" | "overflow" | undefined
  readonly summary: string
  /** How many messages are no longer shown. */
  readonly dropped: number
  /** How many are shown shorter. */
  readonly shortened: number
  readonly before: number | undefined
  readonly after: number | undefined
  readonly carried: readonly (readonly [CarriedName, readonly string[]])[]
  /** What there was no room for. */
  readonly lost: readonly string[]
}

const REASONS = ["asked", "threshold", "overflow"] as const

export function compactionOf(fact: Fact): Compaction {
  const { before, after } = objectIn(fact, "tokens")
  const contract = objectIn(fact, "contract")
  const [from, to] = [numberIn(fact, "from") ?? 0, numberIn(fact, "to") ?? -1]
  return {
    seq: fact.seq,
    at: fact.at,
    strategy: textIn(fact, "strategy") ?? "",
    why: REASONS.find((reason) => reason === fact.why),
    summary: textIn(fact, "summary") ?? "",
    dropped: Math.max(0, to - from + 1),
    shortened: listIn(fact, "masks").length,
    before: typeof before === "number" ? before : undefined,
    after: typeof after === "number" ? after : undefined,
    carried: CARRIED.flatMap((name) => {
      const texts = textsIn(contract[name])
      return texts.length === 0 ? [] : [[name, texts] as const]
    }),
    lost: [...textsIn(contract.lost), ...textsIn(fact.clipped)],
  }
}

function textsIn(value: unknown): readonly string[] {
  const list = Array.isArray(value) ? value : [value]
  return list.filter((each): each is string => typeof each === "string" && each !== "")
}
