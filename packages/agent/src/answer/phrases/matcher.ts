// Phrase tables made ready to search with: one expression a class, made once for each set of tables.
import { CLASSES, type PhraseClass, type PhraseTables } from "./tables.ts"

export interface Matcher {
  /** No table has a word in it. */
  readonly isEmpty: boolean
  has(name: PhraseClass, text: string): boolean
  /** The words that matched, for the evidence. */
  find(name: PhraseClass, text: string): string | undefined
  findAll(name: PhraseClass, text: string): readonly string[]
}

const made = new WeakMap<PhraseTables, Matcher>()

export function matcherOf(tables: PhraseTables): Matcher {
  const known = made.get(tables)
  if (known !== undefined) return known
  const expressions = new Map(CLASSES.map((name) => [name, expressionOf(tables[name])]))
  const find = (name: PhraseClass, text: string) => {
    const expression = expressions.get(name)
    if (expression === undefined) return undefined
    expression.lastIndex = 0
    return expression.exec(text)?.[0]
  }
  const findAll = (name: PhraseClass, text: string) => {
    const expression = expressions.get(name)
    return expression === undefined ? [] : (text.match(expression) ?? [])
  }
  const isEmpty = CLASSES.every((name) => tables[name].length === 0)
  const matcher = { isEmpty, find, findAll, has: (name: PhraseClass, text: string) => find(name, text) !== undefined }
  made.set(tables, matcher)
  return matcher
}

function expressionOf(phrases: readonly string[]): RegExp | undefined {
  if (phrases.length === 0) return undefined
  return new RegExp(`(?<![\\p{L}\\p{N}_])(?:${phrases.map(sourceOf).join("|")})(?![\\p{L}\\p{N}_])`, "gu")
}

export function sourceOf(phrase: string): string {
  return phrase
    .replaceAll(" ... ", " (?:[^.!?\\n]{0,60}? )?")
    .replaceAll("...", "[^.!?\\n]{0,60}?")
    .replace(/(?<=\p{L})\*/gu, "\\p{L}*")
}
