// Parses a plan written as calls, the way small models of seed 001 write it: [plan.add_step(step_number=1,
// description="..."), plan.done()], one a line or all in one list; or as lines that begin with add_step.
import { plainEntry, readEntry, type Written } from "./plan-entry.ts"

const CALL = /(?<![\w.])(?:[A-Za-z_]\w*\.)?(add_step|respond|done)\s*\(/g
const LINE = /^[\s>*-]*(?:[A-Za-z_]\w*\.)?add_step\b[:\s]+(?=\S)(?!\()(.*\S)\s*$/gm

/** Undefined when it is no such plan; empty when it says that nothing is to be done. */
export function addedSteps(text: string): readonly Written[] | "unreadable" | undefined {
  const calls = callsIn(text)
  const added = calls.filter(({ name }) => name === "add_step")
  if (added.length > 0) return allOf(added.map(({ given }) => given && readEntry(entryOf(given))))
  const lines = [...text.matchAll(LINE)].map(([, rest = ""]) => plainEntry(unquoted(rest)))
  if (lines.length > 0) return lines
  // Counts only alone in an answer; in a sentence it is an ordinary word.
  return calls.length > 0 && /^\s*(?:<\|tool_call_start\|>)?\s*\[/.test(text) ? [] : undefined
}

/** A step that cannot be parsed is not left out: others may depend on it, so the whole plan is unreadable. */
function allOf(steps: readonly (Written | undefined)[]): readonly Written[] | "unreadable" {
  const read = steps.filter((step) => step !== undefined)
  return read.length === steps.length ? read : "unreadable"
}

interface Call {
  readonly name: string
  /** Undefined when its bracket never closes. */
  readonly given: readonly Argument[] | undefined
}

interface Argument {
  readonly name?: string
  readonly value: string
}

function callsIn(text: string): readonly Call[] {
  const calls: Call[] = []
  let end = 0
  for (const match of text.matchAll(CALL)) {
    // It stands within the arguments of another call.
    if (match.index < end) continue
    const read = argumentsAt(text, match.index + match[0].length)
    end = read?.end ?? end
    calls.push({ name: match[1] ?? "", given: read?.given })
  }
  return calls
}

/** Splits at commas outside quotes and brackets, up to the closing bracket. */
function argumentsAt(
  text: string,
  from: number,
): { readonly given: readonly Argument[]; readonly end: number } | undefined {
  const given: Argument[] = []
  let [start, depth, quote] = [from, 0, ""]
  for (let at = from; at < text.length; at++) {
    const letter = text[at] ?? ""
    if (quote !== "") {
      if (letter === "\\") at++
      else if (letter === quote) quote = ""
    } else if (letter === '"' || (letter === "'" && !/\w/.test(text[at - 1] ?? ""))) quote = letter
    else if ("([{".includes(letter)) depth++
    else if (depth === 0 && (letter === "," || letter === ")")) {
      const piece = text.slice(start, at).trim()
      if (piece !== "") given.push(argumentOf(piece))
      start = at + 1
      if (letter === ")") return { given, end: at + 1 }
    } else if (")]}".includes(letter)) depth--
  }
  return undefined
}

function argumentOf(piece: string): Argument {
  const [, name, value = ""] = /^([A-Za-z_]\w*)\s*[=:]\s*([\s\S]*)$/.exec(piece) ?? []
  return name === undefined ? { value: piece } : { name, value }
}

/**
 * Without names, what is to be done comes first, then the tool; a number is the step's own, a list names what it needs.
 */
function entryOf(given: readonly Argument[]): Readonly<Record<string, unknown>> {
  const entry: Record<string, unknown> = {}
  for (const { name, value } of given) {
    const read = readValue(value)
    entry[name ?? placeOf(read, entry)] = read
  }
  return entry
}

function placeOf(value: unknown, entry: Readonly<Record<string, unknown>>): string {
  if (Array.isArray(value)) return "needs"
  if (typeof value === "number") return "number"
  return "what" in entry ? "tool" : "what"
}

function readValue(written: string): unknown {
  if (/^["']/.test(written)) return unquoted(written)
  if (/^\d+$/.test(written)) return Number(written)
  if (/^[[(]/.test(written)) return written.match(/\d+/g) ?? []
  return /^(?:None|null|)$/.test(written) ? undefined : written
}

function unquoted(written: string): string {
  const [, , inner] = /^(["'])([\s\S]*)\1$/.exec(written.trim()) ?? []
  if (inner === undefined) return written.trim()
  return inner.replace(/\\([\s\S])/g, (_, letter: string) => (letter === "n" ? "\n" : letter)).trim()
}
