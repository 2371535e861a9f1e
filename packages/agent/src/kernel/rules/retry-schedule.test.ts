import { expect, it } from "vitest"
import { type Retries, type RetrySchedule, retryProblems, scheduleChanges, waitAfter } from "./retry-schedule.ts"

const profile: RetrySchedule = { attempts: 4, firstMs: 1000, factor: 2, maxMs: 5000, jitter: 0.5 }

it.each<{ given: Retries; attempts: number; jitter: number; waits: readonly number[] }>([
  { given: {}, attempts: 4, jitter: 0.5, waits: [1000, 2000, 4000, 5000] },
  { given: { attempts: 2 }, attempts: 2, jitter: 0.5, waits: [1000, 2000, 4000, 5000] },
  { given: { firstMs: 10, factor: 10 }, attempts: 4, jitter: 0.5, waits: [10, 100, 1000, 5000] },
  { given: { waitsMs: [50, 700] }, attempts: 3, jitter: 0, waits: [50, 700, 700, 700] },
  { given: { waitsMs: [50], attempts: 9, jitter: 1 }, attempts: 9, jitter: 1, waits: [50, 50, 50, 50] },
])("$given over a profile: $attempts attempts, waits $waits", ({ given, attempts, jitter, waits }) => {
  const schedule = { ...profile, ...scheduleChanges(given) }
  expect(schedule).toMatchObject({ attempts, jitter })
  expect([1, 2, 3, 4].map((failures) => waitAfter(failures, schedule))).toEqual(waits)
})

it("waits that grow take the place of a list that the profile has", () => {
  const schedule = {
    ...profile,
    ...scheduleChanges({ waitsMs: [1] }),
    ...scheduleChanges({ firstMs: 300, maxMs: 9000 }),
  }
  expect(waitAfter(1, schedule)).toBe(300)
})

it.each<{ retries: unknown; problem: string }>([
  { retries: 3, problem: "retries: an object, such as { attempts: 6, firstMs: 500 }" },
  { retries: { attempts: 0 }, problem: "retries.attempts: a whole number from 1 to 100" },
  { retries: { attempts: 1.5 }, problem: "retries.attempts: a whole number from 1 to 100" },
  { retries: { waitsMs: [] }, problem: "retries.waitsMs: a list of milliseconds" },
  { retries: { waitsMs: ["1s"] }, problem: "retries.waitsMs: a list of milliseconds" },
  { retries: { firstMs: -1 }, problem: "retries.firstMs: milliseconds, 0 or more" },
  { retries: { maxMs: Number.NaN }, problem: "retries.maxMs: milliseconds, 0 or more" },
  { retries: { factor: 0.5 }, problem: "retries.factor: a number from 1 to 100" },
  { retries: { jitter: 2 }, problem: "retries.jitter: a share from 0 to 1" },
  { retries: { kinds: ["rate-limited"] }, problem: "retries.kinds: a list of rate-limit, overloaded, server-error" },
  { retries: { kinds: ["auth"] }, problem: "retries.kinds: a list of rate-limit" },
  { retries: { delay: 100 }, problem: "retries.delay: there is no such field; use attempts, waitsMs" },
  { retries: { waitsMs: [1], maxMs: 5 }, problem: "retries: either waitsMs, or firstMs with factor and maxMs" },
])("$retries is answered with what to write instead", ({ retries, problem }) => {
  expect(retryProblems("retries", retries)).toEqual([expect.stringContaining(problem)])
})

it("what can be used has no problem", () => {
  expect(retryProblems("retries", { attempts: 6, firstMs: 0, kinds: ["timeout", "output"] })).toEqual([])
  expect(retryProblems("retries", undefined)).toEqual([])
})
