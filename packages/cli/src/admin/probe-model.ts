// Can the model's provider be reached, and does it take the key? One cheap request that asks no model anything.
import { oneLine } from "../failure.ts"
import type { Provider } from "../providers.ts"
import { redactor } from "../redact.ts"
import type { Check } from "./doctor.ts"

const TIMEOUT_MS = 5000

export async function probeModel(model: string, provider: Provider): Promise<Check> {
  const url = addressOf(provider)
  try {
    const response = await fetch(url, { headers: headersFor(provider), signal: AbortSignal.timeout(TIMEOUT_MS) })
    await response.body?.cancel()
    if (response.status === 401 || response.status === 403) {
      return {
        state: "fail",
        text: `model ${model}: ${url} refused the key in ${provider.keys.join(" or ")} (${response.status}). Check it.`,
      }
    }
    // Not every server of the same format has this page; that it answers is what counts.
    if (response.status < 500) return { state: "ok", text: `model ${model}: ${url} answers` }
    return { state: "warn", text: `model ${model}: ${url} answers with ${response.status}. Try again later.` }
  } catch (error) {
    const why = error instanceof Error && error.cause instanceof Error ? error.cause.message : oneLine(error)
    const what = redactor(process.env)(`model ${model}: ${url} cannot be reached (${why || "no connection"}).`)
    return { state: "fail", text: `${what} Check the network and ${provider.baseEnv}.` }
  }
}

function addressOf({ name, baseEnv, base, probe }: Provider): string {
  const given = process.env[baseEnv]?.trim()
  const address = given === undefined || given === "" ? base : given
  const absolute = (/^https?:\/\//.test(address) ? address : `http://${address.replace(/^:/, "127.0.0.1:")}`).replace(
    /\/+$/,
    "",
  )
  if (name !== "ollama" || !URL.canParse(absolute)) return absolute + probe
  // Ollama's own spelling: the port may be left out, and the address it listens on is none to call.
  const url = new URL(absolute.replace(/\/v1$/, "").replace("//0.0.0.0", "//127.0.0.1"))
  if (url.port === "" && !/^https?:\/\//.test(address)) url.port = "11434"
  return url.origin + probe
}

function headersFor({ name, keys }: Provider): Record<string, string> {
  const secret = keys.map((key) => process.env[key]?.trim()).find((key) => key !== undefined && key !== "")
  if (secret === undefined) return {}
  return name === "anthropic"
    ? { "x-api-key": secret, "anthropic-version": "2023-06-01" }
    : { authorization: `Bearer ${secret}` }
}
