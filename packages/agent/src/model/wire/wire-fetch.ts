// `fetch` over the connections of model calls, for other code that uses HTTP: the same proxies and certificate
// authorities.
import type { Dispatcher, RequestInit } from "undici"
import { undiciPackage } from "../../outside/packages.ts"
import { connectionsTo, type Environment } from "./connections.ts"

const { Dispatcher: AnyDispatcher, fetch } = undiciPackage()

/**
 * Chooses connections by origin for every request, because a redirect may lead to an origin with another proxy setting.
 */
class PoolByOrigin extends AnyDispatcher {
  readonly #env: Environment

  constructor(env: Environment) {
    super()
    this.#env = env
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    return connectionsTo(String(options.origin), this.#env).dispatch(options, handler)
  }
}

const ways = new PoolByOrigin(process.env)

export function wireFetch(url: string | URL, init: globalThis.RequestInit = {}): Promise<globalThis.Response> {
  // The types of undici and Node describe the same standard, but are declared separately.
  const standard = init as unknown as RequestInit
  return fetch(url, { ...standard, dispatcher: ways }) as Promise<unknown> as Promise<globalThis.Response>
}
