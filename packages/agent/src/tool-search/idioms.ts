// Finds idioms in a request and returns words for their meaning, which are added to the request's own words.
import { IDIOMS } from "./word-tables.ts"

export function idiomsIn(text: string): readonly string[] {
  return IDIOMS.phrases.flatMap(([pattern, meant]) => (pattern.test(text) ? meant.split(" ") : []))
}
