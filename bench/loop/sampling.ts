// Which contender is measured next, and how often: in turns, so that a busy machine slows all of them, and within a time
// that is shared out equally. So a slow contender has fewer samples, and does not make the others wait.

export interface Sampling {
  /** How many samples each contender has at most. */
  readonly samples: number
  /** The time for all of them. Each contender has one sample, however long it takes. */
  readonly budgetMs: number
}

/** The samples of each, by name. */
export async function inTurns<One extends { readonly name: string }, T>(
  all: readonly One[],
  { samples, budgetMs }: Sampling,
  sample: (one: One) => Promise<T>,
  now: () => number = () => performance.now(),
): Promise<Readonly<Record<string, readonly T[]>>> {
  const shareMs = budgetMs / all.length
  const runs = all.map((one) => ({ one, found: [] as T[], spentMs: 0, longestMs: 0 }))
  for (let turn = 0; turn < samples; turn++) {
    for (const run of runs) {
      if (turn > 0 && run.spentMs + run.longestMs > shareMs) continue
      const began = now()
      run.found.push(await sample(run.one))
      const ms = now() - began
      run.spentMs += ms
      run.longestMs = Math.max(run.longestMs, ms)
    }
  }
  return Object.fromEntries(runs.map(({ one, found }) => [one.name, found]))
}

/** How many of `wanted` units fit into a time, if one takes `unitMs`. */
export function fitting(wanted: number, unitMs: number, budgetMs: number): number {
  return Math.max(0, Math.min(wanted, Math.floor(budgetMs / unitMs)))
}
