// Streams that rest: they let go of their connection, and go on when they are wanted again.
import { expect, it } from "vitest"
import { type Resting, RestingSource } from "./resting-source.ts"
import type { Source } from "./source.ts"

/** A source whose connections bring one event, and then stay open until they are cut. */
function connections() {
  let open = 0
  let opened = 0
  const source: Source = {
    open: async (_stream, signal) => {
      signal.throwIfAborted()
      opened += 1
      open += 1
      const number = opened
      return (async function* () {
        try {
          yield number
          await new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("cut"))))
        } finally {
          open -= 1
        }
      })()
    },
  }
  return { source, open: () => open, opened: () => opened }
}

function sight() {
  let isHidden = false
  const watchers = new Set<() => void>()
  const resting: Resting = {
    isResting: () => isHidden,
    subscribe: (changed) => {
      watchers.add(changed)
      return () => watchers.delete(changed)
    },
  }
  const hide = (now: boolean) => {
    isHidden = now
    for (const each of [...watchers]) each()
  }
  return { resting, hide, watchers }
}

const STREAM = { session: "s", after: "0" }

async function all(events: AsyncIterable<unknown>): Promise<readonly unknown[]> {
  const found: unknown[] = []
  for await (const event of events) found.push(event)
  return found
}

it("a stream that rests ends without an error and lets go of its connection; the next one waits until it is wanted", async () => {
  const [from, { resting, hide, watchers }] = [connections(), sight()]
  const source = new RestingSource(from.source, resting)
  const signal = new AbortController().signal
  const first = (await source.open(STREAM, signal))[Symbol.asyncIterator]()
  expect(await first.next()).toEqual({ value: 1, done: false })
  const end = first.next()
  hide(true)
  expect(await end).toEqual({ value: undefined, done: true })
  expect(from.open()).toBe(0)
  const second = source.open(STREAM, signal)
  await Promise.resolve()
  expect(from.opened()).toBe(1)
  hide(false)
  const events = (await second)[Symbol.asyncIterator]()
  expect(await events.next()).toEqual({ value: 2, done: false })
  await expect.poll(() => watchers.size).toBe(1)
})

it("a stream whose reader stops while it rests ends at once, and watches no more", async () => {
  const [from, { resting, hide, watchers }] = [connections(), sight()]
  const source = new RestingSource(from.source, resting)
  const reader = new AbortController()
  hide(true)
  const waiting = source.open(STREAM, reader.signal)
  reader.abort(new Error("no more"))
  await expect(waiting).rejects.toThrow("no more")
  expect([from.opened(), watchers.size]).toEqual([0, 0])
})

it("what breaks a connection that does not rest is thrown", async () => {
  const { resting } = sight()
  const broken: Source = {
    open: async () =>
      (async function* () {
        yield 1
        throw new Error("The line broke.")
      })(),
  }
  const source = new RestingSource(broken, resting)
  const events = await source.open(STREAM, new AbortController().signal)
  await expect(all(events)).rejects.toThrow("The line broke.")
})
