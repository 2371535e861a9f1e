// Can the model's provider be reached, and does it take the key? One cheap request that asks no model anything.
import { addressOf, keyOf, type Provider, readModelName } from "@pawl/agent/providers"
import { oneLine } from "../failure.ts"
import { redactor } from "../redact.ts"
import type { Check } from "./doctor.ts"

const TIMEOUT_MS = 5000

/** A name, a key or an address that cannot be used is thrown as the library says it. */
export async function probeModel(model: string): Promise<Check> {
  const { provider } = readModelName(model)
  const key = keyOf(provider, process.env)
  const url = addressOf(provider, process.env).replace(/\/+$/, "") + pathFor(provider)
  try {
    const response = await fetch(url, { headers: headersFor(provider, key), signal: AbortSignal.timeout(TIMEOUT_MS) })
    await response.body?.cancel()
    if (response.status === 401 || response.status === 403) {
      return {
        state: "fail",
        text: `model ${model}: ${url} refused the key in ${provider.keyNames.join(" or ")} (${response.status}). Check it.`,
      }
    }
    // Not every server of the same format has this page; that it answers is what counts.
    if (response.status < 500) return { state: "ok", text: `model ${model}: ${url} answers` }
    return { state: "warn", text: `model ${model}: ${url} answers with ${response.status}. Try again later.` }
  } catch (error) {
    const why = error instanceof Error && error.cause instanceof Error ? error.cause.message : oneLine(error)
    const what = redactor(process.env)(`model ${model}: ${url} cannot be reached (${why || "no connection"}).`)
    return { state: "fail", text: `${what} Check the network and ${provider.urlName}.` }
  }
}

/** A page that says whether the key is good. */
function pathFor({ name, format, baseUrl }: Provider): string {
  if (name === "openrouter") return "/key"
  return format === "anthropic-messages" && !/\/v1\/?$/.test(baseUrl) ? "/v1/models" : "/models"
}

function headersFor({ format }: Provider, key: string | undefined): Record<string, string> {
  if (key === undefined) return {}
  return format === "anthropic-messages"
    ? { "x-api-key": key, "anthropic-version": "2023-06-01" }
    : { authorization: `Bearer ${key}` }
}
