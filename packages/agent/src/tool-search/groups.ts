// Groups of documents, such as the tools of a server: if the best of a group fit, the others fit a little, too.
// "The newest that my colleagues pushed" is about git, although the tool it needs is pull.

/** This share of the best two scores' average is added to each document of the group. */
const LIFT = 0.4

/** Each further document of the same group loses this share, so that other groups get a place, too. */
const SPREAD = 0.02

export class Groups {
  readonly #numbers = new Map<string, number>()
  /** By slot; 0 is no group. A group without documents keeps its number: there are few. */
  readonly #groups: number[] = []

  put(slot: number, group: string): void {
    this.#groups[slot] = group === "" ? 0 : this.#numberOf(group)
  }

  /** A document that scores nothing is not lifted. */
  lift(scores: Float64Array): void {
    const best = new Float64Array(this.#numbers.size + 1)
    const second = new Float64Array(this.#numbers.size + 1)
    for (let slot = 0; slot < this.#groups.length; slot++) {
      const score = scores[slot] as number // In range, like all indices here.
      const group = this.#groups[slot] as number
      if (score > (best[group] as number)) {
        second[group] = best[group] as number
        best[group] = score
      } else if (score > (second[group] as number)) second[group] = score
    }
    for (let slot = 0; slot < this.#groups.length; slot++) {
      const group = this.#groups[slot] as number
      if (group === 0 || (scores[slot] as number) <= 0) continue
      const first = best[group] as number
      // A group with one match must not be worse off than a group with many.
      scores[slot] = (scores[slot] as number) + (LIFT * (first + ((second[group] as number) || first))) / 2
    }
  }

  /** The reduced score of each document, in this order. */
  spread(slots: readonly number[], scores: readonly number[]): readonly number[] {
    const before = new Map<number, number>()
    return slots.map((slot, place) => {
      const group = this.#groups[slot] as number
      const many = group === 0 ? 0 : (before.get(group) ?? 0)
      before.set(group, many + 1)
      return (scores[place] as number) * (1 - SPREAD) ** many
    })
  }

  #numberOf(group: string): number {
    const known = this.#numbers.get(group)
    if (known !== undefined) return known
    this.#numbers.set(group, this.#numbers.size + 1)
    return this.#numbers.size
  }
}
