// Tools by words: what is asked in terms, weighed, and held against the tools. Pure and at once; no model is asked.
import { Bm25, type Scored } from "./bm25.ts"
import { NearWords } from "./near-words.ts"
import { queryTerms } from "./query-terms.ts"
import { isMeaning } from "./terms.ts"
import { FIELD_WEIGHTS, fieldsOf, type IndexedTool } from "./tool-fields.ts"

/** Of a long text the rarest words tell most. */
const MAX_TERMS = 40

/** What the rest of a text says counts so much for a part of it. */
const WHOLE = 0.5

export class WordIndex {
  readonly #near = new NearWords()
  readonly #words: Bm25

  constructor() {
    this.#words = new Bm25(FIELD_WEIGHTS, (term, isNew) => {
      if (isMeaning(term)) return
      if (isNew) this.#near.add(term)
      else this.#near.remove(term)
    })
  }

  put(tool: IndexedTool): void {
    this.#words.put(tool.name, fieldsOf(tool), tool.server)
  }

  remove(name: string): void {
    this.#words.remove(name)
  }

  /**
   * Best first; those that have nothing to do with it are left out. `whole`: what the text is a part of. "Put them there"
   * means what was spoken of before.
   */
  find(text: string, most: number, whole = text): readonly Scored[] {
    const terms = new Map(this.#terms(text))
    if (whole !== text)
      for (const [term, weight] of this.#terms(whole)) terms.set(term, Math.max(terms.get(term) ?? 0, WHOLE * weight))
    return this.#words.find(terms, most)
  }

  #terms(text: string): ReadonlyMap<string, number> {
    const known = { has: (term: string) => this.#words.has(term), near: (term: string) => this.#near.near(term) }
    const weights = queryTerms(text, known)
    if (weights.size <= MAX_TERMS) return weights
    const worth = ([term, weight]: readonly [string, number]) => weight * this.#words.rarity(term)
    return new Map([...weights].sort((a, b) => worth(b) - worth(a)).slice(0, MAX_TERMS))
  }
}
