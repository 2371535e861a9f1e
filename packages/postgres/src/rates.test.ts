import { setTimeout as pause } from "node:timers/promises"
import type { SharedRates } from "@pawl/agent/types"
import { describe } from "vitest"
import { sharedRatesConformance } from "../../agent/src/store/conformance/rates.ts"
import { hasServer } from "./__fixtures__/server.ts"
import { emptySchema } from "./__fixtures__/shared-server.ts"
import { postgres } from "./postgres.ts"

let place: ReturnType<typeof emptySchema> | undefined

describe.skipIf(!hasServer())("in a real server", () => {
  sharedRatesConformance("the shared rates of the PostgreSQL store", async () => {
    place ??= emptySchema()
    const { url, schema } = await place
    const stores = [await postgres(url, { schema, connections: 3 }), await postgres(url, { schema, connections: 3 })]
    const [a, b] = stores.map(({ rates }) => rates) as [SharedRates, SharedRates]
    const cleanup = async () => void (await Promise.all(stores.map((store) => store.close())))
    return { a, b, isRealTime: true, pass: (ms) => pause(ms), cleanup }
  })
})
