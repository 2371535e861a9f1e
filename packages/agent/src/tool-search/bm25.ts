// BM25 over several fields (BM25F): finds the best documents for some terms. Adding, removing or changing a document
// costs only its own size: nothing is rebuilt, and the result is the same as if it had been.
import { Groups } from "./groups.ts"

export interface FieldWeight {
  readonly weight: number
  /** How much less a term counts in a long field: 0 to 1. */
  readonly shrink: number
}

export interface Scored {
  readonly id: string
  readonly score: number
}

/** The documents with a term, by slot, and how often it occurs in each field: eight bits a field. */
interface Posting {
  readonly slots: number[]
  readonly counts: number[]
}

interface Stored {
  readonly id: string
  readonly terms: readonly string[]
  readonly lengths: readonly number[]
}

/** How soon further occurrences of a term count little more (BM25's k1). */
const SATURATION = 1.2
const MAX_FIELDS = 4
/** How many times deeper to look for documents of other groups that may move up. */
const DEEPER = 4
const MAX_TIMES = 0xff

export class Bm25 {
  readonly #weights: readonly FieldWeight[]
  readonly #postings = new Map<string, Posting>()
  readonly #slots = new Map<string, number>()
  readonly #stored: (Stored | undefined)[] = []
  readonly #free: number[] = []
  readonly #groups = new Groups()
  /** The total length by field, over all documents. */
  readonly #lengths: number[]
  readonly #onTerm: (term: string, isNew: boolean) => void
  #scores = new Float64Array(64)

  /** `onTerm` is called when a term gets its first document and when it loses its last. */
  constructor(weights: readonly FieldWeight[], onTerm: (term: string, isNew: boolean) => void = () => {}) {
    if (weights.length > MAX_FIELDS) throw new RangeError(`At most ${MAX_FIELDS} fields.`)
    this.#weights = weights
    this.#lengths = weights.map(() => 0)
    this.#onTerm = onTerm
  }

  get size(): number {
    return this.#slots.size
  }

  has(term: string): boolean {
    return this.#postings.has(term)
  }

  /** How rare a term is; 0 for one that no document has. */
  rarity(term: string): number {
    const many = this.#postings.get(term)?.slots.length ?? 0
    return many === 0 ? 0 : Math.log(1 + (this.size - many + 0.5) / (many + 0.5))
  }

  /**
   * Adds a document, or replaces the one with this id. `fields`: the terms of each field, in the order of the weights.
   * `group`: the group it belongs to, if any.
   */
  put(id: string, fields: readonly (readonly string[])[], group = ""): void {
    this.remove(id)
    const slot = this.#free.pop() ?? this.#stored.length
    const counts = countsIn(fields)
    for (const [term, count] of counts) this.#post(term, slot, count)
    const lengths = fields.map((field) => field.length)
    lengths.forEach((length, place) => {
      this.#lengths[place] = (this.#lengths[place] ?? 0) + length
    })
    this.#stored[slot] = { id, terms: [...counts.keys()], lengths }
    this.#slots.set(id, slot)
    this.#groups.put(slot, group)
  }

  remove(id: string): void {
    const slot = this.#slots.get(id)
    const stored = slot === undefined ? undefined : this.#stored[slot]
    if (slot === undefined || stored === undefined) return
    this.#slots.delete(id)
    this.#stored[slot] = undefined
    this.#free.push(slot)
    stored.lengths.forEach((length, place) => {
      this.#lengths[place] = (this.#lengths[place] ?? 0) - length
    })
    for (const term of stored.terms) this.#unpost(term, slot)
  }

  /** The documents with any of the terms, each term with its weight; best first, ties by id. */
  find(terms: ReadonlyMap<string, number>, most: number): readonly Scored[] {
    if (this.#scores.length < this.#stored.length) this.#scores = new Float64Array(this.#stored.length * 2)
    const scores = this.#scores.fill(0)
    const averages = this.#lengths.map((length) => Math.max(1e-9, length / Math.max(1, this.size)))
    for (const [term, weight] of terms) {
      const posting = this.#postings.get(term)
      if (posting === undefined) continue
      const worth = weight * this.rarity(term)
      const { slots, counts } = posting
      for (let place = 0; place < slots.length; place++) {
        const slot = slots[place] as number // In range, like all indices here.
        const often = this.#often(counts[place] as number, (this.#stored[slot] as Stored).lengths, averages)
        scores[slot] = (scores[slot] as number) + (worth * often) / (SATURATION + often)
      }
    }
    this.#groups.lift(scores)
    return this.#spread(this.#best(scores, DEEPER * most)).slice(0, most)
  }

  #spread(found: readonly Scored[]): readonly Scored[] {
    const slots = found.map(({ id }) => this.#slots.get(id) as number) // All are indexed.
    const scores = this.#groups.spread(
      slots,
      found.map(({ score }) => score),
    )
    return found.map(({ id }, place) => ({ id, score: scores[place] as number })).sort(byScore)
  }

  #often(counts: number, lengths: readonly number[], averages: readonly number[]): number {
    let sum = 0
    for (let place = 0; place < this.#weights.length; place++) {
      const count = (counts >>> (8 * place)) & MAX_TIMES
      if (count === 0) continue
      const { weight, shrink } = this.#weights[place] as FieldWeight
      const ratio = (lengths[place] as number) / (averages[place] as number)
      sum += (weight * count) / (1 - shrink + shrink * ratio)
    }
    return sum
  }

  /** Picks few of many: a document that cannot be among them is skipped without sorting. */
  #best(scores: Float64Array, most: number): readonly Scored[] {
    const best: Scored[] = []
    for (let slot = 0; slot < this.#stored.length; slot++) {
      const score = scores[slot] as number
      if (score <= 0 || (best.length >= most && score < (best.at(-1)?.score ?? 0))) continue
      const found = { id: (this.#stored[slot] as Stored).id, score }
      const after = best.findIndex((each) => byScore(found, each) < 0)
      best.splice(after === -1 ? best.length : after, 0, found)
      if (best.length > most) best.pop()
    }
    return best
  }

  #post(term: string, slot: number, count: number): void {
    const posting = this.#postings.get(term)
    if (posting === undefined) {
      this.#postings.set(term, { slots: [slot], counts: [count] })
      this.#onTerm(term, true)
      return
    }
    posting.slots.push(slot)
    posting.counts.push(count)
  }

  #unpost(term: string, slot: number): void {
    const posting = this.#postings.get(term)
    if (posting === undefined) return
    const { slots, counts } = posting
    const place = slots.indexOf(slot)
    // Swapped with the last entry, because the order does not matter.
    slots[place] = slots.at(-1) as number
    counts[place] = counts.at(-1) as number
    slots.pop()
    counts.pop()
    if (slots.length > 0) return
    this.#postings.delete(term)
    this.#onTerm(term, false)
  }
}

function countsIn(fields: readonly (readonly string[])[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  fields.forEach((field, place) => {
    const bits = 8 * place
    for (const term of field) {
      const before = counts.get(term) ?? 0
      if (((before >>> bits) & MAX_TIMES) < MAX_TIMES) counts.set(term, (before + 2 ** bits) >>> 0)
    }
  })
  return counts
}

function byScore(a: Scored, b: Scored): number {
  return b.score - a.score || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
}
