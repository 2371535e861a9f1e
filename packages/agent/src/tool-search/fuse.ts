// Combines several rankings into one.

export interface Ranking {
  readonly ids: readonly string[]
  readonly weight: number
}

/** Reciprocal rank fusion: an id that ranks high in any ranking ranks high in the result. */
export function fused(rankings: readonly Ranking[], k = RANK_OFFSET): readonly string[] {
  const scores = new Map<string, number>()
  for (const { ids, weight } of rankings) {
    ids.forEach((id, rank) => {
      scores.set(id, (scores.get(id) ?? 0) + weight / (k + rank + 1))
    })
  }
  return [...scores].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : a > b ? 1 : 0)).map(([id]) => id)
}

/** Small, because only few results are kept: the first places have to count. */
const RANK_OFFSET = 10

/** Takes ids in turns, so that each ranking gets its share. An id that is taken already is skipped for the next one. */
export function roundRobin(rankings: readonly (readonly string[])[], most: number): readonly string[] {
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
