// The way to the SQLite store that costs nothing until it is taken: the native module is loaded on the first call.
import type { ArchivedStore } from "./archive.ts"
import type { SqliteOptions } from "./sqlite.ts"

export async function sqlite(path: string, options?: SqliteOptions): Promise<ArchivedStore> {
  const { sqlite: open } = await import("./sqlite.ts")
  return open(path, options)
}
