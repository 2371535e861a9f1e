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
  return countTexts([text], 0)
}

/** The sum of what each text counts alone, and of a known number of tokens. */
export function countTexts(texts: readonly string[], fixed: number): Counts {
  for (let feature = 0; feature < sums.length; feature++) sums[feature] = 0
  for (let nth = 0; nth < texts.length; nth++) {
    const text = texts[nth] as string // Within bounds.
    // Starts as if after white space, so that a text of one blank does not count as empty.
    let at = addKnown(text, 0, BLANK)
    while (at < text.length) {
      of.learn(tables, unknown)
      at = addKnown(text, at, unknown >> 8)
    }
  }
  return fromSums(fixed)
}

/** Of the count that is being made: one at a time, so all of them can use the same memory. */
const sums = new Float64Array(8)
const tables = of.emptyTables()
/** The pair at which `addKnown` stopped. */
let unknown = 0

/**
 * Adds up pairs until one is not in the table, and returns where that is. The only loop over characters, and small: it is
 * optimised without the code that fills in the table.
 */
function addKnown(text: string, from: number, before: number): number {
  const { steps } = tables
  const { length } = text
  let last = before
  for (let at = from; at < length; at++) {
    const code = text.charCodeAt(at)
    const pair = (last << 8) | (code < 128 ? code : symbolOf(code))
    const step = steps[pair] as number
    if (step === 0) {
      unknown = pair
      return at
    }
    const feature = (step >> 7) & 7
    sums[feature] = (sums[feature] as number) + (step & 127)
    last = step >> 10
  }
  return length
}

const BLANK = 32

function fromSums(fixed: number): Counts {
  return {
    words: (sums[of.WORDS] as number) / of.ONE,
    splits: (sums[of.SPLITS] as number) / of.ONE,
    wide: (sums[of.WIDES] as number) / of.ONE,
    other: (sums[of.OTHERS] as number) / of.ONE,
    numbers: (sums[of.NUMBERS] as number) / of.ONE,
    digits: (sums[of.DIGITS] as number) / of.ONE,
    marks: (sums[of.MARKS] as number) / of.ONE,
    breaks: (sums[of.BREAKS] as number) / of.ONE,
    fixed,
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
