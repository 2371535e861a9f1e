// Tools by words: what is asked in terms, weighed, and held against the tools. Pure and at once; no model is asked.
import { Bm25, type Scored } from "./bm25.ts"
import { NearWords } from "./near-words.ts"
import { queryTerms } from "./query-terms.ts"
import { isMeaning, termsIn } from "./terms.ts"
import { FIELD_WEIGHTS, fieldsOf, type IndexedTool } from "./tool-fields.ts"

/** Of a long text the rarest words tell most. */
const MOST_TERMS = 40

export class WordIndex {
  readonly #near = new NearWords()
  readonly #words: Bm25
  readonly #servers = new Map<string, Map<string, number>>()

  constructor() {
    this.#words = new Bm25(FIELD_WEIGHTS, (term, isNew) => {
      if (isMeaning(term)) return
      if (isNew) this.#near.add(term)
      else this.#near.remove(term)
    })
  }

  put(tool: IndexedTool): void {
    const g = tool.server ?? ""
    this.#words.put(tool.name, fieldsOf(tool), g)
    for (const t of new Set(termsIn(g, 0))) {
      const m = this.#servers.get(t) ?? new Map()
      this.#servers.set(t, m)
      m.set(g, (m.get(g) ?? 0) + 1)
    }
  }

  remove(name: string): void {
    this.#words.remove(name)
  }

  /** Best first; those that have nothing to do with it are left out. */
  find(text: string, most: number): readonly Scored[] {
    const P = (globalThis as any).P
    const terms = this.#terms(text)
    const named = new Map<string, number>()
    for (const [t, w] of terms) {
      const m = this.#servers.get(t)
      if (m && (w > 1 || !P.special)) for (const g of m.keys()) named.set(g, (named.get(g) ?? 0) + w * Math.log(1 + 40 / (m.size + 0.5)))
    }
    return this.#words.find(terms, most, named)
  }

  #terms(text: string): ReadonlyMap<string, number> {
    const known = { has: (term: string) => this.#words.has(term), near: (term: string) => this.#near.near(term) }
    const weights = queryTerms(text, known)
    if (weights.size <= MOST_TERMS) return weights
    const worth = ([term, weight]: readonly [string, number]) => weight * this.#words.rarity(term)
    return new Map([...weights].sort((a, b) => worth(b) - worth(a)).slice(0, MOST_TERMS))
  }
}
