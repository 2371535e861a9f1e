// Makes one plan for a given room and given shares of it: which messages are dropped, which are masked, what is carried
// over. Pure.
import type { CompactionReason, Contract } from "../../contracts/compaction.ts"
import { fullText, type Part } from "../../contracts/content.ts"
import type { Budget } from "../../contracts/context.ts"
import type { State } from "../../kernel/state/state.ts"
import { type CarriedOver, carriedOver } from "./carried-over.ts"
import type { Measured } from "./measure.ts"
import { memoised } from "./memoised.ts"
import type { ContextPolicy } from "./policy.ts"
import { reshaped } from "./reshape.ts"
import {
  cutsOf,
  type Entry,
  isPersons,
  isUser,
  type Need,
  oneLine,
  type Shape,
  shapeOf,
  tokensAt,
  wordsOfUser,
} from "./shape.ts"
import type { Digest } from "./slice.ts"
import { transcriptOf } from "./transcript.ts"

export interface PlanOptions {
  readonly policy: ContextPolicy
  readonly model: string
  readonly budget: Budget
  readonly why: CompactionReason
  /** So many tokens have to stay free beyond the reserves. */
  readonly spare?: number
  /** Whether the model has a tool to read what it is shown only in part. */
  readonly canRead: boolean
  /** Long texts that the log stores as blobs, by hash, as far as they could be read. */
  readonly texts: ReadonlyMap<string, Uint8Array>
}

export interface CompactionPlan {
  readonly shape: Shape
  readonly contract: Contract
  /** What the user said last and is shown in part. */
  readonly clipped: readonly string[]
  /** The summary to use unless a model makes a better one. */
  readonly lines: string
  /** What a model is to sum up. */
  readonly transcript?: string
  /** Tokens that its summary may have, alone and joined with an earlier one. */
  readonly summaryTokens: number
  readonly joinedTokens: number
  readonly earlier: string
  readonly tokens: { readonly before: number; readonly after: number }
  /** Even this plan does not fit. */
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

export function planAt(state: State, options: PlanOptions, frame: Frame): CompactionPlan {
  const { measure, room, target, enough } = frame
  const { policy, budget, why, texts, canRead } = options
  const words = {
    tokens: memoised(measure.text),
    textOf: (parts: readonly Part[]) => fullText(parts, texts),
  }
  const shape = shapeOf(state, measure.message)
  const carried = carriedOver(state, shape.entries, { options, frame, words })
  const weigh = (each: Shape) => carried.tokensOf(each) + shownTokens(each)
  const need: Need = { target, room, ...words, weigh, cuts: cutsOf(state), canRead }
  const shaped = reshaped(shape, need, { policy, why, enough, room })
  const after = weigh(shaped)
  return {
    shape: shaped,
    contract: carried.contractOf(shaped),
    clipped: clippedWords(shaped, words.textOf),
    lines: shaped.summary === "none" ? carried.earlier : carried.linesAt(shaped.drops),
    ...(asksModel(shaped, carried, why) && {
      transcript: fittingTranscript(shaped, carried, { window: budget.window, need }),
    }),
    summaryTokens: carried.summary.tokens,
    joinedTokens: carried.summary.joined,
    earlier: carried.earlier,
    tokens: { before: weigh(shape), after },
    isTight: after > room,
    weighDigest: carried.weigh,
    isCrowded: isCrowded(shaped, carried.tokensOf(shaped) > room / 2),
    need,
  }
}

function shownTokens(shape: Shape): number {
  let sum = 0
  for (let place = shape.drops; place < shape.entries.length; place++) sum += tokensAt(shape, place)
  return sum
}

/** What the user said and is shown in part for now. */
function clippedWords({ entries, masks, drops }: Shape, textOf: Need["textOf"]): readonly string[] {
  return [...masks.keys()].flatMap((place) => {
    const { at, message } = entries[place] as Entry // Masks belong to entries.
    if (place < drops || !isUser(message)) return []
    return [`part of the user's message ${at + 1}: "${oneLine(textOf(wordsOfUser(message)), 60)}"`]
  })
}

/**
 * In a small window few messages are dropped at a time: asking a model to sum them up at every step costs more than it
 * helps.
 */
function asksModel({ summary, drops }: Shape, carried: CarriedOver, why: CompactionReason): boolean {
  return summary === "model" && carried.summary.tokens > 0 && (drops >= WORTH_A_MODEL || why === "asked")
}

/** This many messages are worth a model's summary; of fewer, a line each is kept. */
const WORTH_A_MODEL = 6

interface Summariser {
  readonly window: number
  readonly need: Need
}

/** The summariser has the same window: what it is given and what it answers must fit. */
function fittingTranscript({ entries, drops }: Shape, { earlier }: CarriedOver, { window, need }: Summariser): string {
  const gone = entries.slice(0, drops)
  const most = window * 0.65 - 200
  const words = transcriptOf(gone, earlier, Math.min(100_000, window * 3), need)
  const size = need.tokens(words)
  return size <= most ? words : transcriptOf(gone, earlier, Math.floor((words.length * most * 0.85) / size), need)
}

function isCrowded({ done, entries, masks }: Shape, hasLargeHead: boolean): boolean {
  if (!done.includes("clip-longest")) return false
  return hasLargeHead || [...masks.keys()].some((place) => isPersons((entries[place] as Entry).message)) // Masks belong to entries.
}
