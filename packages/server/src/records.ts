// Small documents that the server keeps in the store: users, groups, logins, settings.
import type { Json } from "@pawl/agent"

export interface Records {
  get(kind: string, key: string): Promise<{ readonly value: Json; readonly version: number } | undefined>
  /** The new version; undefined if another process changed it first. `expected` 0: it must not exist yet. */
  put(kind: string, key: string, value: Json, expected?: number): Promise<number | undefined>
  remove(kind: string, key: string, expected?: number): Promise<boolean>
}
