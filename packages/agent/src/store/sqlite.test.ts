import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Store } from "../contracts/store.ts"
import { storeConformance } from "./conformance.ts"
import { type SqliteOptions, sqlite } from "./sqlite.ts"

const SIDES = [
  ["that commits where it is cheaper", {}],
  ["that commits on its own thread", { commitOn: "thread" }],
  ["that commits on the caller's thread", { commitOn: "caller" }],
] as const

for (const [side, options] of SIDES) storeConformance(`the SQLite store ${side}`, () => prepared(options))

async function prepared(options: SqliteOptions) {
  const folder = await mkdtemp(join(tmpdir(), "pawl-store-"))
  const path = join(folder, "agent.db")
  const stores: Store[] = [await sqlite(path, options)]
  const [store] = stores as [Store]
  const reopen = async () => {
    await store.close()
    const again = await sqlite(path, options)
    stores.push(again)
    return again
  }
  const cleanup = async () => {
    await Promise.all(stores.map((one) => one.close()))
    await rm(folder, { recursive: true })
  }
  return { store, reopen, cleanup }
}
