// Work that may yield facts before its value comes: a value that is at hand needs no generator.
import type { Yielded } from "./performer.ts"

/** In a performer: `"value" in served ? served.value : yield* served`. */
export type Served<Value> = { readonly value: Value } | AsyncGenerator<Yielded, Value, void>

/** Goes on with the value: at once when it is at hand. */
export function endWith<Value, End>(served: Served<Value>, end: (value: Value) => End): Served<End> {
  return "value" in served ? { value: end(served.value) } : ended(served, end)
}

async function* ended<Value, End>(served: AsyncGenerator<Yielded, Value, void>, end: (value: Value) => End) {
  return end(yield* served)
}
