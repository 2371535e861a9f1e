// `fetch` over the connections of model calls, for others who speak HTTP: the same proxies, the same authorities.
import { Dispatcher, fetch, type RequestInit } from "undici"
import { connectionsTo, type Environment } from "./connections.ts"

/** By origin, for every request: a redirect may lead to one that needs another way. */
class Ways extends Dispatcher {
  readonly #env: Environment

  constructor(env: Environment) {
    super()
    this.#env = env
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    return connectionsTo(String(options.origin), this.#env).dispatch(options, handler)
  }
}

const ways = new Ways(process.env)

export function wireFetch(url: string | URL, init: globalThis.RequestInit = {}): Promise<globalThis.Response> {
  // The types of undici and of Node describe the same standard, each in its own words.
  const standard = init as unknown as RequestInit
  return fetch(url, { ...standard, dispatcher: ways }) as Promise<unknown> as Promise<globalThis.Response>
}
