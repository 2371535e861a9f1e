// Checks that the model's provider can be reached, accepts the key and has the model, with cheap requests that run no
// model.
import { addressOf, keyOf, type Provider, readModelName } from "@pawl/agent/providers"
import { oneLine } from "../failure.ts"
import { redactor } from "../redact.ts"
import { world } from "../world.ts"
import type { Check } from "./doctor.ts"
import { modelList } from "./model-list.ts"

const TIMEOUT_MS = 5000

/** Throws the library's error for an unusable name, key or address. */
export async function probeModel(model: string): Promise<Check> {
  const { provider, model: name } = readModelName(model)
  const key = keyOf(provider, world().env)
  const base = addressOf(provider, world().env).replace(/\/+$/, "")
  const ask = (path: string) =>
    fetch(base + path, { headers: headersFor(provider, key), signal: AbortSignal.timeout(TIMEOUT_MS) })
  const url = base + keyPath(provider)
  try {
    const response = await ask(keyPath(provider))
    await response.body?.cancel()
    if (response.status === 401 || response.status === 403) {
      return {
        state: "fail",
        text: `model ${model}: ${url} refused the key in ${provider.keyNames.join(" or ")} (${response.status}). Check the key.`,
      }
    }
    if (response.status >= 500)
      return { state: "warn", text: `model ${model}: ${url} answers with ${response.status}. Try again later.` }
    const problem = await modelList(name, { path: listPath(provider), all: allOf(provider) }, ask)
    // Not every server of this format has a list; without one it is enough that the server answers.
    if (problem === undefined) return { state: "ok", text: `model ${model}: ${url} answers` }
    return { state: "fail", text: `model ${model}: ${base} has no model "${name}". ${problem}` }
  } catch (error) {
    const why = error instanceof Error && error.cause instanceof Error ? error.cause.message : oneLine(error)
    const what = redactor(world().env)(`model ${model}: ${url} cannot be reached (${why || "no connection"}).`)
    return { state: "fail", text: `${what} Check the network and ${provider.urlName}.` }
  }
}

/** A path that answers with an error if the key is wrong. */
function keyPath(provider: Provider): string {
  return provider.name === "openrouter" ? "/key" : listPath(provider)
}

export function listPath({ format, baseUrl }: Provider): string {
  return format === "anthropic-messages" && !/\/v1\/?$/.test(baseUrl) ? "/v1/models" : "/models"
}

/** Query for the whole list. Other formats send it without one. */
export function allOf({ format }: Provider): string {
  return format === "anthropic-messages" ? "?limit=1000" : ""
}

export function headersFor({ format }: Provider, key: string | undefined): Record<string, string> {
  if (key === undefined) return {}
  return format === "anthropic-messages"
    ? { "x-api-key": key, "anthropic-version": "2023-06-01" }
    : { authorization: `Bearer ${key}` }
}
