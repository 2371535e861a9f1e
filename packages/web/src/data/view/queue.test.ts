// What waits behind a turn, as the server tells it and as this tab knows it.
import { expect, it } from "vitest"
import { withQueue } from "./queue.ts"
import { EMPTY_VIEW, type Sent } from "./session-view.ts"

const sent = (id: string, more: Partial<Sent> = {}): Sent => ({ id, parts: [], whenBusy: "queue", ...more })
const queued = (...ids: readonly string[]) => ids.map((id) => ({ id, input: [] }))

it.each([
  ["what the server has waits there", [sent("a")], queued("a"), [sent("a", { isQueued: true })]],
  ["what the server does not have yet is on its way", [sent("a")], [], [sent("a")]],
  ["what waited and does not any more has begun", [sent("a", { isQueued: true })], [], []],
  ["what others sent waits too", [], queued("b"), [sent("b", { isQueued: true })]],
  [
    "what failed stays",
    [sent("a", { problem: "No." })],
    queued("b"),
    [sent("a", { problem: "No." }), sent("b", { isQueued: true })],
  ],
])("%s", (_, before, queue, after) => {
  expect(withQueue({ ...EMPTY_VIEW, sent: before }, queue).sent).toEqual(after)
})
