// Reads data from the text of an answer: JSON as it stands, in a code fence, or after some words. What has only one
// possible meaning is repaired. Pure: a replay reads the same.
import { isObject } from "../../base/is-object.ts"
import type { Json, JsonObject } from "../../contracts/json.ts"
import { readOneValue } from "../../model/dialects/reading/repair-json.ts"
import { schemaChecker } from "../../tools/json-schema.ts"
import { repairValues } from "../../tools/repair/repair-values.ts"
import { dropNulls } from "./drop-nulls.ts"

export type ReadOutput =
  | { readonly ok: true; readonly value: Json; readonly text: string }
  | { readonly ok: false; readonly problems: readonly string[] }

const MAX_PROBLEMS = 10

export function readOutput(text: string, schema: JsonObject): ReadOutput {
  if (text.trim() === "") return { ok: false, problems: ["it is empty"] }
  const problemsOf = schemaChecker(schema, { root: "the answer" })
  let problems: readonly string[] | undefined
  for (const written of candidates(text.trim())) {
    const value = readOneValue(written)
    if (value === undefined) continue
    for (const meant of meanings(value, schema)) {
      const found = problemsOf(meant)
      if (found.length === 0)
        return { ok: true, value: meant, text: isExactly(written, meant) ? written : JSON.stringify(meant) }
      problems ??= found
    }
  }
  // Models write a text, or one of several words, without quotes.
  const plain = text.trim()
  if (problemsOf(plain).length === 0) return { ok: true, value: plain, text: JSON.stringify(plain) }
  return { ok: false, problems: (problems ?? ["it is not JSON"]).slice(0, MAX_PROBLEMS) }
}

/** The likeliest first. */
function* candidates(text: string): Generator<string> {
  yield text
  for (const [, inside = ""] of [...text.matchAll(FENCE)].reverse()) yield inside.trim()
  const from = text.search(/[[{]/)
  const to = Math.max(text.lastIndexOf("}"), text.lastIndexOf("]"))
  if (from > 0 || (from === 0 && to < text.length - 1)) yield text.slice(from, Math.max(from, to) + 1)
  // The last object, when words with brackets stand before it.
  const last = text.lastIndexOf("\n{")
  if (last > from) yield text.slice(last + 1, to + 1)
}

const FENCE = /```[\w-]*[ \t]*\r?\n([\s\S]*?)```/g

function* meanings(value: Json, schema: JsonObject): Generator<Json> {
  yield value
  const kept = dropNulls(value, schema)
  if (kept !== value) yield kept
  if (!isObject(value) || !isObject(kept)) return
  const { arguments: repaired, repairs } = repairValues(kept, schema)
  if (repairs.length > 0) yield repaired
  // Some models wrap what is no object in one, as tools take it.
  const [only, ...others] = Object.values(value)
  if (only !== undefined && others.length === 0 && schema.type !== "object") yield only
}

function isExactly(written: string, value: Json): boolean {
  try {
    return JSON.stringify(JSON.parse(written)) === JSON.stringify(value)
  } catch {
    return false
  }
}
