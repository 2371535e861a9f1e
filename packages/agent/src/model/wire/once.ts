// Computes a value once per object, and keeps it as long as the object lives.

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
