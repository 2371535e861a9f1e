// Plans a compaction: which messages go, which stay shorter, what is carried over. Pure; a performer asks for the summary
// and writes the fact.
import { fullText, type Part } from "../../contracts/content.ts"
import type { Budget } from "../../contracts/context.ts"
import type { CompactionReason, Contract, HistoryCompacted } from "../../contracts/fact.ts"
import { headOf } from "../../state/digest.ts"
import { weightsOf } from "../../state/gauge.ts"
import type { State } from "../../state/state.ts"
import { countText } from "../../state/tokens/counts.ts"
import { countMessage } from "../../state/tokens/message-counts.ts"
import { estimate } from "../../state/tokens/weights.ts"
import { roomOf } from "../fitting.ts"
import type { ContextPolicy } from "../policy.ts"
import { contractOf } from "./contract.ts"
import { joinSummaries, linesOf } from "./lines.ts"
import { cutsOf, fits, type Need, type Shape, type Strategy, shapeOf, tokensAt } from "./shape.ts"
import { clipLongest } from "./strategies/clip-longest.ts"
import { dropUntilItFits } from "./strategies/drop-oldest.ts"
import { transcriptOf } from "./transcript.ts"

export interface PlanOptions {
  readonly policy: ContextPolicy
  readonly model: string
  readonly budget: Budget
  readonly why: CompactionReason
  /** The model can read what it is shown only in part. */
  readonly canRead: boolean
  /** Long texts that the log put aside, by hash, as far as they are at hand. */
  readonly texts: ReadonlyMap<string, Uint8Array>
}

export interface CompactionPlan {
  readonly shape: Shape
  readonly contract: Contract
  /** The summary, unless a model makes a better one. */
  readonly lines: string
  /** What a model is to sum up. */
  readonly transcript?: string
  /** Tokens and words that its summary may have. */
  readonly summaryTokens: number
  readonly earlier: string
  readonly tokens: { readonly before: number; readonly after: number }
  /** Even so it does not fit. */
  readonly isTight: boolean
  readonly need: Need
}

/** Undefined when there is nothing to gain. */
export function planCompaction(state: State, options: PlanOptions): CompactionPlan | undefined {
  const { policy, budget, why } = options
  const room = roomOf(budget)
  const share = why === "overflow" ? Math.min(policy.target, 0.5) : policy.target
  const wanted = Math.floor(room * share)
  const target = why === "asked" ? Math.min(wanted, Math.floor(budget.history * 0.5)) : wanted
  let last: CompactionPlan | undefined
  // What is carried over has its share of the window; where even that is too much, it has to be less.
  for (const scale of [1, 0.5, 0.25, 0.1]) {
    last = planAt(state, options, { room, target, scale })
    if (!last.isTight) break
  }
  return last === undefined || last.shape.done.length === 0 ? undefined : last
}

interface Frame {
  readonly room: number
  readonly target: number
  readonly scale: number
}

function planAt(state: State, options: PlanOptions, { room, target, scale }: Frame): CompactionPlan {
  const { policy, budget, texts } = options
  const weights = weightsOf(state.gauge, options.model)
  const tokens = (words: string) => estimate(countText(words), weights)
  const textOf = (parts: readonly Part[]) => fullText(parts, texts)
  const earlier = state.digest?.summary ?? ""
  const summaryTokens = Math.max(60, Math.floor(Math.min(policy.summaryTokens, room / 8) * scale))
  const limits = { said: Math.floor((budget.window / 4) * scale), list: Math.max(40, Math.floor((room / 24) * scale)) }
  const shape = shapeOf(state, (message) => estimate(countMessage(message), weights))
  const contracts = new Map<number, Contract>()
  const contractAt = (drops: number) => {
    const known = contracts.get(drops)
    if (known !== undefined) return known
    const made = contractOf(state.digest?.contract ?? {}, shape.entries, drops, { tokens, textOf }, limits)
    contracts.set(drops, made)
    return made
  }
  const linesAt = (drops: number) =>
    joinSummaries(earlier, linesOf(shape.entries.slice(0, drops), { textOf }), summaryTokens, { tokens })
  const headAt = ({ drops, summary }: Shape) => {
    if (drops === 0) return state.digest === undefined ? 0 : estimate(countMessage(headOf(state.digest)), weights)
    const known = summary === "lines" ? linesAt(drops) : earlier
    const head = headOf({ summary: known, contract: contractAt(drops) })
    return estimate(countMessage(head), weights) + (summary === "model" ? summaryTokens : 0)
  }
  const weigh = (each: Shape) => {
    let sum = headAt(each)
    for (let place = each.drops; place < each.entries.length; place++) sum += tokensAt(each, place)
    return sum
  }
  const need: Need = { target, tokens, textOf, weigh, cuts: cutsOf(state), canRead: options.canRead }
  const shaped = squeezed(inTurn(shape, policy, need, options.why), { ...need, target: room })
  const gone = shaped.entries.slice(0, shaped.drops)
  return {
    shape: shaped,
    contract: shaped.drops === 0 ? (state.digest?.contract ?? {}) : contractAt(shaped.drops),
    lines: shaped.summary === "none" ? earlier : linesAt(shaped.drops),
    ...(shaped.summary === "model" && {
      transcript: transcriptOf(gone, earlier, Math.min(100_000, budget.window * 2), { textOf }),
    }),
    summaryTokens,
    earlier,
    tokens: { before: weigh(shape), after: weigh(shaped) },
    isTight: weigh(shaped) > room,
    need,
  }
}

/** One strategy after another, until it fits what the profile wants. */
function inTurn(shape: Shape, { strategies, all = false }: ContextPolicy, need: Need, why: CompactionReason): Shape {
  let now = shape
  for (const strategy of strategies) {
    if (!all && fits(now, need)) return now
    now = strategy.apply(now, need)
  }
  // Who asked for it wants to see it done.
  return why === "asked" && now.drops === 0 ? (strategies.at(-1)?.apply(now, need) ?? now) : now
}

const LAST_RESORTS: readonly Strategy[] = [dropUntilItFits(), clipLongest()]

/** Whatever the profile does, the request must fit. */
function squeezed(shape: Shape, need: Need): Shape {
  let now = shape
  for (const strategy of LAST_RESORTS) if (!fits(now, need)) now = strategy.apply(now, need)
  return now
}

export interface Made {
  readonly summary: string
  /** Names of what was done, with a word on who wrote the summary when it was not who should. */
  readonly strategy: string
}

/** The summary that is kept: a model's, if it gave one that can be used. An earlier one is never lost. */
export function summaryOf(plan: CompactionPlan, answer: string | undefined): Made {
  const { shape, need, summaryTokens, earlier, lines } = plan
  const strategy = shape.done.join(", ")
  if (shape.summary !== "model") return { summary: lines, strategy }
  const words = answer?.trim() ?? ""
  // Too long is as good as none: it would push out what it is meant to make room for.
  if (words === "" || need.tokens(words) > summaryTokens * 1.5) {
    return { summary: lines, strategy: `${strategy} (without a model)` }
  }
  return { summary: joinSummaries(earlier, words, Math.floor(summaryTokens * 1.5), need), strategy }
}

export function factOf(
  state: State,
  plan: CompactionPlan,
  made: Made,
  how: { readonly why: CompactionReason; readonly masks: NonNullable<HistoryCompacted["masks"]> },
): HistoryCompacted {
  const { shape, contract, tokens } = plan
  return {
    type: "history-compacted",
    strategy: made.strategy,
    from: shape.drops === 0 ? 0 : state.dropped,
    to: state.dropped + shape.drops - 1,
    summary: shape.drops === 0 ? plan.earlier : made.summary,
    contract,
    why: how.why,
    ...(how.masks.length > 0 && { masks: how.masks }),
    tokens,
  }
}
