// Many deadlines, one timer.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { Deadlines, type Watched } from "./deadlines.ts"

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }))
afterEach(() => void vi.useRealTimers())

function watched(inMs: number): Watched & { due: number; readonly late: ReturnType<typeof vi.fn<() => void>> } {
  return { due: performance.now() + inMs, late: vi.fn() }
}

describe("deadlines", () => {
  it("set no timer for work that ends in time, however much of it there is", () => {
    const deadlines = new Deadlines()
    const set = vi.spyOn(globalThis, "setTimeout")
    for (let done = 0; done < 500; done++) {
      const work = watched(1000)
      deadlines.watch(work)
      vi.advanceTimersByTime(1)
      deadlines.forget(work)
    }
    const times = set.mock.calls.length
    // Before the real timers are back: restored later, the spy would put the fake one in their place.
    set.mockRestore()
    expect(times).toBe(1)
  })

  it("are kept to the millisecond, also when an earlier one is forgotten or a later one comes first", () => {
    const deadlines = new Deadlines()
    const [late, early, forgotten] = [watched(300), watched(100), watched(50)]
    for (const work of [late, early, forgotten]) deadlines.watch(work)
    deadlines.forget(forgotten)
    early.late.mockImplementation(() => deadlines.forget(early))
    vi.advanceTimersByTime(99)
    expect(early.late).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect([early.late.mock.calls.length, late.late.mock.calls.length]).toEqual([1, 0])
    late.late.mockImplementation(() => deadlines.forget(late))
    vi.advanceTimersByTime(200)
    expect([late.late.mock.calls.length, forgotten.late.mock.calls.length]).toEqual([1, 0])
  })

  it("move on without a new timer", () => {
    const deadlines = new Deadlines()
    const work = watched(100)
    deadlines.watch(work)
    work.due += 100
    vi.advanceTimersByTime(150)
    expect(work.late).not.toHaveBeenCalled()
    work.late.mockImplementation(() => deadlines.forget(work))
    vi.advanceTimersByTime(50)
    expect(work.late).toHaveBeenCalledTimes(1)
  })
})
