// A list that only grows and whose older versions stay valid: all versions share one array, each sees its own length.
// It keeps `apply` pure without copying the history for every fact.

/** A list that grows at its end, and is copied cheaply. */
export interface GrowList<T> {
  readonly items: readonly T[]
  readonly length: number
}

export const emptyList: GrowList<never> = { items: [], length: 0 }

export function push<T>(list: GrowList<T>, added: readonly T[]): GrowList<T> {
  if (added.length === 0) return list
  // Another version already grew this array beyond ours, or it is the shared empty one: start a new array.
  const mine = list.length > 0 && list.items.length === list.length
  const items = (mine ? list.items : list.items.slice(0, list.length)) as T[]
  for (const item of added) items.push(item)
  return { items, length: items.length }
}

export function toArray<T>(list: GrowList<T>): readonly T[] {
  return list.items.length === list.length ? list.items : list.items.slice(0, list.length)
}

export function lastOf<T>(list: GrowList<T>): T | undefined {
  return list.length === 0 ? undefined : list.items[list.length - 1]
}
