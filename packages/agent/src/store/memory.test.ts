import { expect, it } from "vitest"
import { opened, stamp } from "../testing/fact-builders.ts"
import { settle } from "../testing/fake-clock.ts"
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

it("a listener of the memory store that looks only for commands is called for nothing else", async () => {
  const store = memory()
  let calls = 0
  store.watch(() => calls++, "commands")
  const [first] = stamp([opened()])
  await store.sessions.create({ id: "s1", opened: first!, profile: "default" })
  await store.sessions.update("s1", { title: "Orders" })
  await settle()
  expect(calls).toBe(0)
  await store.inbox.enqueue("s1", { kind: "cancel", id: "c1" })
  await settle()
  expect(calls).toBe(1)
})
