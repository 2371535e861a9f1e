// Converts a profile's sampling settings to wire fields. Settings that the user made for the model take precedence.
import type { JsonObject } from "../../contracts/json.ts"
import type { ModelRequest } from "../../contracts/model.ts"

export function samplingFields({ sampling }: ModelRequest, own: JsonObject = {}): JsonObject {
  const { temperature, topP } = sampling ?? {}
  return {
    ...(temperature !== undefined && !("temperature" in own) && { temperature }),
    ...(topP !== undefined && !("top_p" in own) && { top_p: topP }),
  }
}

/** `,"a":1,"b":2`, to append to an unfinished object; empty without fields. */
export function fieldsJson(fields: JsonObject): string {
  const json = JSON.stringify(fields)
  return json === "{}" ? "" : `,${json.slice(1, -1)}`
}
