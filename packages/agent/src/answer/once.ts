// What several features ask of one thing, worked out once: a reading, a call, or what two readings of an answer share.

export function once<K, T>(look: (of: K) => T, keyOf: (of: K) => object = (of) => of as object): (of: K) => T {
  const known = new WeakMap<object, { readonly value: T }>()
  return (of) => {
    const key = keyOf(of)
    const before = known.get(key)
    if (before !== undefined) return before.value
    const value = look(of)
    known.set(key, { value })
    return value
  }
}
