// What a character adds to the counts, given the one before it: a table of all pairs, so that counting takes two
// lookups per character and no branch.
import { DIGIT, HALF, isLetter, type Kind, kindOf, LETTER, MARK, RARE, SPACE, SYMBOLS, WIDE } from "./characters.ts"
import { pairRows } from "./letter-pairs.ts"

/** Indexes of the sums in `countText`. */
export const WORDS = 0
export const SPLITS = 1
export const WIDES = 2
export const OTHERS = 3
export const NUMBERS = 4
export const DIGITS = 5
export const MARKS = 6
export const BREAKS = 7

/** All sums are in 32nds: whole numbers, exact in any order. */
export const ONE = 32

export interface PairTables {
  /**
   * By `last << 8 | next`: the `last` for the character after `next` in the bits from 10 up, the feature in the three bits
   * from 7 up, and in the bits below the number of 32nds to add. 0 until the pair is first met: see `learn`.
   */
  readonly steps: Uint32Array
}

export function emptyTables(): PairTables {
  return { steps: new Uint32Array(SYMBOLS << 8) }
}

/** Fills in one pair. A text has a few hundred of the 18,769 pairs, and the first one delays a start. */
export function learn({ steps }: PairTables, pair: number): void {
  const [last, next] = [pair >> 8, pair & 255]
  const before = kindOf(last)
  const follower = next === BLANK && before === SPACE ? FURTHER_BLANK : next
  steps[pair] = (follower << 10) | stepOf(last, next, before)
}

const BLANK = 32
/** A blank after other white space: that run has been counted already. */
const FURTHER_BLANK = 128 + SPACE
const ACCENTED = 12

/** Never 0: a step that adds nothing still names its feature. */
function stepOf(last: number, next: number, before: Kind): number {
  const kind = kindOf(next)
  if (isLetter(kind)) return letter(last, next, before)
  if (kind === SPACE) return some(space(last, next, before), BREAKS)
  if (kind === DIGIT) return some(ONE, before === DIGIT ? DIGITS : NUMBERS)
  if (kind === WIDE) return some(ONE, WIDES)
  if (kind === HALF) return some(3 * ONE, OTHERS)
  if (kind !== MARK) return some(kind === RARE ? 2 * ONE : ONE, OTHERS)
  if (before !== MARK || next > 127) return some(ONE, MARKS)
  // `"},` is often one token, and `--------` nearly always.
  return some(last === next ? ONE / 8 : ONE / 2, MARKS)
}

function some(amount: number, feature: number): number {
  return (feature << 7) | amount
}

function letter(last: number, next: number, before: Kind): number {
  const begins = !isLetter(before) || (before === LETTER && next < 97 && last >= 97)
  if (begins) return some(ONE, WORDS)
  return some(before === LETTER && next < 128 ? likelihood(last, next) : ACCENTED, SPLITS)
}

function likelihood(last: number, next: number): number {
  return Number.parseInt(pairRows[(last & 31) - 1]?.charAt((next & 31) - 1) ?? "", 36)
}

/** The blank between two words belongs to the second word; a line break and its indentation count as two. */
function space(last: number, next: number, before: Kind): number {
  if (next !== BLANK) return last === next ? ONE / 8 : ONE
  return before === SPACE && last !== FURTHER_BLANK ? ONE : 0
}
