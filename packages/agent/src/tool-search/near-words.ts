// Finds words with almost the same spelling. Each known word is stored under itself with any one letter left out, so that
// one letter too many, too few, wrong or in the wrong place still leads to it. It is also stored under its first letters,
// for words that continue it.

const MIN_CHARS = 4
const MAX_CHARS = 24
const BEGINNING = 5

export class NearWords {
  readonly #under = new Map<string, Set<string>>()

  add(word: string): void {
    for (const key of keysOf(word)) {
      const known = this.#under.get(key)
      if (known === undefined) this.#under.set(key, new Set([word]))
      else known.add(word)
    }
  }

  remove(word: string): void {
    for (const key of keysOf(word)) {
      const known = this.#under.get(key)
      known?.delete(word)
      if (known?.size === 0) this.#under.delete(key)
    }
  }

  /** Known words that differ by one slip, or of which one is the beginning of the other. In alphabetical order. */
  near(word: string): readonly string[] {
    const found = new Set(keysOf(word).flatMap((key) => [...(this.#under.get(key) ?? [])]))
    return [...found].filter((known) => known !== word && isNear(known, word)).sort()
  }
}

function isNear(known: string, word: string): boolean {
  return Math.abs(known.length - word.length) <= 1 || known.startsWith(word) || word.startsWith(known)
}

function keysOf(word: string): readonly string[] {
  if (word.length < MIN_CHARS || word.length > MAX_CHARS) return []
  const keys = new Set([word])
  for (let place = 0; place < word.length; place++) keys.add(word.slice(0, place) + word.slice(place + 1))
  if (word.length >= BEGINNING) keys.add(`${word.slice(0, BEGINNING)}…`)
  return [...keys]
}
