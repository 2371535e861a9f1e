// Several rankings -> one.

export interface Ranking {
  readonly ids: readonly string[]
  readonly weight: number
}

/** Reciprocal rank fusion: what stands high in any of them stands high. What is in none is left out. */
export function fused(rankings: readonly Ranking[], k = RANK_OFFSET): readonly string[] {
  const scores = new Map<string, number>()
  for (const { ids, weight } of rankings) {
    ids.forEach((id, rank) => {
      scores.set(id, (scores.get(id) ?? 0) + weight / (k + rank + 1))
    })
  }
  return [...scores].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : a > b ? 1 : 0)).map(([id]) => id)
}

/** Small, because K is: the first places have to count. */
const RANK_OFFSET = 10

/** In turns, so that each gets its share. What was taken already gives its turn to the next of the same ranking. */
export function dealt(rankings: readonly (readonly string[])[], most: number): readonly string[] {
  const taken = new Set<string>()
  const places = rankings.map(() => 0)
  let isOver = false
  while (taken.size < most && !isOver) {
    isOver = true
    rankings.forEach((ranking, which) => {
      let place = places[which] ?? 0
      while (place < ranking.length && taken.has(ranking[place] as string)) place += 1
      const id = ranking[place]
      places[which] = place + 1
      if (id === undefined || taken.size >= most) return
      taken.add(id)
      isOver = false
    })
  }
  return [...taken]
}
