// What the user said stays word for word as long as it fits its share. Beyond that the first and the latest words go
// first, then newer before older; what has no room is named, and sentences that ask for something are kept apart.
import { type Part, text } from "../../contracts/content.ts"
import type { Said } from "../../contracts/fact.ts"
import { clip, type Need, oneLine } from "./shape.ts"

export interface FittedSaid {
  readonly said: readonly Said[]
  /** From messages that had no room. */
  readonly sentences: readonly string[]
  readonly lost: readonly string[]
}

const FRAME = 20
const SHORTEST = 60

export function fitSaid(all: readonly Said[], most: number, need: Pick<Need, "tokens" | "textOf">): FittedSaid {
  const cost = (each: Said) => costOf(each.parts, need) + FRAME
  const costs = all.map(cost)
  if (sum(costs) <= most) return { said: all, sentences: [], lost: [] }
  const kept = new Map<number, Said>()
  const gone: Said[] = []
  let left = most
  for (const place of byWeight(all.length)) {
    const each = all[place] as Said // The places are those of the list.
    const share = place === 0 || place === all.length - 1 ? Math.floor(most / 2) : left
    const room = Math.min(left, all.length === 1 ? most : share)
    const fitted = (costs[place] ?? 0) <= room ? each : shortened(each, room - FRAME, need)
    if (fitted === undefined) {
      gone.push(each)
      continue
    }
    kept.set(place, fitted)
    left -= cost(fitted)
  }
  const said = all.flatMap((_, place) => kept.get(place) ?? [])
  const cuts = said.filter((each, place) => each.cut !== undefined && each !== all[place])
  return {
    said,
    sentences: gone.flatMap((each) => wishesIn(need.textOf(each.parts))),
    lost: [...cuts.map((each) => lossOf(each, need, "part of ")), ...gone.map((each) => lossOf(each, need))],
  }
}

/** The first, the latest, then backwards. */
function byWeight(count: number): readonly number[] {
  const middle = Array.from({ length: Math.max(0, count - 2) }, (_, place) => count - 2 - place)
  return count === 1 ? [0] : [0, count - 1, ...middle]
}

function shortened(said: Said, most: number, need: Pick<Need, "tokens" | "textOf">): Said | undefined {
  if (most < SHORTEST) return undefined
  const words = need.textOf(said.parts)
  // Estimates grow with the text: a few halvings find a length that fits.
  for (let length = Math.min(words.length - 1, most * 4); length >= 80; length = Math.floor(length * 0.8)) {
    const cut = clip(words, length, (left) => `[… ${left} characters left out …]`)
    const parts = [text(cut)]
    if (costOf(parts, need) <= most) return { at: said.at, parts, cut: (said.cut ?? 0) + words.length - length }
  }
  return undefined
}

function costOf(parts: readonly Part[], need: Pick<Need, "tokens" | "textOf">): number {
  const images = parts.filter((part) => part.type === "blob" && part.mime.startsWith("image/")).length
  return need.tokens(need.textOf(parts)) + images * 1200
}

function lossOf({ at, parts }: Said, need: Pick<Need, "textOf">, what = ""): string {
  return `${what}the user's message ${at + 1}: "${oneLine(need.textOf(parts), 60)}"`
}

const WISH =
  /\b(?:must|need|want|should|please|only|don't|do not|not|never|always|keep|leave|without|use|avoid|prefer|instead|make sure|bitte|nur|nicht|kein\w*|immer|nie|ohne|lass\w*|verwende\w*|soll\w*|muss|lieber|statt)\b/iu
const MOST_WISHES = 5

function wishesIn(words: string): readonly string[] {
  const sentences = words.slice(0, 20_000).split(/(?<=[.!?])\s+|\n+/u)
  return sentences.filter((sentence) => sentence.length <= 300 && WISH.test(sentence)).slice(0, MOST_WISHES)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}
