// Parses error objects: those of the two formats, which are similar, and the variants of other endpoints.
import { isObject } from "../../base/is-object.ts"
import type { Json, JsonObject } from "../../contracts/json.ts"
import type { ProviderError } from "./answer-so-far.ts"
import { numberIn, stringIn } from "./fields.ts"

/**
 * `{ error: { type, code, message } }`, `{ error: "text" }`, `{ type: "error", error }`, `{ object: "error", message
 * }`.
 */
export function readError(body: JsonObject): ProviderError | undefined {
  const { error } = body
  if (typeof error === "string" && error !== "") return { message: error }
  if (error !== undefined && isObject(error)) return fromObject(error)
  const isError = body.object === "error" || body.type === "error"
  return isError ? fromObject(body) : undefined
}

/** Parses the body of an error response, JSON or not. */
export function readErrorBody(text: string): ProviderError {
  try {
    const body: Json = JSON.parse(text)
    // Gemini wraps its error in a list; FastAPI servers send only "detail" or "message".
    const object = Array.isArray(body) ? body[0] : body
    if (isObject(object)) return readError(object) ?? { message: stringIn(object, "message") || text }
  } catch {
    // Not JSON, most likely a proxy's page: use its text.
  }
  return { message: text }
}

function fromObject(error: JsonObject): ProviderError {
  const code = error.code
  const status = typeof code === "number" ? code : numberIn(error, "status")
  const type = stringIn(error, "type")
  return {
    message: stringIn(error, "message"),
    ...(type !== "" && { type }),
    ...(typeof code === "string" && code !== "" && { code }),
    ...(status >= 400 && status < 600 && { status }),
  }
}
