import type { Store } from "@pawl/agent"
import pg from "pg"
import { describe } from "vitest"
import { storeConformance } from "../../agent/src/store/conformance.ts"
import { hasServer } from "./__fixtures__/server.ts"
import { emptySchema } from "./__fixtures__/shared-server.ts"
import { postgres } from "./postgres.ts"

const TABLES =
  "sessions facts inbox runners blobs blob_refs snapshots removed usage records session_changes searched".split(" ")

/** One set of tables for all tests: making them takes longer than most tests. */
let place: ReturnType<typeof emptySchema> | undefined

describe.skipIf(!hasServer())("in a real server", () => {
  storeConformance("the PostgreSQL store", async () => {
    place ??= emptySchema()
    const { url, schema } = await place
    const stores: Store[] = [await postgres(url, { schema, connections: 3 })]
    const [store] = stores as [Store]
    const reopen = async () => {
      await store.close()
      const again = await postgres(url, { schema, connections: 3 })
      stores.push(again)
      return again
    }
    const cleanup = async () => {
      await Promise.all(stores.map((one) => one.close()))
      const client = new pg.Client(url)
      await client.connect()
      await client.query(TABLES.map((table) => `delete from ${schema}.${table}`).join(";"))
      await client.end()
    }
    return { store, reopen, cleanup }
  })
})
