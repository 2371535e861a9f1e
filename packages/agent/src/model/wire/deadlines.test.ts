// Many deadlines, one timer.
import { describe, expect, it, vi } from "vitest"
import { Deadlines, type Timing, type Watched } from "./deadlines.ts"

/** Time that passes when the test says so. */
class OwnTime implements Timing {
  #now = 1000
  #timers: { readonly at: number; readonly act: () => void }[] = []
  set = 0

  now(): number {
    return this.#now
  }

  after(ms: number, act: () => void): () => void {
    this.set++
    const timer = { at: this.#now + ms, act }
    this.#timers.push(timer)
    return () => {
      this.#timers = this.#timers.filter((each) => each !== timer)
    }
  }

  pass(ms: number): void {
    const end = this.#now + ms
    for (;;) {
      const [next] = this.#timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)
      if (next === undefined) break
      this.#timers = this.#timers.filter((each) => each !== next)
      this.#now = next.at
      next.act()
    }
    this.#now = end
  }
}

function made() {
  const time = new OwnTime()
  const watched = (inMs: number): Watched & { due: number; readonly late: ReturnType<typeof vi.fn<() => void>> } => ({
    due: time.now() + inMs,
    late: vi.fn(),
  })
  return { time, deadlines: new Deadlines(time), watched }
}

describe("deadlines", () => {
  it("set no timer for work that ends in time, however much of it there is", () => {
    const { time, deadlines, watched } = made()
    for (let done = 0; done < 500; done++) {
      const work = watched(1000)
      deadlines.watch(work)
      time.pass(1)
      deadlines.forget(work)
    }
    expect(time.set).toBe(1)
  })

  it("are kept to the millisecond, also when an earlier one is forgotten or a later one comes first", () => {
    const { time, deadlines, watched } = made()
    const [late, early, forgotten] = [watched(300), watched(100), watched(50)]
    for (const work of [late, early, forgotten]) deadlines.watch(work)
    deadlines.forget(forgotten)
    early.late.mockImplementation(() => deadlines.forget(early))
    time.pass(99)
    expect(early.late).not.toHaveBeenCalled()
    time.pass(1)
    expect([early.late.mock.calls.length, late.late.mock.calls.length]).toEqual([1, 0])
    late.late.mockImplementation(() => deadlines.forget(late))
    time.pass(200)
    expect([late.late.mock.calls.length, forgotten.late.mock.calls.length]).toEqual([1, 0])
  })

  it("move on without a new timer", () => {
    const { time, deadlines, watched } = made()
    const work = watched(100)
    deadlines.watch(work)
    work.due += 100
    time.pass(150)
    expect(work.late).not.toHaveBeenCalled()
    work.late.mockImplementation(() => deadlines.forget(work))
    time.pass(50)
    expect(work.late).toHaveBeenCalledTimes(1)
  })
})
