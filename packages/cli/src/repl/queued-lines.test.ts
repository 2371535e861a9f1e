// Moving a message in a queue that grows at its end only.
import { expect, it } from "vitest"
import { moveQueued, takenBack } from "./queued-lines.ts"

/** A queue of the letters of `names`. Those in `begun` begin while others are moved. */
function queueOf(names: string, begun = "") {
  let waiting = [...names]
  let most = waiting.length
  const session = {
    queued: async () => waiting.map((id) => ({ id, input: [{ type: "text" as const, text: id.charAt(0) }] })),
    unsend: async (id: string) => {
      const isThere = waiting.includes(id) && !begun.includes(id)
      waiting = waiting.filter((each) => each !== id)
      return isThere
    },
  }
  const sendAgain = async (_: unknown, of: string) => {
    waiting.push(`${of}'`)
    most = Math.max(most, new Set(waiting.map((id) => id.charAt(0))).size)
    return `${of}'`
  }
  return { session, sendAgain, order: () => waiting.map((id) => id.charAt(0)).join(""), most: () => most }
}

it.each<[queue: string, id: string, by: -1 | 1, order: string]>([
  ["abc", "b", -1, "bac"],
  ["abc", "b", 1, "acb"],
  ["abc", "c", -1, "acb"],
  ["abcd", "a", 1, "bacd"],
  ["abc", "a", -1, "abc"],
  ["abc", "c", 1, "abc"],
  ["abc", "x", 1, "abc"],
])("of %s moves %s by %i: %s", async (names, id, by, order) => {
  const { session, sendAgain, order: now, most } = queueOf(names)
  await moveQueued(session, { id, by }, sendAgain)
  expect(now()).toBe(order)
  // At no moment is one missing.
  expect(most()).toBe(names.length)
})

it("does not leave a second copy of a message that has begun meanwhile", async () => {
  const { session, sendAgain, order } = queueOf("abc", "a")
  await moveQueued(session, { id: "b", by: -1 }, sendAgain)
  expect(order()).toBe("bc")
})

it("gives back the text of a message that waits, and nothing of one that has begun", async () => {
  const { session } = queueOf("ab", "a")
  expect(await takenBack(session, "b")).toBe("b")
  expect(await takenBack(session, "a")).toBeUndefined()
  expect(await takenBack(session, "x")).toBeUndefined()
})
