// Turns of phrase in a request -> words for what is meant, which are added to what is said.
import { IDIOMS } from "./word-tables.ts"

export function idiomsIn(text: string): readonly string[] {
  return IDIOMS.phrases.flatMap(([pattern, meant]) => (pattern.test(text) ? meant.split(" ") : []))
}
