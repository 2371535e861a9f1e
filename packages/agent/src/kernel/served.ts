// Work that may yield facts before its value comes: a value that is at hand needs no generator.
import type { Yielded } from "./performer.ts"

/** In a performer: `"value" in served ? served.value : yield* served`. */
export type Served<Value> = { readonly value: Value } | AsyncGenerator<Yielded, Value, void>
