// Counters that let rules detect a model going in circles: the same call, or the same error.
import type { Part } from "../../contracts/content.ts"
import type { Json } from "../../contracts/json.ts"
import type { Call } from "../../contracts/message.ts"
import type { Counters, RecentCall } from "./state.ts"

/** The reason of a nudge for an answer in text where the profile requires a tool call. */
export const NO_CALL = "no-tool-call"

/** The reason of a nudge about a call that the turn requires. */
export const CALL_REQUIRED = "call-required"

/** The reason of a nudge about an answer that does not fit the turn's output. */
export const OUTPUT_INVALID = "output-invalid"

/** How often a turn's own demands had its model asked again: such requests are no steps of the work. */
export function corrections({ nudges }: Counters): number {
  return countOf(nudges, CALL_REQUIRED) + countOf(nudges, OUTPUT_INVALID)
}

/** The code of a call that was not run because the same call was made before. */
export const REPEATED_CALL = "repeated-call"

/** The code of a call of a withheld tool. */
export const WITHHELD_TOOL = "tool-withheld"

/** A model that makes this many different calls in between is not going in circles. */
const MAX_RECENT = 32
const MAX_SIGNATURE_CHARS = 200
const MAX_DIGESTED_CHARS = 1000

export function again(before: Counters["sameError"], key: string): Counters["sameError"] {
  return { key, times: before.key === key ? before.times + 1 : 1 }
}

/**
 * A call of a withheld tool counts as the error the tool was withheld for, if that was the last error. Otherwise all
 * such calls count as one error.
 */
export function againWithheld(before: Counters["sameError"], tool: string): Counters["sameError"] {
  return again(before, before.key.startsWith(`${tool}: `) ? before.key : WITHHELD_TOOL)
}

/** Names come from models: one may be `constructor`. */
export function countOf(counts: Readonly<Record<string, number>>, name: string): number {
  return Object.hasOwn(counts, name) ? (counts[name] ?? 0) : 0
}

export function oneMore(counts: Readonly<Record<string, number>>, name: string): Readonly<Record<string, number>> {
  return { ...counts, [name]: countOf(counts, name) + 1 }
}

export interface Made {
  readonly signature: string
  readonly result: string
  /** The number of changes before this call, and after it. */
  readonly before: number
  readonly changes: number
}

/** Whether any call was made this often lately: without one, no other call has to be compared with them. */
export function isRepeated(recent: readonly RecentCall[], times: number): boolean {
  for (let at = 0; at < recent.length; at++) if ((recent[at] as RecentCall).made >= times) return true // Within bounds.
  return times <= 0
}

/** The last call with this signature, if it was made lately. */
export function recentCall(recent: readonly RecentCall[], signature: string): RecentCall | undefined {
  // Runs over the whole list: nearly every call is a new one.
  for (let at = 0; at < recent.length; at++) if (recent[at]?.signature === signature) return recent[at]
  return undefined
}

export function withCall(recent: readonly RecentCall[], { signature, result, before, changes }: Made) {
  const known = recentCall(recent, signature)
  const isFull = known === undefined && recent.length >= MAX_RECENT
  const others = isFull
    ? recent.slice(1 - MAX_RECENT)
    : known === undefined
      ? recent
      : recent.filter((each) => each !== known)
  const since = known?.changes === before ? known : undefined
  const inVain = since?.result === result ? since.inVain + 1 : 1
  return others.concat({ signature, made: (since?.made ?? 0) + 1, inVain, result, changes })
}

/** Enough of a result to recognise it: a short one itself, which takes no memory beside the history, a long one by its hash. */
export function digestOf(content: readonly Part[]): string {
  const [first] = content
  const all = content.length === 1 && first?.type === "text" ? first.text : joinedText(content)
  if (all.length <= MAX_DIGESTED_CHARS) return all
  return `${all.length} ${hashOf(all.slice(0, MAX_DIGESTED_CHARS) + all.slice(-MAX_DIGESTED_CHARS))}`
}

function joinedText(content: readonly Part[]): string {
  return content.map((part) => (part.type === "text" ? part.text : part.hash)).join("\n")
}

/** Equal for the same tool and arguments, whatever the order of their keys. */
export function signatureOf({ name, arguments: given }: Pick<Call, "name" | "arguments">): string {
  const written = `${name} ${JSON.stringify(sorted(given))}`
  return written.length <= MAX_SIGNATURE_CHARS
    ? written
    : `${written.slice(0, 80)}… ${written.length} ${hashOf(written)}`
}

/** Keys below this depth are not sorted: no real call is that deep, and the recursion must be bounded. */
const MAX_SORTED_DEPTH = 100

function sorted(value: Json, depth = 0): Json {
  if (typeof value !== "object" || value === null || depth > MAX_SORTED_DEPTH || isSorted(value)) return value
  if (Array.isArray(value)) return value.map((each) => sorted(each, depth + 1))
  const entries = Object.entries(value as Readonly<Record<string, Json>>)
  return Object.fromEntries(
    entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, each]) => [key, sorted(each, depth + 1)]),
  )
}

/** True for a flat object whose keys are in order, as those of most calls are: nothing has to be copied. */
function isSorted(value: object): boolean {
  if (Array.isArray(value)) return false
  let last: string | undefined
  for (const key in value) {
    if (typeof (value as Readonly<Record<string, Json>>)[key] === "object" || (last !== undefined && key < last))
      return false
    last = key
  }
  return true
}

/**
 * FNV-1a, twice with different seeds. Not safe against forgery, which would gain nothing: a forger could simply
 * repeat the call.
 */
function hashOf(written: string): string {
  let [first, second] = [0x811c9dc5, 0x9747b28c]
  for (let index = 0; index < written.length; index++) {
    const unit = written.charCodeAt(index)
    first = Math.imul(first ^ unit, 0x01000193)
    second = Math.imul(second ^ unit, 0x01000193)
  }
  return (first >>> 0).toString(36) + (second >>> 0).toString(36)
}
