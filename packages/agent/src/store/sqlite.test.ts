import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Store } from "../contracts/store.ts"
import { storeConformance } from "./conformance.ts"
import { sqlite } from "./sqlite.ts"

storeConformance("the SQLite store", async () => {
  const folder = await mkdtemp(join(tmpdir(), "pawl-store-"))
  const path = join(folder, "agent.db")
  const stores: Store[] = [await sqlite(path)]
  const [store] = stores as [Store]
  const reopen = async () => {
    await store.close()
    const again = await sqlite(path)
    stores.push(again)
    return again
  }
  const cleanup = async () => {
    await Promise.all(stores.map((one) => one.close()))
    await rm(folder, { recursive: true })
  }
  return { store, reopen, cleanup }
})
