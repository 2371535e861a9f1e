// What stands in front of a condensed history: the summary and the contract, for any number of dropped messages, and
// how many tokens they take. Pure.
import type { Contract } from "../../contracts/compaction.ts"
import { digestParts } from "../../kernel/state/digest.ts"
import type { State } from "../../kernel/state/state.ts"
import { type ContractLimits, contractor } from "./contract.ts"
import { joinSummaries, linesOf } from "./lines.ts"
import { memoised } from "./memoised.ts"
import type { Frame, PlanOptions } from "./plan-at.ts"
import type { Entry, Need, Shape } from "./shape.ts"
import type { Digest } from "./slice.ts"

export interface CarriedOver {
  /** The summary from the compaction before. */
  readonly earlier: string
  readonly summary: SummarySizes
  /** A line for each dropped message, joined to the earlier summary. */
  readonly linesAt: (drops: number) => string
  readonly contractOf: (shape: Shape) => Contract
  readonly weigh: (digest: Digest) => number
  /** The tokens of everything that stands in front of this shape. */
  readonly tokensOf: (shape: Shape) => number
}

interface CarryHow {
  readonly options: PlanOptions
  readonly frame: Frame
  readonly words: Pick<Need, "tokens" | "textOf">
}

export function carriedOver(state: State, entries: readonly Entry[], how: CarryHow): CarriedOver {
  const { words } = how
  const { digest } = state
  const { summary: earlier = "", contract: before = {} } = digest ?? {}
  const summary = summarySizes(earlier, how)
  const contractAt = contractor(before, entries, words, contractLimits(state, how))
  const linesAt = memoised((drops: number) => {
    if (summary.tokens === 0) return earlier
    const lines = linesOf(entries.slice(0, drops), words, summary.tokens)
    return joinSummaries(earlier, lines, summary.both, words)
  })
  const weigh = weigherOf(how.frame)
  const tokensOf = ({ drops, summary: by }: Shape) => {
    if (drops === 0) return digest === undefined ? 0 : weigh(digest)
    const known = by === "lines" ? linesAt(drops) : earlier
    return weigh({ summary: known, contract: contractAt(drops) }) + (by === "model" ? summary.tokens : 0)
  }
  return { earlier, summary, linesAt, contractOf: (shape) => contractFor(shape, before, contractAt), weigh, tokensOf }
}

export interface SummarySizes {
  /** Tokens that a summary of what is dropped now may have. */
  readonly tokens: number
  /** The limit together with the earlier summary: as lines, and as a model joins them. */
  readonly both: number
  readonly joined: number
}

function summarySizes(earlier: string, { options, frame, words }: CarryHow): SummarySizes {
  const { room, scale, caps = {} } = frame
  const share = Math.max(60, Math.floor(Math.min(options.policy.summaryTokens, room / 8) * scale.rest))
  if (caps.summary === undefined) return { tokens: share, both: share, joined: Math.floor(share * 1.5) }
  const tokens = Math.min(share, caps.summary)
  // The earlier summary does not make the history larger, so the cap applies only to what is added.
  const both = words.tokens(earlier) + tokens
  return { tokens, both, joined: both + Math.floor(tokens / 2) }
}

function contractLimits({ tasks }: State, { options, frame }: CarryHow): ContractLimits & Pick<State, "tasks"> {
  const { measure, room, scale, caps = {} } = frame
  const theirs = Math.floor((measure.within(options.budget.window) / 4) * scale.theirs)
  return {
    said: Math.min(theirs, caps.said ?? Number.POSITIVE_INFINITY),
    list: Math.max(40, Math.floor((room / 24) * scale.rest)),
    ...(tasks && { tasks }),
  }
}

/** Weighs each part separately, so that what the user said is counted once. */
function weigherOf({ measure }: Frame): (digest: Digest) => number {
  return (digest) => {
    const parts = digestParts(digest)
    return measure.message({ role: "user", parts }) + parts.length
  }
}

/** Items listed in messages that are now shorter must be carried over, because the model no longer sees them. */
function contractFor({ drops, masks }: Shape, before: Contract, contractAt: (drops: number) => Contract): Contract {
  if (drops > 0) return contractAt(drops)
  const { open } = masks.size > 0 ? contractAt(0) : {}
  return open === undefined ? before : { ...before, open }
}
