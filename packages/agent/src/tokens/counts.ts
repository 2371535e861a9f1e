// Counts the pieces of a text, in the few kinds that tokenizers treat alike. Counted once and kept; the tokens per
// piece differ by model family and are learnt (weights.ts, calibrate.ts).
import { symbolOf } from "./characters.ts"
import * as of from "./pair-steps.ts"

/** What a text consists of, to estimate its tokens. */
export interface Counts {
  /** Runs of Latin letters; a capital inside starts a new one: "readFile" counts as two. */
  readonly words: number
  /** Additional pieces that words are expected to split into, by how unusual their letter pairs are. */
  readonly splits: number
  /** Chinese, Japanese and Korean characters. */
  readonly wide: number
  /** Characters of other scripts. Emoji, and scripts that are mostly encoded byte by byte, count more than once. */
  readonly other: number
  readonly numbers: number
  /** Digits of a number after the first. */
  readonly digits: number
  /** Punctuation and symbols; those that follow another one count less. */
  readonly marks: number
  /** White space beyond the single blank between words: line breaks and indentation. */
  readonly breaks: number
  /** Known numbers of tokens: images, and the frame of messages and calls. */
  readonly fixed: number
}

export const noCounts: Counts = {
  words: 0,
  splits: 0,
  wide: 0,
  other: 0,
  numbers: 0,
  digits: 0,
  marks: 0,
  breaks: 0,
  fixed: 0,
}

export function countText(text: string): Counts {
  const { steps, followers } = of.pairTables()
  const sums = new Float64Array(8)
  // Starts as if after white space, so that a text of one blank does not count as empty.
  let last = BLANK
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const pair = (last << 8) | (code < 128 ? code : symbolOf(code))
    const step = steps[pair] as number
    sums[step >> 7] = (sums[step >> 7] as number) + (step & 127)
    last = followers[pair] as number
  }
  return fromSums(sums)
}

const BLANK = 32

function fromSums(sums: Float64Array): Counts {
  for (let at = 0; at < sums.length; at++) sums[at] = (sums[at] as number) / of.ONE
  return {
    words: sums[of.WORDS] as number,
    splits: sums[of.SPLITS] as number,
    wide: sums[of.WIDES] as number,
    other: sums[of.OTHERS] as number,
    numbers: sums[of.NUMBERS] as number,
    digits: sums[of.DIGITS] as number,
    marks: sums[of.MARKS] as number,
    breaks: sums[of.BREAKS] as number,
    fixed: 0,
  }
}

export function addCounts(a: Counts, b: Counts): Counts {
  return {
    words: a.words + b.words,
    splits: a.splits + b.splits,
    wide: a.wide + b.wide,
    other: a.other + b.other,
    numbers: a.numbers + b.numbers,
    digits: a.digits + b.digits,
    marks: a.marks + b.marks,
    breaks: a.breaks + b.breaks,
    fixed: a.fixed + b.fixed,
  }
}

/**
 * For text of which only the UTF-8 size is known: assumes a density that covers nine texts in ten, including data and
 * logs.
 */
export function countBytes(size: number): Counts {
  return {
    ...noCounts,
    words: size / 5.5,
    splits: size / 20,
    numbers: size / 30,
    digits: size / 20,
    marks: size / 9,
    breaks: size / 30,
  }
}
