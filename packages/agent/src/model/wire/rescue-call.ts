// Ollama answers 500 when it cannot parse a call that its model wrote. The error message quotes the call; often only a
// brace is missing, and then it can still be made.
import { isObject } from "../../base/is-object.ts"
import type { Answer, AskedCall } from "../../contracts/answer.ts"
import type { JsonObject } from "../../contracts/json.ts"
import type { ToolDefinition } from "../../contracts/model.ts"
import { readOneValue } from "../dialects/reading/repair-json.ts"

const REFUSED_CALL = /error parsing tool call: raw='([\s\S]*)', err=/

/** Undefined if the message is about something else. */
export function rescuedAnswer(message: string, tools: readonly ToolDefinition[]): Answer | undefined {
  const raw = REFUSED_CALL.exec(message)?.[1]
  if (raw === undefined) return undefined
  const call = readCall(raw, tools)
  const problem = {
    code: "malformed-json",
    message: `Your tool call could not be read: ${raw.slice(0, 300)}. Write it again, with arguments that are one valid JSON object.`,
  }
  const read = call === undefined ? { calls: [], problems: [problem] } : { calls: [call], problems: [] }
  return { kind: "answer", text: "", reasoning: [], ...read, stop: "tool-calls" }
}

function readCall(raw: string, tools: readonly ToolDefinition[]): AskedCall | undefined {
  const value = readOneValue(raw)
  if (!isObject(value)) return undefined
  const { name } = value
  const given = value.arguments ?? value.parameters
  if (typeof name === "string" && name.trim() !== "" && isObject(given)) return { name, arguments: given }
  // Only the arguments are quoted. They must fit exactly one tool, or the call is ambiguous.
  const [only, ...others] = tools.filter((tool) => fits(value, tool))
  return only === undefined || others.length > 0 ? undefined : { name: only.name, arguments: value }
}

function fits(given: JsonObject, { inputSchema }: ToolDefinition): boolean {
  const known = isObject(inputSchema.properties) ? Object.keys(inputSchema.properties) : []
  const required = Array.isArray(inputSchema.required) ? inputSchema.required : []
  const keys = Object.keys(given)
  return keys.every((key) => known.includes(key)) && required.every((key) => keys.includes(String(key)))
}
