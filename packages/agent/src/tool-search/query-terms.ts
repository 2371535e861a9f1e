// Turns a request in free words into weighted terms: its words, their meanings, and the things it names.
import { idiomsIn } from "./idioms.ts"
import { meaningsOf, tableWordsNear } from "./meanings.ts"
import { parseThings } from "./named-things.ts"
import { termsOf, wordsIn } from "./terms.ts"

export interface QueryWeights {
  /** A word's meaning counts less than the word itself. */
  readonly meaning: number
  /** A meaning that a word only hints at counts still less. */
  readonly hint: number
  /** A word that was probably misspelled counts less than one spelled right. */
  readonly near: number
  /** A word that is in no table of meanings is special and counts more. */
  readonly other: number
  /** A stop word ("where", "who", "off") may still hint at a meaning. */
  readonly small: number
  /** Several words with the same meaning make it likelier: this share of each further one is added. */
  readonly again: number
  /** The upper limit, however many words have the same meaning. */
  readonly most: number
  /** `kind`: the kind of a named thing (a path is a file). `within`: the words in its name. */
  readonly kind: number
  readonly within: number
  /** The meaning of an idiom. */
  readonly idiom: number
}

export const QUERY_WEIGHTS: QueryWeights = {
  meaning: 0.6,
  hint: 0.4,
  near: 0.6,
  other: 1.7,
  small: 0.6,
  again: 0.7,
  most: 2.5,
  kind: 0.55,
  idiom: 0.3,
  within: 0.3,
}

export interface Vocabulary {
  has(term: string): boolean
  /** Words with almost the same spelling. */
  near(term: string): readonly string[]
}

export function queryTerms(text: string, known: Vocabulary, weights = QUERY_WEIGHTS): Map<string, number> {
  const found = new Map<string, number>()
  const add = (term: string, weight: number) => {
    const before = found.get(term) ?? 0
    const together = Math.max(weight, before) + weights.again * Math.min(weight, before)
    found.set(term, Math.min(together, weights.most))
  }
  const addWord = (word: string, weight: number) => {
    const [root] = termsOf(word)
    const isSpecial = addMeanings(word, weight * (root === undefined ? weights.small : 1))
    if (root === undefined) return
    if (known.has(root)) add(root, weight * (isSpecial ? weights.other : 1))
    else for (const near of isSpecial ? nearTo(root) : longerThan(root)) addNear(near, weight * weights.near)
  }
  const nearTo = (root: string) => new Set([...known.near(root), ...tableWordsNear(root)])
  /** "mongo" is in the tables, but the tools may say "mongodb". */
  const longerThan = (root: string) => known.near(root).filter((near) => near.startsWith(root))
  const addNear = (root: string, weight: number) => {
    add(root, weight)
    addMeanings(root, weight)
  }
  /** True for a word that is in no table. */
  const addMeanings = (word: string, weight: number) => {
    const { said, hinted } = meaningsOf(word)
    for (const meaning of said) add(meaning, weight * weights.meaning)
    for (const meaning of hinted) add(meaning, weight * weights.hint)
    return said.length + hinted.length === 0
  }
  const { rest, kinds, within } = parseThings(text)
  for (const word of new Set(wordsIn(rest))) addWord(word, 1)
  for (const word of new Set(kinds)) addWord(word, weights.kind)
  for (const word of new Set(idiomsIn(text))) addWord(word, weights.idiom)
  for (const word of new Set(wordsIn(within))) addWord(word, weights.within)
  return found
}
