// Problems are sent back to the model: each says what is wrong, where, and how to write it correctly.
import type { Problem } from "../../../contracts/answer.ts"

export type ProblemCode = "malformed-json" | "malformed-xml" | "missing-tool-name" | "unclosed" | "not-an-object"

const MAX_QUOTED = 300

/** The maximum size of one call in characters, far above any reasonable call. */
export const MAX_CALL_CHARS = 10 * 1024 * 1024

/** `raw`: the text that the model wrote. */
export function problem(code: ProblemCode, what: string, raw: string): Problem {
  return { code, message: `${what} You wrote: ${shortened(raw)}` }
}

export function tooLarge(raw: string): Problem {
  return problem("unclosed", "The call has more than 10 MB. Write less in one call, and close it.", raw)
}

/** `written`: the call so far, or its arguments so far. */
export function cutAtLimit(name: string, written: string): Problem {
  const of = name === "" ? "a tool call" : `the call of "${name}"`
  const what = `Your answer was cut off at the output limit, inside ${of}, so the call was not made. Send the call again, shorter: split the work, or write less in one call.`
  return problem("unclosed", what, written)
}

/** Keeps both ends: the start names the call, and the end shows where it broke off. */
export function shortened(raw: string): string {
  const text = raw.length > 4 * MAX_QUOTED ? `${raw.slice(0, 2 * MAX_QUOTED)} … ${raw.slice(-2 * MAX_QUOTED)}` : raw
  const plain = text.trim().replace(/\s+/g, " ")
  if (plain.length <= MAX_QUOTED) return plain.toWellFormed()
  return `${plain.slice(0, 200)} … ${plain.slice(-(MAX_QUOTED - 203))}`.toWellFormed()
}
