import { expect, it } from "vitest"
import { Slots } from "./slots.ts"

const never = new AbortController().signal

async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve()
}

it("gives as many slots as there are, and the next one when one is given back", async () => {
  const slots = new Slots(1)
  const release = await slots.take(never)
  let isTaken = false
  const second = slots.take(never).then((taken) => {
    isTaken = true
    return taken
  })
  await settled()
  expect(isTaken).toBe(false)
  release?.()
  expect(await second).toBeTypeOf("function")
})

it("lends the slot of a session that waits, once however often it waits", async () => {
  const slots = new Slots(1)
  await slots.take(never)
  const reclaims = [slots.lend("a"), slots.lend("a")]
  expect(await slots.take(never)).toBeTypeOf("function")
  let isTaken = false
  const third = slots.take(never).then(() => {
    isTaken = true
  })
  await settled()
  expect(isTaken).toBe(false)
  slots.lend("b")
  await third
  for (const reclaim of reclaims) reclaim()
})

it("stops waiting when the attempt is given up", async () => {
  const slots = new Slots(1)
  await slots.take(never)
  const givenUp = new AbortController()
  const second = slots.take(givenUp.signal)
  givenUp.abort()
  expect(await second).toBeUndefined()
})
