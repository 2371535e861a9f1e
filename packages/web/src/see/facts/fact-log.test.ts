// A log is loaded in pages, without a gap and without doubles, in both directions.
import type { Fact } from "@pawl/client"
import { describe, expect, it } from "vitest"
import { FactLog, type FactRange } from "./fact-log.ts"

function logWith(length: number, range: FactRange) {
  const all: Fact[] = []
  const grow = (more: number) => {
    for (let i = 0; i < more; i++) all.push({ v: 1, seq: all.length + 1, at: 1, type: "nudged" })
  }
  grow(length)
  const reads: (readonly [number, number])[] = []
  const read = async (after: number, limit: number) => {
    reads.push([after, limit])
    const facts = all.slice(after, after + limit)
    return { facts, next: facts.length < limit ? null : after + facts.length }
  }
  const log = new FactLog({ read, now: () => 42 }, range)
  const seqs = () => log.state.get().facts.map(({ seq }) => seq)
  return { log, seqs, reads, grow }
}

const upTo = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

describe("a part of the log", () => {
  it.each([
    [0, { from: 1 }, []],
    [3, { from: 1 }, [1, 2, 3]],
    [1000, { from: 1 }, upTo(1, 1000)],
    [2500, { from: 1 }, upTo(1, 2500)],
    [2500, { from: 2400 }, upTo(2400, 2500)],
    [2500, { from: 3, to: 5 }, [3, 4, 5]],
  ])("of %d facts, %j", async (length, range, expected) => {
    const { log, seqs } = logWith(length, range)
    await log.load()
    expect(seqs()).toEqual(expected)
    expect(log.state.get().isLoaded).toBe(true)
  })

  it("reads only what is new when it is loaded again", async () => {
    const { log, seqs, reads, grow } = logWith(3, { from: 1 })
    await log.load()
    grow(2)
    await log.load()
    expect(seqs()).toEqual([1, 2, 3, 4, 5])
    expect(reads.map(([after]) => after)).toEqual([0, 3])
  })

  it("reads once more when it is wanted while it reads, and nothing comes twice", async () => {
    const { log, seqs, grow } = logWith(3, { from: 1 })
    const first = log.load()
    grow(2)
    await Promise.all([first, log.load(), log.load()])
    expect(seqs()).toEqual([1, 2, 3, 4, 5])
  })

  it("goes back to the first fact, and no further", async () => {
    const { log, seqs } = logWith(10, { from: 8 })
    await log.load()
    await log.loadEarlier(4)
    expect([seqs(), log.hasEarlier]).toEqual([upTo(4, 10), true])
    await log.loadEarlier(4)
    expect([seqs(), log.hasEarlier]).toEqual([upTo(1, 10), false])
    await log.loadEarlier(4)
    expect(seqs()).toEqual(upTo(1, 10))
  })

  it("keeps what it has when reading fails, and says so", async () => {
    const error = new Error("down")
    const log = new FactLog({ read: () => Promise.reject(error), now: () => 1 }, { from: 1 })
    await log.load()
    expect(log.state.get()).toMatchObject({ facts: [], error })
  })
})
