// What a server offers besides tools ("resources", "prompts"). Kept on disk like its list, so it is known before a start.
import { join } from "node:path"
import type { McpServer } from "./config.ts"
import { type ListCache, listCache } from "./list-cache.ts"

export class Offers {
  readonly #server: McpServer
  readonly #cache: ListCache
  #names: readonly string[]

  constructor(server: McpServer, cache: ListCache) {
    this.#server = server
    this.#cache = cache
    this.#names = (cache.read(server) ?? []).map(({ name }) => name)
  }

  has(what: string): boolean {
    return this.#names.includes(what)
  }

  /** Returns true when the list of tools changes because of it. */
  learn(names: readonly string[]): boolean {
    if (JSON.stringify(names) === JSON.stringify(this.#names)) return false
    const isNews = names.includes("resources") !== this.has("resources")
    this.#names = names
    this.#cache.write(
      this.#server,
      names.map((name) => ({ name, inputSchema: {} })),
    )
    return isNews
  }
}

export function offersCache(folder: string | undefined): ListCache {
  return listCache(folder === undefined ? undefined : join(folder, "offers"))
}
