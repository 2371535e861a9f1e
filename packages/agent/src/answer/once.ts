// What several features ask of one reading, worked out once.
import type { Reading } from "./reading.ts"

export function once<T>(look: (reading: Reading) => T): (reading: Reading) => T {
  const known = new WeakMap<Reading, { readonly value: T }>()
  return (reading) => {
    const before = known.get(reading)
    if (before !== undefined) return before.value
    const value = look(reading)
    known.set(reading, { value })
    return value
  }
}
