// The requirements on every store. Each store's test file runs this suite against its own store.
import { afterEach, beforeEach, describe } from "vitest"
import type { Store } from "../contracts/store.ts"
import { inboxSuite } from "./conformance/inbox.ts"
import { leasesSuite } from "./conformance/leases.ts"
import { liveSuite } from "./conformance/live.ts"
import { logSuite } from "./conformance/log.ts"
import { queueSuite } from "./conformance/queue.ts"
import { recordsSuite } from "./conformance/records.ts"
import { sessionsSuite } from "./conformance/sessions.ts"
import { usageSuite } from "./conformance/usage.ts"
import { waitingSuite } from "./conformance/waiting.ts"

export interface Opened {
  readonly store: Store
  /** Opens the same data through a new store, for stores that outlive their process. */
  readonly reopen?: () => Promise<Store>
  cleanup(): Promise<void>
}

export function storeConformance(name: string, open: () => Promise<Opened>): void {
  describe(name, () => {
    let opened: Opened | undefined
    beforeEach(async () => {
      opened = await open()
    })
    afterEach(() => opened?.cleanup())
    const current = () => {
      if (opened === undefined) throw new Error("The store is open only while a test runs.")
      return opened
    }
    const suites = [logSuite, inboxSuite, queueSuite, leasesSuite, sessionsSuite, usageSuite, recordsSuite, liveSuite]
    for (const suite of [...suites, waitingSuite]) suite(current)
  })
}
