import { describe, expect, it, vi } from "vitest"
import { FakeClock } from "../testing/fake-clock.ts"
import { MovingDeadline, within } from "./deadline.ts"

function begin(limits: { readonly ms: number; readonly mostMs?: number }) {
  const clock = new FakeClock()
  const done = Promise.withResolvers<string>()
  const mover = new MovingDeadline(clock, limits.ms, limits.mostMs)
  const working = mover.of<string>(done.promise, (afterMs) => `late after ${afterMs}`)
  const ended = Promise.resolve(working).then((how) => `${how} at ${clock.monotonic()}`)
  return { clock, done, ended, mover }
}

describe("a moving deadline", () => {
  it("ends at the limit when the work does not extend it", async () => {
    const { clock, ended } = begin({ ms: 100, mostMs: 1000 })
    expect(await clock.run(ended)).toBe("late after 100 at 100")
  })

  it("starts the deadline anew at each extend, up to mostMs", async () => {
    const { clock, ended, mover } = begin({ ms: 100, mostMs: 250 })
    for (const _ of [1, 2, 3, 4]) {
      await clock.advance(60)
      mover.extend()
    }
    expect(await clock.run(ended)).toBe("late after 250 at 250")
  })

  it("ignores extend without mostMs", async () => {
    const { clock, ended, mover } = begin({ ms: 100 })
    await clock.advance(60)
    mover.extend()
    expect(await clock.run(ended)).toBe("late after 100 at 100")
  })

  it("stops the deadline until all holders have released it", async () => {
    const { clock, ended, mover } = begin({ ms: 100 })
    await clock.advance(50)
    const [one, two] = [mover.hold(), mover.hold()]
    await clock.advance(10_000)
    one()
    one()
    mover.extend()
    await clock.advance(10_000)
    two()
    expect(await clock.run(ended)).toBe("late after 100 at 20100")
  })

  it("starts no timer after the work is done", async () => {
    const { clock, done, ended, mover } = begin({ ms: 100, mostMs: 1000 })
    const held = mover.hold()
    done.resolve("done")
    expect(await ended).toBe("done at 0")
    held()
    mover.extend()
    expect(clock.sleeping).toBe(0)
  })
})

describe("work that ends at once", () => {
  it("has no deadline, and its value is at hand", () => {
    const clock = new FakeClock()
    const after = vi.spyOn(clock, "after")
    const limits = { ms: 100, clock, late: () => "late" }
    expect(within("done", limits)).toBe("done")
    const moving = new MovingDeadline(clock, 100)
    expect(moving.of<string>("done", () => "late")).toBe("done")
    moving.extend()
    expect(after).not.toHaveBeenCalled()
  })
})
