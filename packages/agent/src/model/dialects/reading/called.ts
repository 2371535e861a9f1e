// Turns a JSON value that names a tool and its arguments into a call, in the spellings that models use.
import { isObject } from "../../../base/is-object.ts"
import type { Problem } from "../../../contracts/answer.ts"
import type { WrittenCall } from "../../../contracts/dialect.ts"
import type { Json, JsonObject } from "../../../contracts/json.ts"
import { firstOf, isList, without } from "./json-object.ts"
import { problem } from "./problems.ts"
import { readOneValue } from "./repair-json.ts"
import type { OfferedTools } from "./tool-names.ts"

export const NAMES = ["tool_name", "name", "tool", "function_name", "function"]
export const SERVERS = ["server_name", "server"]
export const ARGUMENTS = ["arguments", "args", "parameters", "params", "input", "action_input", "tool_input"]
export const WRAPPERS = ["function", "function_call", "tool_call", "tool", "action"]
/** Keys that may accompany a call and are not arguments. */
const BESIDE = ["id", "call_id", "tool_call_id", "type"]

export interface CallSource {
  /** The text that the model wrote, quoted in problems. */
  readonly raw: string
  /** Instruction for the correct form, included in problems. */
  readonly right: string
  readonly offered: OfferedTools
  /** A name given outside the object, as in <tool name="x">. */
  readonly name?: string
}

export type Read = WrittenCall | Problem

export function callsIn(value: Json, source: CallSource): readonly Read[] {
  if (isList(value) && value.length > 0 && value.every(isObject)) return value.map((each) => callIn(each, source))
  if (!isObject(value)) return [notAnObject("A call", value, source)]
  return [callIn(value, source)]
}

export function callIn(given: JsonObject, source: CallSource): Read {
  const object = unwrapped(given)
  const named = firstOf(object, NAMES)
  const name = named === undefined ? source.name : named.value
  if (typeof name !== "string" || name.trim() === "") return missingName(source)
  const server = firstOf(object, SERVERS)
  const found = firstOf(object, ARGUMENTS)
  const rest = without(object, [...NAMES, ...SERVERS, ...ARGUMENTS, ...BESIDE])
  const args = found === undefined ? rest : argumentsIn(found.value)
  if (args === undefined) return notAnObject(`The arguments of "${name}"`, found?.value ?? null, source)
  return written(name, typeof server?.value === "string" ? server.value : "", args, source.offered)
}

export function written(name: string, server: string, args: JsonObject, offered: OfferedTools): WrittenCall {
  return { ...offered.split(name, server), arguments: args }
}

/** Marks a call that nothing in the text closes. */
export function leftOpen(read: Read): Read {
  return isProblem(read) ? read : { ...read, isOpen: true }
}

export function missingName({ raw, right }: CallSource): Problem {
  return problem("missing-tool-name", `The call names no tool. ${right}`, raw)
}

/** An object, or an object that was written as a string. */
export function argumentsIn(value: Json): JsonObject | undefined {
  if (value === null) return {}
  if (typeof value !== "string") return isObject(value) ? value : undefined
  if (value.trim() === "") return {}
  const read = readOneValue(value)
  return isObject(read) ? read : undefined
}

export function notAnObject(what: string, value: Json, { raw, right }: CallSource): Problem {
  const kind = isList(value) ? "a list" : `a ${typeof value}`
  return problem("not-an-object", `${what} must be a JSON object, and is ${kind}. ${right}`, raw)
}

export function isProblem(read: Read): read is Problem {
  return "code" in read
}

/** {"function": {"name": .., "arguments": ..}} */
function unwrapped(object: JsonObject): JsonObject {
  const inner = firstOf(object, WRAPPERS)?.value
  return isObject(inner) ? inner : object
}
