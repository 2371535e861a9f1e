// Parses the calls of a native answer, with problems for those that cannot be made: without a name, or cut off.
// Arguments with an error that can only mean one thing are repaired, as in the text dialects.
import type { AskedCall, Problem, Stop } from "../../contracts/answer.ts"
import type { Json, JsonObject } from "../../contracts/json.ts"
import { argumentsIn } from "../dialects/reading/called.ts"
import { cutAtLimit, problem } from "../dialects/reading/problems.ts"
import { readJson } from "../dialects/reading/repair-json.ts"
import type { CallSoFar } from "./answer-so-far.ts"

export interface ReadCalls {
  readonly calls: readonly AskedCall[]
  readonly problems: readonly Problem[]
  /** What a provider attached, by the index of the call in `calls`; undefined if nothing. */
  readonly extras: JsonObject | undefined
}

/** `nameOf` maps a tool name on the wire back to Pawl's. */
export function readCalls(
  given: readonly CallSoFar[],
  nameOf: (name: string) => string,
  stop: Stop | undefined,
): ReadCalls {
  const calls: AskedCall[] = []
  const problems: Problem[] = []
  let extras: Record<string, Json> | undefined
  for (let at = 0; at < given.length; at++) {
    const call = given[at] as CallSoFar // Within the list.
    const wrong = problemOf(call, stop === "max-tokens", at === given.length - 1)
    if (wrong !== undefined) {
      problems.push(wrong)
      continue
    }
    if (call.extra !== undefined) {
      extras ??= {}
      extras[String(calls.length)] = call.extra
    }
    calls.push(toCall(call, nameOf))
  }
  return { calls, problems, extras }
}

/** Why the call cannot be made. */
function problemOf(call: CallSoFar, isCutAnswer: boolean, isLast: boolean): Problem | undefined {
  const isCut = isCutAnswer && !isWhole(call.arguments) && (isLast || call.arguments.trim() !== "")
  if (isCut) return cutAtLimit(call.name, call.arguments)
  return call.name.trim() === "" ? nameless(call) : undefined
}

function toCall(call: CallSoFar, nameOf: (name: string) => string): AskedCall {
  const name = nameOf(call.name)
  if (call.arguments.trim() === "") return { name, arguments: {} }
  const args = repaired(call.arguments)
  return args === undefined ? { name, arguments: {}, unreadable: call.arguments } : { name, arguments: args }
}

function repaired(text: string): JsonObject | undefined {
  const read = readJson(text)
  // After a number more digits may be missing, so the meaning is uncertain.
  if (read.kind === "broken" || read.added === "after-number" || read.values.length !== 1) return undefined
  return argumentsIn(read.values[0] ?? null)
}

function isWhole(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function nameless(call: CallSoFar): Problem {
  const what = "The tool call names no tool, so it was not made. Send it again with the name of one of the tools."
  return problem("missing-tool-name", what, call.arguments)
}
