// Turns in groups by their numbers: what is far from the screen is left out a group at a time.

interface Numbered {
  readonly turn: number
}

export interface Group<T> {
  readonly id: number
  readonly turns: readonly T[]
}

const IN_A_GROUP = 8

/** A turn is always in the same group, whichever turns are there. */
export function groupsOf<T extends Numbered>(turns: readonly T[]): readonly Group<T>[] {
  const groups = Map.groupBy(turns, ({ turn }) => Math.floor((turn - 1) / IN_A_GROUP))
  return [...groups].map(([id, each]) => ({ id, turns: each }))
}
