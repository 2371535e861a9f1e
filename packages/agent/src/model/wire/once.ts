// Made once for each object, and kept as long as the object is.

export function once<Key extends object, Value>(
  cache: WeakMap<Key, Value>,
  key: Key,
  make: (key: Key) => Value,
): Value {
  const known = cache.get(key)
  if (known !== undefined) return known
  const made = make(key)
  cache.set(key, made)
  return made
}
