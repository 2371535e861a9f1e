// Turns a JSON object into the model's decision, to answer or to call tools, in the shapes that models use.
import { isObject } from "../../../base/is-object.ts"
import type { Json, JsonObject } from "../../../contracts/json.ts"
import {
  ARGUMENTS,
  type CallSource,
  callIn,
  missingName,
  NAMES,
  type Read,
  SERVERS,
  WRAPPERS,
  written,
} from "./called.ts"
import { firstOf, isList, without } from "./json-object.ts"
import { problem } from "./problems.ts"
import { isDotted, isPlainName } from "./tool-names.ts"

/** The only member of the schema's root: some endpoints accept no union there. */
export const DECISION = "decision"
export const FINAL = "FinalResponse"

export const THOUGHTS = ["thought", "thoughts", "reasoning", "thinking", "rationale"]
export const KINDS = ["type", "kind", "action", "response_type"]
/** Keys that mark an answer on their own. */
const PLAIN_ANSWERS = ["answer", "final_answer", "response", "text", "final_response"]
/** Keys of the answer in an object whose kind says that it is one. */
export const ANSWERS = [...PLAIN_ANSWERS, "content", "message", "output", "result", "action_input"]
const LISTS = ["tool_calls", "calls", "actions"]

const FINAL_KIND = /^(?:final|answer|respond|response|finish|final[_ -]?(?:response|answer)|message|text)$/i
const FINAL_KEY = /^(?:answer|response|final[_ -]?(?:response|answer))$/i
/** Kinds that announce a call; another key holds the tool's name. */
const CALL_KIND = /^(?:tool|tool_?call|tool_use|function|function_?call|call)$/i

export interface Decision {
  readonly thought: string
  /** Undefined if the decision is not an answer. */
  readonly answer?: string
  readonly reads: readonly Read[]
}

export function isFinalKind(kind: string): boolean {
  return FINAL_KIND.test(kind)
}

export function isFinalKey(key: string): boolean {
  return FINAL_KEY.test(key)
}

/** Undefined if the object is neither an answer nor a call. */
export function decisionIn(given: JsonObject, source: CallSource): Decision | undefined {
  const object = isObject(given[DECISION]) ? given[DECISION] : given
  const list = firstOf(object, LISTS)?.value
  if (isList(list) && list.length > 0 && list.every(isObject)) {
    return { thought: thoughtIn(object), reads: list.map((each) => callIn(each, source)), ...answerIn(object) }
  }
  return byKind(object, source) ?? byName(object, source) ?? byKey(object, source)
}

/** {"type": "FinalResponse", "answer": ..}, {"type": "read_file", "path": ..}. */
function byKind(object: JsonObject, source: CallSource): Decision | undefined {
  const found = firstOf(object, KINDS)
  if (typeof found?.value !== "string") return undefined
  const { key, value: kind } = found
  if (!source.offered.has(kind)) {
    if (FINAL_KIND.test(kind)) return final(object, source)
    // Another key names the tool, so this key may be one of its arguments.
    if (isNamed(object)) return undefined
    if (CALL_KIND.test(kind)) return { thought: thoughtIn(object), reads: [missingName(source)] }
    const mayBeTool = isDotted(kind) || isPlainName(kind)
    const isKnown = !source.offered.areKnown || firstOf(object, ARGUMENTS) !== undefined
    if (!mayBeTool || !isKnown) return undefined
  }
  const spare = spareThoughts(object, kind, source)
  const call = callOf(kind, without(object, [key, ...spare]), source)
  return { thought: thoughtIn(object, spare), reads: [call] }
}

/** {"tool": "x", "arguments": {..}}, with or without an answer beside it; {"thought": .., "answer": ..}. */
function byName(object: JsonObject, source: CallSource): Decision | undefined {
  const { answer } = answerIn(object)
  if (!isNamed(object)) return answer === undefined ? undefined : { thought: thoughtIn(object), answer, reads: [] }
  const isNested = firstOf(object, ARGUMENTS) !== undefined
  const name = firstOf(object, NAMES)?.value
  const spare = isNested ? THOUGHTS : spareThoughts(object, typeof name === "string" ? name : "", source)
  const call = callIn(without(object, spare), source)
  return { thought: thoughtIn(object, spare), reads: [call], ...(isNested && answer !== undefined && { answer }) }
}

/** {"FinalResponse": {"answer": ..}}, {"read_file": {"path": ..}}. */
function byKey(object: JsonObject, source: CallSource): Decision | undefined {
  const thought = thoughtIn(object)
  const [key, ...more] = Object.keys(object).filter((each) => !THOUGHTS.includes(each) && object[each] !== null)
  if (key === undefined || more.length > 0) return undefined
  const value = object[key] ?? null
  if (FINAL_KEY.test(key))
    return isObject(value) ? final(value, source, thought) : { thought, answer: shown(value), reads: [] }
  if (ARGUMENTS.includes(key)) return { thought, reads: [missingName(source)] }
  if (!isObject(value) || !source.offered.isPlausible(key)) return undefined
  return { thought, reads: [written(key, "", value, source.offered)] }
}

function final(object: JsonObject, source: CallSource, outer = ""): Decision {
  const thought = outer || thoughtIn(object)
  const found = firstOf(object, ANSWERS)
  if (found !== undefined) return { thought, answer: shown(found.value), reads: [] }
  const what = `${FINAL} needs the key "answer" with the text for the user. ${source.right}`
  return { thought, reads: [problem("malformed-json", what, source.raw)] }
}

/** The arguments are in an object of their own, or beside the name. */
function callOf(name: string, rest: JsonObject, source: CallSource): Read {
  const args = firstOf(rest, ARGUMENTS)
  if (args !== undefined && !isArgument(args.key, name, source)) return callIn({ ...rest, name }, source)
  const server = isArgument("server", name, source) ? undefined : firstOf(rest, SERVERS)
  const own = server === undefined ? rest : without(rest, SERVERS)
  return written(name, typeof server?.value === "string" ? server.value : "", own, source.offered)
}

function spareThoughts(object: JsonObject, name: string, source: CallSource): readonly string[] {
  return THOUGHTS.filter((key) => Object.hasOwn(object, key) && !isArgument(key, name, source))
}

function isArgument(key: string, name: string, { offered }: CallSource): boolean {
  return Object.hasOwn(Object(offered.find(offered.split(name))?.inputSchema.properties), key)
}

function isNamed(object: JsonObject): boolean {
  return firstOf(object, NAMES) !== undefined || isObject(firstOf(object, WRAPPERS)?.value)
}

function thoughtIn(object: JsonObject, keys: readonly string[] = THOUGHTS): string {
  const found = firstOf(object, keys)
  return typeof found?.value === "string" ? found.value : ""
}

function answerIn(object: JsonObject): { readonly answer?: string } {
  const found = firstOf(object, PLAIN_ANSWERS)
  return found === undefined || isObject(found.value) ? {} : { answer: shown(found.value) }
}

/** An answer that is not text is shown as JSON. */
function shown(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value)
}
