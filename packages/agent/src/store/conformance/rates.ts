// The requirements on shared rates, for each store that has them. The processes share nothing but the store.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import type { RateLesson, RateLimits, SharedRates } from "../../contracts/rates.ts"

export interface SharedBetween {
  readonly a: SharedRates
  readonly b: SharedRates
  /** False: `pass` moves a clock of the test. */
  readonly isRealTime: boolean
  /** Lets so much time pass. */
  pass(ms: number): Promise<void>
  cleanup(): Promise<void>
}

const NONE = { count: 0, tokens: 0 }

export function sharedRatesConformance(name: string, open: () => Promise<SharedBetween>): void {
  describe(name, () => {
    let processes: SharedBetween
    let models = 0
    beforeEach(async () => {
      processes = await open()
      models++
    })
    afterEach(() => processes.cleanup())

    const take = (who: SharedRates, limits: RateLimits, tokens: readonly number[], perMs = 60_000) =>
      who.take({ model: `m${models}`, limits, perMs, tokens, away: NONE })
    const close = (who: SharedRates, places: readonly number[], tokens?: number) => {
      for (const place of places) who.close(`m${models}`, place, { isGone: false, tokens })
    }
    const of = (count: number) => Array.from({ length: count }, () => 0)

    it("give as many places as the limit of requests has, to all processes together, and name the time of the next", async () => {
      const limits = { requestsPerMinute: 5 }
      expect((await take(processes.a, limits, of(3))).places).toHaveLength(3)
      const second = await take(processes.b, limits, of(3))
      expect(second.places).toHaveLength(2)
      expect(second.waitMs).toBeGreaterThan(1000)
      expect(second.waitMs).toBeLessThanOrEqual(60_000)
    })

    it("give them again when the time has passed", async () => {
      const limits = { requestsPerMinute: 2 }
      const perMs = 2000
      const { places } = await take(processes.a, limits, of(2), perMs)
      const full = await take(processes.b, limits, of(2), perMs)
      expect([places.length, full.places.length]).toEqual([2, 0])
      await processes.pass(full.waitMs)
      expect((await take(processes.b, limits, of(2), perMs)).places).toHaveLength(2)
    })

    it("exceed no limit in any window, and serve all, when both ask at once and again", async () => {
      const perMs = 400
      const limits = { requestsPerMinute: 5 }
      const given: { readonly after: number; readonly before: number }[] = []
      const work = async (who: SharedRates) => {
        for (let left = 12; left > 0; ) {
          const after = performance.now()
          const { places, waitMs } = await take(who, limits, of(left), perMs)
          const before = performance.now()
          given.push(...places.map(() => ({ after, before })))
          left -= places.length
          if (left > 0) await processes.pass(Math.max(1, waitMs))
        }
      }
      await Promise.all([work(processes.a), work(processes.b)])
      expect(given).toHaveLength(24)
      // Given for certain within less than the time of a window, by the clock of the test. A clock of its own sees no time pass.
      const within = ({ after }: { after: number }) =>
        given.filter((each) => each.after >= after && each.before < after + perMs - 2)
      if (processes.isRealTime) for (const each of given) expect(within(each).length).toBeLessThanOrEqual(5)
    })

    it("count tokens as estimated, and as they were once the request is closed", async () => {
      const limits = { tokensPerMinute: 1000 }
      const first = await take(processes.a, limits, [600])
      expect((await take(processes.b, limits, [600])).waitMs).toBeGreaterThan(1000)
      close(processes.a, first.places, 100)
      await vi.waitFor(async () => expect((await take(processes.b, limits, [600])).places).toHaveLength(1), 20_000)
    })

    it("let a request that is larger than the limit out by itself", async () => {
      expect((await take(processes.a, { tokensPerMinute: 100 }, [500, 1])).places).toHaveLength(1)
      expect((await take(processes.b, { tokensPerMinute: 100 }, [500])).places).toHaveLength(0)
    })

    it("do not count a request that was refused or not sent", async () => {
      const limits = { requestsPerMinute: 1 }
      const [place = 0] = (await take(processes.a, limits, of(1))).places
      processes.a.close(`m${models}`, place, { isGone: true, tokens: undefined })
      expect((await take(processes.a, limits, of(1))).places).toHaveLength(1)
    })

    it("tell a process that waits when another one closes a request", async () => {
      const limits = { concurrency: 2 }
      const freed = vi.fn()
      const taught = vi.fn()
      const stop = processes.b.listen({ freed, taught })
      // Who hears a lesson that is given now is connected: what it is told before that may be anything.
      await vi.waitFor(() => {
        processes.a.teach(`m${models}`, { refused: { sentAgoMs: 0 } })
        expect(taught.mock.calls.length).toBeGreaterThan(1)
      }, 20_000)
      const { places } = await take(processes.a, limits, of(3))
      expect(places).toHaveLength(2)
      expect(await take(processes.b, limits, of(1))).toEqual({ places: [], waitMs: 0 })
      freed.mockClear()
      close(processes.a, places)
      await vi.waitFor(() => expect(freed).toHaveBeenCalled(), 20_000)
      expect((await take(processes.b, limits, of(1))).places).toHaveLength(1)
      stop()
    })

    it("let processes take turns, however many requests one of them has", async () => {
      const limits = { concurrency: 1 }
      let open = (await take(processes.a, limits, of(10))).places
      let holder = processes.a
      const served: string[] = []
      await take(processes.b, limits, of(3))
      for (let left = { a: 9, b: 3 }; left.a + left.b > 6; ) {
        close(holder, open)
        // Whoever asks first: what is due to the other one is left for it.
        const first = await take(processes.a, limits, of(left.a))
        const second = first.places.length > 0 ? undefined : await take(processes.b, limits, of(left.b))
        open = second?.places ?? first.places
        holder = second === undefined ? processes.a : processes.b
        if (open.length === 0) continue
        served.push(second === undefined ? "a" : "b")
        left = second === undefined ? { ...left, a: left.a - 1 } : { ...left, b: left.b - 1 }
      }
      expect(served).toEqual(["a", "b", "a", "b", "a", "b"])
    })

    it("keep the turns of requests that come back later", async () => {
      const limits = { concurrency: 2 }
      const { places } = await take(processes.a, limits, of(2))
      const away = { count: 1, tokens: 0 }
      await processes.b.take({ model: `m${models}`, limits, perMs: 60_000, tokens: of(1), away })
      close(processes.a, places)
      expect((await take(processes.a, limits, of(2))).places).toHaveLength(1)
      expect((await take(processes.b, limits, of(2))).places).toHaveLength(1)
    })

    it("keep models apart", async () => {
      const limits = { requestsPerMinute: 1 }
      await take(processes.a, limits, of(1))
      models++
      expect((await take(processes.b, limits, of(1))).places).toHaveLength(1)
    })

    it("tell the other processes what one was taught, and not the one itself", async () => {
      const heard: { readonly by: string; readonly model: string; readonly lesson: RateLesson }[] = []
      const listening = Object.entries({ a: processes.a, b: processes.b }).map(([by, process]) =>
        process.listen({ freed: () => {}, taught: (model, lesson) => void heard.push({ by, model, lesson }) }),
      )
      const lesson = { refused: { sentAgoMs: 5, retryAfterMs: 30_000 } }
      processes.a.teach(`m${models}`, lesson)
      const ofThis = () => heard.filter(({ model }) => model === `m${models}`)
      await vi.waitFor(() => expect(ofThis()).toEqual([{ by: "b", model: `m${models}`, lesson }]), 20_000)
      for (const stop of listening) stop()
    })

    it("tell one that comes later what holds still, and since when", async () => {
      const lesson = { said: { requests: { limit: 10, remaining: 0, resetMs: 50_000 } } }
      processes.a.teach(`m${models}`, lesson)
      await processes.pass(200)
      const taught = vi.fn()
      const stop = processes.b.listen({ freed: () => {}, taught })
      await vi.waitFor(() => expect(taught).toHaveBeenCalledWith(`m${models}`, lesson, expect.any(Number)), 20_000)
      expect(taught.mock.calls.at(-1)?.[2]).toBeGreaterThanOrEqual(0)
      stop()
    })
  })
}
