// What of a draft lives on when its message is sent.
import { afterEach, beforeEach, expect, it } from "vitest"
import { fakeStorage } from "../../data/__fixtures__/fake-storage.ts"
import { readStored, storedKeys, writeStored } from "../../data/storage.ts"
import { clearDraft, draftOf, NEW_SESSION } from "./draft.ts"

const storage = fakeStorage()
beforeEach(storage.begin)
afterEach(storage.end)

it.each([
  [NEW_SESSION, { text: "", attachments: [], model: "m" }],
  ["s1", { text: "", attachments: [], model: "m", approval: "auto" }],
])("after a message in the session %j, what was chosen is %j", (session, left) => {
  draftOf(session).update((draft) => ({ ...draft, text: "Go", model: "m", approval: "auto" }))
  clearDraft(session)
  expect(draftOf(session).get()).toEqual(left)
})

it.each([
  ["the words of this tab", "Mine", ""],
  ["what another tab has written since", "Theirs", "Theirs"],
])("a message that is sent takes %s from the storage: %j becomes %j", (_, written, left) => {
  const session = `two tabs ${written}`
  draftOf(session).update((draft) => ({ ...draft, text: "Mine", model: "m" }))
  const [key = ""] = storedKeys("pawl.of/").filter((each) => each.endsWith(session))
  writeStored(key, JSON.stringify({ text: written, model: "m" }))
  clearDraft(session)
  expect(draftOf(session).get().text).toBe("")
  expect(JSON.parse(readStored(key) ?? "{}")).toEqual({ text: left, model: "m" })
})
