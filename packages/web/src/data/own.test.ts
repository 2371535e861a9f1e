// What is kept for one user in a browser that several use.
import { afterEach, beforeEach, expect, it } from "vitest"
import { draftOf, NEW_SESSION } from "../talk/composer/draft.ts"
import { fakeStorage } from "./__fixtures__/fake-storage.ts"
import { keepUnsent, unsentOf } from "./outbox.ts"
import { dropOwn, setUser } from "./own.ts"
import { storedKeys } from "./storage.ts"

const storage = fakeStorage()
beforeEach(storage.begin)
afterEach(() => {
  setUser("")
  storage.end()
})

it("the next user gets neither the draft nor what was not sent", () => {
  setUser("ann")
  draftOf(NEW_SESSION).update((draft) => ({ ...draft, text: "My salary" }))
  keepUnsent("s1", { id: "c1", parts: [], input: "Hello", whenBusy: "queue" })
  setUser("bob")
  expect([draftOf(NEW_SESSION).get().text, unsentOf("s1")]).toEqual(["", []])
  setUser("ann")
  expect([draftOf(NEW_SESSION).get().text, unsentOf("s1").length]).toEqual(["My salary", 1])
})

it.each(["a", "a/b", "a%2Fb", ""])("a logout of %j removes what is theirs, and nothing of others", async (name) => {
  for (const each of ["a", "a/b", "a%2Fb", ""]) {
    setUser(each)
    keepUnsent("s2", { id: `c ${each}`, parts: [], input: "Hello", whenBusy: "queue" })
  }
  setUser(name)
  await dropOwn()
  expect(storedKeys("pawl.of/").length).toBe(3)
  expect(storedKeys(`pawl.of/${encodeURIComponent(name)}/`)).toEqual([])
})
