import { expect, it } from "vitest"
import { storeConformance } from "./conformance.ts"
import { memory } from "./memory.ts"

storeConformance("the memory store", async () => {
  const store = memory()
  return { store, cleanup: () => store.close() }
})

it("the memory store stays open for other agents when one of them closes it", async () => {
  const store = memory()
  await store.close()
  expect(await store.sessions.list()).toEqual([])
})
