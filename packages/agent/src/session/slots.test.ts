import { expect, it } from "vitest"
import type { Standing } from "../contracts/queue.ts"
import { Slots } from "./slots.ts"

let now = 0
const started: string[] = []
const leaves = new Map<string, () => void>()

function open(size: number, standings: Readonly<Record<string, Partial<Standing>>> = {}): Slots {
  now = 0
  started.length = 0
  leaves.clear()
  const usual = { owner: null, priority: "normal", goesOn: false, isChild: false, waitedMs: 0 } as const
  const standingOf = async (session: string) => {
    const known = standings[session]
    return known && { ...usual, ...known }
  }
  return new Slots({ size, now: () => now, standingOf })
}

function request(slots: Slots, session: string): () => void {
  return slots.request(session, (leave) => {
    started.push(session)
    leaves.set(session, leave)
  })
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve()
}

it("gives as many slots as there are at once, and the next one when one is given back", () => {
  const slots = open(1)
  request(slots, "a")
  request(slots, "b")
  expect(started).toEqual(["a"])
  leaves.get("a")?.()
  leaves.get("a")?.()
  expect(started).toEqual(["a", "b"])
  request(slots, "c")
  expect(started).toEqual(["a", "b"])
})

it("gives the next slot to the one that has waited longest, and to owners in turn", async () => {
  const slots = open(1, {
    a1: { owner: "ann", waitedMs: 300 },
    a2: { owner: "ann", waitedMs: 200 },
    b1: { owner: "bob", waitedMs: 100 },
  })
  for (const session of ["first", "b1", "a2", "a1"]) request(slots, session)
  await settled()
  for (let at = 0; at < 3; at++) {
    now += 1000
    leaves.get(started.at(-1) ?? "")?.()
  }
  expect(started).toEqual(["first", "a1", "b1", "a2"])
})

it("looks at a session again when something has happened to it", async () => {
  const standings: { a: Partial<Standing>; b: Partial<Standing> } = { a: { waitedMs: 10 }, b: { waitedMs: 5 } }
  const slots = open(1, standings)
  for (const session of ["first", "a", "b"]) request(slots, session)
  await settled()
  standings.b = { waitedMs: 5, goesOn: true }
  slots.refresh("b")
  await settled()
  leaves.get("first")?.()
  expect(started).toEqual(["first", "b"])
})

it("lends the slot of a session that waits, once however often it waits", () => {
  const slots = open(1)
  for (const session of ["a", "b", "c"]) request(slots, session)
  const reclaims = [slots.lend("a"), slots.lend("a")]
  expect(started).toEqual(["a", "b"])
  slots.lend("b")
  expect(started).toEqual(["a", "b", "c"])
  for (const reclaim of reclaims) reclaim()
})

it("forgets a request that is withdrawn", () => {
  const slots = open(1)
  request(slots, "a")
  const withdraw = request(slots, "b")
  request(slots, "c")
  withdraw()
  leaves.get("a")?.()
  expect(started).toEqual(["a", "c"])
})

it("gives no slot before there are any", () => {
  const slots = open(0)
  request(slots, "a")
  expect(started).toEqual([])
  slots.resize(1)
  expect(started).toEqual(["a"])
})
