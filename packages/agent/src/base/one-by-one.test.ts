// Items handed out from lists, as a generator would hand them out.
import { expect, it } from "vitest"
import { OneByOne } from "./one-by-one.ts"

async function* lists(closed: () => void = () => {}): AsyncGenerator<readonly number[], void, void> {
  try {
    yield [1, 2]
    yield []
    yield [3]
  } finally {
    closed()
  }
}

it("hands out every item in order, and skips empty lists", async () => {
  const seen: number[] = []
  for await (const item of new OneByOne(lists())) seen.push(item)
  expect(seen).toEqual([1, 2, 3])
})

it("answers calls that are made at once in their order", async () => {
  const items = new OneByOne(lists())
  const results = await Promise.all([1, 2, 3, 4, 5].map(() => items.next()))
  expect(results.map(({ value }) => value)).toEqual([1, 2, 3, undefined, undefined])
})

it("gives back what the lists hold when the caller stops in the middle of one", async () => {
  let isClosed = false
  const items = new OneByOne(
    lists(() => {
      isClosed = true
    }),
  )
  for await (const item of items) if (item === 1) break
  expect(isClosed).toBe(true)
  expect(await items.next()).toEqual({ done: true, value: undefined })
})

it("passes on what the lists throw, and is over then", async () => {
  async function* broken(): AsyncGenerator<readonly number[], void, void> {
    yield [1]
    throw new Error("gone")
  }
  const items = new OneByOne(broken())
  expect(await items.next()).toEqual({ done: false, value: 1 })
  await expect(items.next()).rejects.toThrow("gone")
  expect(await items.next()).toEqual({ done: true, value: undefined })
})
