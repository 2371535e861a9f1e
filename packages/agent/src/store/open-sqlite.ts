// Opens the SQLite store. Loads the native module on the first call, so that importing this file costs nothing.
import type { ArchivedStore } from "./archive.ts"
import type { SqliteOptions } from "./sqlite.ts"

/**
 * A store in an SQLite file, which several processes may share. Creates the file if there is none.
 *
 * @example
 * ```ts
 * import { createAgent, sqlite } from "@pawl/agent"
 *
 * const store = await sqlite("agent.db")
 * const agent = await createAgent({ model, store })
 * await agent.close()
 * await store.close()
 * ```
 */
export async function sqlite(path: string, options?: SqliteOptions): Promise<ArchivedStore> {
  const { sqlite: open } = await import("./sqlite.ts")
  return open(path, options)
}
