// How a profile wants a model to sample, as wire fields. What the user set for the model itself comes first.
import type { JsonObject } from "../../contracts/json.ts"
import type { ModelRequest } from "../../contracts/model.ts"

export function samplingFields({ sampling }: ModelRequest, own: JsonObject = {}): JsonObject {
  const { temperature, topP } = sampling ?? {}
  return {
    ...(temperature !== undefined && !("temperature" in own) && { temperature }),
    ...(topP !== undefined && !("top_p" in own) && { top_p: topP }),
  }
}

/** `,"a":1,"b":2`, to be added to an object that has begun; empty for no fields. */
export function fieldsJson(fields: JsonObject): string {
  const json = JSON.stringify(fields)
  return json === "{}" ? "" : `,${json.slice(1, -1)}`
}
