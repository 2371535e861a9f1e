// Small documents that the server keeps in the store: users, groups, logins, settings, MCP servers, findings about effects.
import type { Json, Store } from "@pawl/agent"

/** Documents by kind and key. A change names the version that it changes, so that two admins do not undo each other. */
export interface Records {
  get(kind: string, key: string): Promise<{ readonly value: Json; readonly version: number } | undefined>
  /** The new version; undefined when another process changed it since. `expected` 0: there must be none. */
  put(kind: string, key: string, value: Json, expected?: number): Promise<number | undefined>
  remove(kind: string, key: string, expected?: number): Promise<boolean>
}

export interface ListedRecords extends Records {
  /** Ordered by key. */
  list(
    kind: string,
    query?: { readonly prefix?: string; readonly after?: string; readonly limit?: number },
  ): Promise<readonly { readonly key: string; readonly value: Json; readonly version: number }[]>
}

export function recordsOf(store: Store): ListedRecords {
  if ("records" in store) return store.records as ListedRecords
  const known = inMemory.get(store) ?? memoryRecords()
  inMemory.set(store, known)
  return known
}

/** For stores of programs that have no documents: kept until the process ends. */
const inMemory = new WeakMap<Store, ListedRecords>()

function memoryRecords(): ListedRecords {
  const kept = new Map<string, { readonly kind: string; readonly key: string; readonly value: Json; version: number }>()
  const at = (kind: string, key: string) => kept.get(JSON.stringify([kind, key]))
  return {
    get: async (kind, key) => at(kind, key),
    async put(kind, key, value, expected) {
      const version = at(kind, key)?.version ?? 0
      if (expected !== undefined && expected !== version) return undefined
      kept.set(JSON.stringify([kind, key]), { kind, key, value, version: version + 1 })
      return version + 1
    },
    async remove(kind, key, expected) {
      const found = at(kind, key)
      if (found === undefined || (expected !== undefined && expected !== found.version)) return false
      return kept.delete(JSON.stringify([kind, key]))
    },
    async list(kind, { prefix = "", after = "", limit = Number.POSITIVE_INFINITY } = {}) {
      return [...kept.values()]
        .filter((each) => each.kind === kind && each.key.startsWith(prefix) && each.key > after)
        .sort((a, b) => (a.key < b.key ? -1 : 1))
        .slice(0, limit)
    },
  }
}
