import fc from "fast-check"
import { expect, it } from "vitest"
import { GONE, HORIZON_MS, SERVED, SendLog } from "./send-log.ts"

it("a log of sent requests keeps all of the last minute, in order, however many they are", () => {
  const log = new SendLog()
  // Old ones first, so that the ring is not at its beginning when it grows.
  for (let nth = 0; nth < 21; nth++) log.add(nth, "old", 1)
  for (let nth = 0; nth < 21; nth++) log.settle("old", SERVED)
  const start = 2 * HORIZON_MS
  for (let nth = 0; nth < 100; nth++) log.add(start + nth, `s${nth}`, nth)
  expect([log.open, log.lastAt, log.nth(1), log.nth(100)]).toEqual([100, start + 99, start + 99, start])
  expect(log.servedBetween(start, start + 99)).toBe(100)
  expect([log.settle("s7", GONE), log.settle("s93", SERVED, 1000), log.settle("s7", SERVED)]).toEqual([
    start + 7,
    start + 93,
    undefined,
  ])
  expect(log.servedBetween(start, start + 99)).toBe(99)
  // 0 to 99 without 7, and 1,000 in place of 93: the limit is met again when the first twenty-one are over.
  const sum = (99 * 100) / 2 - 7 - 93 + 1000
  const first = (20 * 21) / 2 - 7
  expect(log.tokenWait(first, sum, HORIZON_MS, start + 99)).toBe(start + 20 + HORIZON_MS - (start + 99))
})

it("a request that no limit counts any more is written over", () => {
  const log = new SendLog()
  for (let nth = 0; nth < 100; nth++) log.add(nth * HORIZON_MS, "s", 0)
  expect([log.nth(16), log.nth(17)]).toEqual([84 * HORIZON_MS, undefined])
})

/** Searches for what `SendLog` looks up. */
class Searched {
  readonly #sent: { readonly at: number; readonly session: string; isOpen: boolean }[] = []

  add(at: number, session: string): void {
    this.#sent.push({ at, session, isOpen: true })
  }

  settle(session: string): number | undefined {
    const found = this.#sent.findLast((each) => each.session === session && each.isOpen)
    if (found === undefined) return undefined
    found.isOpen = false
    return found.at
  }
}

it("a session's newest open request is the one that is settled, also after the log has grown", () => {
  const step = fc.record({ session: fc.constantFrom("a", "b", "c", "d"), settles: fc.boolean() })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
      const [log, searched] = [new SendLog(), new Searched()]
      for (const [at, { session, settles }] of steps.entries()) {
        if (settles) expect(log.settle(session, SERVED)).toBe(searched.settle(session))
        else {
          log.add(at, session, 1)
          searched.add(at, session)
        }
      }
    }),
  )
})

it("a request that was written over while it was open is not settled any more", () => {
  const log = new SendLog()
  log.add(0, "old", 0)
  log.add(1, "old", 0)
  for (let nth = 1; nth <= 15; nth++) log.add(nth * 2 * HORIZON_MS, "new", 0)
  expect([log.settle("old", SERVED), log.settle("old", SERVED)]).toEqual([1, undefined])
})
