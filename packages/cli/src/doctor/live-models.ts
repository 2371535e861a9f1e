// The models that a provider offers now, from its own list. No model is asked.
import { addressOf, keyOf, type Provider, providers } from "@pawl/agent/providers"
import { EXIT } from "../exit-codes.ts"
import { badInput, Failure, oneLine } from "../failure.ts"
import { nearest } from "../line/nearest.ts"
import { redactor } from "../redact.ts"
import { world } from "../world.ts"
import { idsIn, jsonOf } from "./model-list.ts"
import { allOf, headersFor, listPath } from "./probe-model.ts"

const TIMEOUT_MS = 10_000

export function providerNamed(name: string): Provider {
  const found = providers.find((each) => each.name === name)
  if (found !== undefined) return found
  const names = providers.map((each) => each.name)
  const meant = nearest(name, names)
  throw badInput(
    `There is no provider "${name}".${meant === undefined ? "" : ` Did you mean "${meant}"?`} Use one of: ${names.join(", ")}.`,
  )
}

/** Names without the provider's, sorted. `key`: in place of the one in the environment. */
export async function liveModels(provider: Provider, key?: string): Promise<readonly string[]> {
  const base = addressOf(provider, world().env).replace(/\/+$/, "")
  const url = base + listPath(provider) + allOf(provider)
  const response = await asked(url, headersFor(provider, keyOf(provider, world().env, key)), provider)
  if (response.status === 401 || response.status === 403)
    throw new Failure(EXIT.auth, `${provider.name} refused the key (${response.status}). Check the key.`)
  const names = response.ok ? idsIn(await jsonOf(response)) : undefined
  if (names === undefined)
    throw new Failure(
      EXIT.failed,
      `${url} has no list of models (${response.status}). Name a model with --model ${provider.name}:NAME.`,
    )
  return names.map((name) => name.replace(/^models\//, "")).sort()
}

export interface Offered {
  /** As `provider:name`. */
  readonly found: readonly string[]
  readonly failed: readonly unknown[]
}

/** What these providers offer; those with a known key, and those that need none, unless some are named. */
export async function modelsOffered(chosen: readonly Provider[] = providers.filter(hasKey)): Promise<Offered> {
  const lists = await Promise.allSettled(chosen.map((provider) => liveModels(provider)))
  const found = lists.flatMap((list, at) =>
    list.status === "fulfilled" ? list.value.map((name) => `${chosen[at]?.name}:${name}`) : [],
  )
  return { found, failed: lists.flatMap((list) => (list.status === "rejected" ? [list.reason] : [])) }
}

/** Whether a key for it is known, or it needs none. */
export function hasKey(provider: Provider): boolean {
  try {
    keyOf(provider, world().env)
    return true
  } catch {
    return false
  }
}

async function asked(url: string, headers: Record<string, string>, { name, urlName }: Provider): Promise<Response> {
  try {
    return await fetch(url, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) })
  } catch (error) {
    const why = error instanceof Error && error.cause instanceof Error ? error.cause.message : oneLine(error)
    const what = redactor(world().env)(`${name} cannot be reached at ${url} (${why || "no connection"}).`)
    throw new Failure(EXIT.failed, `${what} Check the network and ${urlName}.`)
  }
}
