// Reads labelled answers from JSON lines. Missing fields get defaults; mistakes are reported with their line number.
import type { JsonObject } from "@pawl/agent"

export interface Judged {
  readonly user: string
  readonly calls: readonly JudgedCall[]
  readonly answer: string
  /** The tools that were offered, when the set says so. */
  readonly tools?: readonly string[]
}

export interface JudgedCall {
  readonly name: string
  readonly args: JsonObject
  readonly result: string
  readonly isError: boolean
  readonly effect?: "read" | "idempotent" | "once"
}

export interface Labelled {
  readonly id: string
  readonly given: Judged
  readonly label: "nudge" | "accept"
  /** The reason of the label if the set has one; else the label. */
  readonly kind: string
}

export interface Read {
  readonly items: readonly Labelled[]
  readonly problems: readonly string[]
}

export function readLabelled(text: string): Read {
  const items: Labelled[] = []
  const problems: string[] = []
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue
    const item = itemOf(line, index + 1)
    if (typeof item === "string") problems.push(`Line ${index + 1}: ${item}`)
    else items.push(item)
  }
  return { items, problems }
}

function itemOf(line: string, number: number): Labelled | string {
  const row = objectOf(line)
  if (row === undefined) return "is not a JSON object."
  const { label, answer, user } = row
  if (label !== "nudge" && label !== "accept")
    return `"label" must be "nudge" or "accept", it is ${JSON.stringify(label)}.`
  if (typeof answer !== "string") return '"answer" must be a text.'
  const calls = Array.isArray(row.calls) ? row.calls : []
  const tools = Array.isArray(row.tools) ? row.tools.filter((tool) => typeof tool === "string") : undefined
  return {
    id: typeof row.id === "string" ? row.id : String(number),
    given: { user: typeof user === "string" ? user : "", calls: calls.map(callOf), answer, ...(tools && { tools }) },
    label,
    kind: typeof row.kind === "string" ? row.kind : label,
  }
}

function callOf(value: unknown): JudgedCall {
  const call = (typeof value === "object" && value !== null ? value : {}) as { readonly [key: string]: unknown }
  const { name, args, result, isError, effect } = call
  const given = typeof args === "string" ? objectOf(args) : args
  return {
    name: typeof name === "string" ? name : "",
    // Parsed JSON, so an object of it is a JsonObject.
    args: typeof given === "object" && given !== null && !Array.isArray(given) ? (given as JsonObject) : {},
    result: typeof result === "string" ? result : result === undefined || result === null ? "" : JSON.stringify(result),
    isError: isError === true,
    ...((effect === "read" || effect === "idempotent" || effect === "once") && { effect }),
  }
}

function objectOf(text: string): { readonly [key: string]: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text)
    // Not null and not an array, so its keys can be read.
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as { [key: string]: unknown })
      : undefined
  } catch {
    return undefined
  }
}
