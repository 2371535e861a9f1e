// One plan: which messages go, which stay shorter, what is carried over, for so much room and such shares of it. Pure.
import type { CompactionReason, Contract } from "../../contracts/compaction.ts"
import { fullText, type Part } from "../../contracts/content.ts"
import type { Budget } from "../../contracts/context.ts"
import { digestParts } from "../../kernel/state/digest.ts"
import type { State } from "../../kernel/state/state.ts"
import { contractor } from "./contract.ts"
import { joinSummaries, linesOf } from "./lines.ts"
import type { Measured } from "./measure.ts"
import type { ContextPolicy } from "./policy.ts"
import {
  cutsOf,
  type Entry,
  fits,
  isPersons,
  isUser,
  type Need,
  oneLine,
  type Shape,
  type Strategy,
  shapeOf,
  tokensAt,
  wordsOfUser,
} from "./shape.ts"
import type { Digest } from "./slice.ts"
import { clipLongest } from "./strategies/clip-longest.ts"
import { dropUntilItFits, trimMessages } from "./strategies/drop-oldest.ts"
import { transcriptOf } from "./transcript.ts"

export interface PlanOptions {
  readonly policy: ContextPolicy
  readonly model: string
  readonly budget: Budget
  readonly why: CompactionReason
  /** So much has to stay free beyond the reserves. */
  readonly spare?: number
  /** The model can read what it is shown only in part. */
  readonly canRead: boolean
  /** Long texts that the log put aside, by hash, as far as they are at hand. */
  readonly texts: ReadonlyMap<string, Uint8Array>
}

export interface CompactionPlan {
  readonly shape: Shape
  readonly contract: Contract
  /** What the user said last and is shown in part. */
  readonly clipped: readonly string[]
  /** The summary, unless a model makes a better one. */
  readonly lines: string
  /** What a model is to sum up. */
  readonly transcript?: string
  /** Tokens that its summary may have, and with an earlier one. */
  readonly summaryTokens: number
  readonly joinedTokens: number
  readonly earlier: string
  readonly tokens: { readonly before: number; readonly after: number }
  /** Even so it does not fit. */
  readonly isTight: boolean
  /** It fits, but the newest messages, or what people said, had to be shortened for what is carried over. */
  readonly isCrowded: boolean
  readonly weighDigest: (digest: Digest) => number
  readonly need: Need
}

export interface Scale {
  readonly theirs: number
  readonly rest: number
}

/** At most so many tokens, where a small history would not become smaller otherwise. */
export interface Caps {
  readonly summary?: number
  readonly said?: number
}

export interface Frame {
  readonly measure: Measured
  readonly room: number
  /** What strategies aim at, and what is enough when they are done. */
  readonly target: number
  readonly enough: number
  readonly scale: Scale
  readonly caps?: Caps
}

export function planAt(
  state: State,
  options: PlanOptions,
  { measure, room, target, enough, scale, caps = {} }: Frame,
): CompactionPlan {
  const { policy, budget, texts } = options
  const tokens = remembering(measure.text)
  const textOf = (parts: readonly Part[]) => fullText(parts, texts)
  // Piece by piece: what the user said is counted once.
  const weighDigest = (digest: Digest) => {
    const parts = digestParts(digest)
    return measure.message({ role: "user", parts }) + parts.length
  }
  const earlier = state.digest?.summary ?? ""
  const share = Math.max(60, Math.floor(Math.min(policy.summaryTokens, room / 8) * scale.rest))
  const summaryTokens = Math.min(share, caps.summary ?? share)
  // An earlier summary is not what makes a history larger: capped is what comes to it.
  const both = caps.summary === undefined ? share : tokens(earlier) + summaryTokens
  const limits = {
    said: Math.min(
      Math.floor((measure.within(budget.window) / 4) * scale.theirs),
      caps.said ?? Number.POSITIVE_INFINITY,
    ),
    list: Math.max(40, Math.floor((room / 24) * scale.rest)),
    ...(state.tasks && { tasks: state.tasks }),
  }
  const shape = shapeOf(state, measure.message)
  const before = state.digest?.contract ?? {}
  const contractAt = contractor(before, shape.entries, { tokens, textOf }, limits)
  const linesAt = remembering((drops: number) => {
    if (summaryTokens === 0) return earlier
    const lines = linesOf(shape.entries.slice(0, drops), { textOf, tokens }, summaryTokens)
    return joinSummaries(earlier, lines, both, { tokens })
  })
  const headAt = ({ drops, summary }: Shape) => {
    if (drops === 0) return state.digest === undefined ? 0 : weighDigest(state.digest)
    const known = summary === "lines" ? linesAt(drops) : earlier
    return weighDigest({ summary: known, contract: contractAt(drops) }) + (summary === "model" ? summaryTokens : 0)
  }
  const weigh = (each: Shape) => {
    let sum = headAt(each)
    for (let place = each.drops; place < each.entries.length; place++) sum += tokensAt(each, place)
    return sum
  }
  const { canRead } = options
  const need: Need = { target, room, tokens, textOf, weigh, cuts: cutsOf(state), canRead }
  const wished = dropMore(inTurn(shape, policy, need, options.why), { ...need, target: enough })
  const most = options.why === "overflow" ? enough : room
  const shaped = weigh(wished) <= most ? wished : squeezed(wished, { ...need, target: Math.floor(most * SLACK) })
  const gone = shaped.entries.slice(0, shaped.drops)
  const after = weigh(shaped)
  // In a small window a few messages go at a time: a model that is asked to sum them up at every step costs more than it helps.
  const asksModel =
    shaped.summary === "model" && summaryTokens > 0 && (gone.length >= WORTH_A_MODEL || options.why === "asked")
  return {
    shape: shaped,
    contract: contractFor(shaped, before, contractAt),
    clipped: clippedWords(shaped, textOf),
    lines: shaped.summary === "none" ? earlier : linesAt(shaped.drops),
    ...(asksModel && { transcript: fittingTranscript(gone, earlier, budget.window, need) }),
    summaryTokens,
    joinedTokens: caps.summary === undefined ? Math.floor(share * 1.5) : both + Math.floor(summaryTokens / 2),
    earlier,
    tokens: { before: weigh(shape), after },
    isTight: after > room,
    weighDigest,
    isCrowded: isCrowded(shaped, headAt(shaped) > room / 2),
    need,
  }
}

function isCrowded({ done, entries, masks }: Shape, hasLargeHead: boolean): boolean {
  if (!done.includes("clip-longest")) return false
  return hasLargeHead || [...masks.keys()].some((place) => isPersons((entries[place] as Entry).message)) // Within it.
}

/** So many messages are worth a model's summary; of fewer, a line each is left. */
const WORTH_A_MODEL = 6

/** What fits by a hair does not fit after the next step. */
const SLACK = 0.9

/** Of messages that are only shorter now, what they listed has to be carried over: it cannot be seen any more. */
function contractFor({ drops, masks }: Shape, before: Contract, contractAt: (drops: number) => Contract): Contract {
  if (drops > 0) return contractAt(drops)
  const { open } = masks.size > 0 ? contractAt(0) : {}
  return open === undefined ? before : { ...before, open }
}

/** What the user said and is shown in part for now. */
function clippedWords({ entries, masks, drops }: Shape, textOf: Need["textOf"]): readonly string[] {
  return [...masks.keys()].flatMap((place) => {
    const { at, message } = entries[place] as Entry // Masks are of entries.
    if (place < drops || !isUser(message)) return []
    return [`part of the user's message ${at + 1}: "${oneLine(textOf(wordsOfUser(message)), 60)}"`]
  })
}

/** A summariser has the same window: what it is given, and what it says, must fit. */
function fittingTranscript(gone: readonly Entry[], earlier: string, window: number, need: Need): string {
  const most = window * 0.65 - 200
  const words = transcriptOf(gone, earlier, Math.min(100_000, window * 3), need)
  const size = need.tokens(words)
  return size <= most ? words : transcriptOf(gone, earlier, Math.floor((words.length * most * 0.85) / size), need)
}

function remembering<Key, Value>(find: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>()
  return (key) => {
    const value = known.get(key) ?? find(key)
    known.set(key, value)
    return value
  }
}

/** One strategy after another, until it fits what the profile wants. */
function inTurn(shape: Shape, policy: ContextPolicy, need: Need, why: CompactionReason): Shape {
  const { strategies, all = false, maxMessages = Number.POSITIVE_INFINITY } = policy
  let now = shape
  for (const strategy of strategies) if (all || !fits(now, need)) now = strategy.apply(now, need)
  now = trimMessages({ max: maxMessages }).apply(now, need)
  // Who asked for it wants to see it done, whatever the profile would wait for.
  for (const strategy of why === "asked" ? [...strategies.slice(-1), dropUntilItFits()] : [])
    if (now.drops === 0) now = strategy.apply(now, need)
  return now
}

/** What a profile does may not be enough for what it wants: then more of the oldest go, if that is enough. */
function dropMore(shape: Shape, need: Need): Shape {
  if (fits(shape, need)) return shape
  const fewer = dropUntilItFits().apply(shape, need)
  return fits(fewer, need) ? fewer : shape
}

const LAST_RESORTS: readonly Strategy[] = [dropUntilItFits(), clipLongest()]

/** Whatever the profile does, the request must fit. */
function squeezed(shape: Shape, need: Need): Shape {
  let now = shape
  for (const strategy of LAST_RESORTS) if (!fits(now, need)) now = strategy.apply(now, need)
  return now
}
