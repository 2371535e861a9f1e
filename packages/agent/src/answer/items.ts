// The things a result lists, each with the words that it can be known by in a call or in the answer.
import type { JudgedCall } from "./judged.ts"
import { APART, labelsOf } from "./labels.ts"
import { once } from "./once.ts"
import { bounded, fold, wordsIn } from "./text.ts"

export interface Item {
  /** For people. */
  readonly label: string
  /** Folded; a call that says one of them has touched the item. */
  readonly keys: readonly string[]
  /** "4" of "#4 crash on save": a call is about it that has this alone for an argument. */
  readonly id?: string
}

const MOST_ITEMS = 100
const LONGEST = 8_000

/** At least two, or none: one thing is no list. */
export const itemsOf = once(({ result }: JudgedCall): readonly Item[] => {
  const text = bounded(result, LONGEST, 0).trim()
  const labels = [...new Set(labelsOf(text))].slice(0, MOST_ITEMS)
  return labels.length < 2 ? [] : withKeys(labels)
})

/** The whole label, and the words that no other item of the list has. */
function withKeys(labels: readonly string[]): readonly Item[] {
  const words = labels.map((label) => new Set(tokensOf(label)))
  const counts = new Map<string, number>()
  for (const set of words) for (const word of set) counts.set(word, (counts.get(word) ?? 0) + 1)
  return labels.map((label, index) => {
    const own = [...(words[index] ?? [])].filter((word) => counts.get(word) === 1)
    const [name = "", ...others] = label.replace(/(\.\p{L}\w{0,4}):\d+(?::\d+)?$/u, "$1").split(APART)
    const ids = others.map(fold).filter((id) => id.length > 1)
    const [, id] = /^#(\d{1,6})(?!\d)/.exec(name) ?? []
    return {
      label: name,
      keys: [...new Set([fold(name).replace(/\/$/, ""), ...ids, ...own])],
      ...(id !== undefined && { id }),
    }
  })
}

function tokensOf(label: string): readonly string[] {
  return wordsIn(fold(label))
    .flatMap((word) => (word.startsWith("#") ? [word, word.slice(1)] : [word]))
    .flatMap((word) => {
      const stem = word.replace(/\.[a-z0-9]{1,5}$/, "")
      return isTelling(stem) && stem !== word ? [word, stem] : isTelling(word) ? [word] : []
    })
}

/** Long enough to be no chance match. */
function isTelling(word: string): boolean {
  return word.length >= 3 || /^(?=.*\d)(?=.*\p{L})|^\d{2,}$/u.test(word)
}
