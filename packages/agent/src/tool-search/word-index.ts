// Finds tools by words: turns the request into weighted terms and compares them with the tools. Synchronous; uses no
// model.
import { Bm25, type Scored } from "./bm25.ts"
import { NearWords } from "./near-words.ts"
import { queryTerms } from "./query-terms.ts"
import { isMeaning } from "./terms.ts"
import { FIELD_WEIGHTS, fieldsOf, type IndexedTool } from "./tool-fields.ts"

/** Of a long text only the rarest words are used: they say most. */
const MAX_TERMS = 40

/** How much the whole text's terms count for a part of it. */
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
   * Best first, without tools that do not match at all. `whole`: the request that the text is a part of, because "put
   * them there" refers to what was said before.
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
