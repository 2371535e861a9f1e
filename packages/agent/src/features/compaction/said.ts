// Keeps what the user said word for word as long as it fits its share. Beyond that the first and the latest message
// take precedence, then newer before older; what has no room is named, and sentences that ask for something are kept in
// a list.
import type { Said } from "../../contracts/compaction.ts"
import { type BlobPart, DOCX, text } from "../../contracts/content.ts"
import { labelOf } from "../../kernel/state/digest.ts"
import { docxTokens } from "../../tokens/message-counts.ts"
import { clip, type Need, oneLine } from "./shape.ts"

export interface FittedSaid {
  readonly said: readonly Said[]
  readonly tokens: number
  /** From messages that had no room, or room only for a part. */
  readonly sentences: readonly string[]
  readonly lost: readonly string[]
}

type Measures = Pick<Need, "tokens" | "textOf">

const MIN_CHARS = 60

export function fitSaid(all: readonly Said[], most: number, need: Measures): FittedSaid {
  const costs = all.map((each) => costOf(each, need))
  const whole = sum(costs)
  if (whole <= most) return { said: all, tokens: whole, sentences: [], lost: [] }
  const kept = new Map<number, Said>()
  const gone: Said[] = []
  const cut: Said[] = []
  let left = most
  for (const place of byWeight(all.length)) {
    const each = all[place] as Said // The places are those of the list.
    // The first and the latest leave room for each other and for the rest.
    const isEnd = all.length > 1 && (place === 0 || place === all.length - 1)
    const room = isEnd ? Math.min(left, Math.floor(most / 2)) : left
    const fitted = (costs[place] ?? 0) <= room ? each : shortened(each, room, need)
    if (fitted === undefined) {
      gone.push(each)
      continue
    }
    if (fitted !== each) cut.push(each)
    kept.set(place, fitted)
    left -= fitted === each ? (costs[place] ?? 0) : costOf(fitted, need)
  }
  const shown = [...kept.values()].map((each) => need.textOf(each.parts)).join("\n")
  return {
    said: all.flatMap((_, place) => kept.get(place) ?? []),
    tokens: most - left,
    sentences: [...cut, ...gone]
      .flatMap((each) => wishesIn(need.textOf(each.parts)))
      .filter((each) => !shown.includes(each)),
    lost: [...cut.map((each) => lossOf(each, need, "part of ")), ...gone.map((each) => lossOf(each, need))],
  }
}

/** The first, the latest, then backwards. */
function byWeight(count: number): readonly number[] {
  const middle = Array.from({ length: Math.max(0, count - 2) }, (_, place) => count - 2 - place)
  return count === 1 ? [0] : [0, count - 1, ...middle]
}

function shortened(said: Said, most: number, need: Measures): Said | undefined {
  if (most < MIN_CHARS) return undefined
  const words = need.textOf(said.parts)
  // Estimates grow with the text: a few steps find a length that fits.
  for (let length = Math.min(words.length - 1, most * 4); length >= 80; ) {
    const parts = [text(clip(words, length, (left) => `[… ${left} characters left out …]`))]
    const shorter = { at: said.at, parts, cut: (said.cut ?? 0) + words.length - length }
    const cost = costOf(shorter, need)
    if (cost <= most) return shorter
    length = Math.floor(length * Math.min(0.9, most / cost))
  }
  return undefined
}

/** Includes the line above it. */
function costOf(said: Said, need: Measures): number {
  const bytes = said.parts.reduce((sum, part) => sum + (part.type === "blob" ? bytesCost(part) : 0), 0)
  return need.tokens(need.textOf(said.parts)) + need.tokens(labelOf(said)) + bytes
}

/** Parts that are not text, by the same figures as message-counts.ts. */
function bytesCost({ mime, size }: BlobPart): number {
  if (mime.startsWith("image/")) return 1200
  if (mime === DOCX) return docxTokens(size)
  return mime === "application/pdf" ? Math.ceil(size / 50) : 0
}

function lossOf({ at, parts }: Said, need: Measures, what = ""): string {
  return `${what}the user's message ${at + 1}: "${oneLine(need.textOf(parts), 60)}"`
}

const WISH =
  /\b(?:must|need|want|should|please|only|don't|do not|not|never|always|keep|leave|without|use|avoid|prefer|instead|make sure|bitte|nur|nicht|kein\w*|immer|nie|ohne|lass\w*|verwende\w*|soll\w*|muss|lieber|statt)\b/iu
const MAX_WISHES = 5

function wishesIn(words: string): readonly string[] {
  const sentences = words.slice(0, 20_000).split(/(?<=[.!?])\s+|\n+/u)
  return sentences.filter((sentence) => sentence.length <= 300 && WISH.test(sentence)).slice(0, MAX_WISHES)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}
