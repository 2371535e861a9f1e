// What the model server needs of a wire format: how to decode a request, and how to encode an answer or an error.
import type { ErrorClass } from "../../contracts/answer.ts"
import type { JsonObject } from "../../contracts/json.ts"
import type { ModelRequest } from "../../contracts/model.ts"
import type { ScriptAnswer } from "../../model/scripted.ts"

export interface WireFormat {
  decode(body: JsonObject): ModelRequest
  /** The frames of the stream, as they are sent. `id` distinguishes the answers of a server. */
  frames(answer: ScriptAnswer, id: number): readonly string[]
  /** The same answer in one piece. */
  whole(answer: ScriptAnswer, id: number): JsonObject
  error(type: string, message: string): JsonObject
  errorFrame(type: string, message: string): string
  /** The format's name for each of our error classes. */
  readonly errorTypes: Partial<Record<ErrorClass, string>>
}

/** Words with the space after them, as a model streams them. */
export function pieces(text: string): readonly string[] {
  return text.match(/\S+\s*|\s+/g) ?? []
}

/** Two or three pieces, as providers stream arguments. */
export function bits(json: string): readonly string[] {
  const third = Math.ceil(json.length / 3)
  return [json.slice(0, third), json.slice(third, 2 * third), json.slice(2 * third)].filter((bit) => bit !== "")
}

export function usageOf(answer: ScriptAnswer): { readonly input: number; readonly output: number } {
  const { text = "", usage } = answer
  return { input: usage?.inputTokens ?? 1, output: usage?.outputTokens ?? Math.ceil(text.length / 4) }
}

export function frame(data: JsonObject | string, event?: string): string {
  const payload = typeof data === "string" ? data : JSON.stringify(data)
  return `${event === undefined ? "" : `event: ${event}\n`}data: ${payload}\n\n`
}
