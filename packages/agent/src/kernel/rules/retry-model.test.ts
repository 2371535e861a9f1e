import { describe, expect, it } from "vitest"
import type { ErrorClass } from "../../contracts/answer.ts"
import type { Draft } from "../../contracts/fact.ts"
import type { Step } from "../../registry/steps.ts"
import { answered, asked, modelFailed, opened, said, stamp } from "../../testing/fact-builders.ts"
import { foldFacts } from "../state/fold.ts"
import { retryModel } from "./retry-model.ts"

const schedule = { attempts: 4, firstMs: 1000, factor: 2, maxMs: 5000, jitter: 0.5 }
const steady = { ...schedule, jitter: 0 }

function failedWith(errorClass: ErrorClass, attempt = "1.1.1", retryAt?: number): Draft {
  const error = { class: errorClass, code: `code-${errorClass}`, message: `about ${errorClass}` }
  return { type: "model-failed", attempt, error, ms: 1, ...(retryAt !== undefined && { retryAt }) }
}

/** A turn whose first request failed `times` times, and when it failed last. */
function failedTimes(times: number, retryAt?: number) {
  const rounds = Array.from({ length: times }, (_, index) => [
    asked(`1.1.${index + 1}`),
    failedWith("rate-limit", `1.1.${index + 1}`, retryAt),
  ])
  const facts = stamp([opened(), said("go"), ...rounds.flat()])
  return { state: foldFacts(facts), failedAt: facts.at(-1)?.at ?? 0 }
}

function waitOf(steps: readonly Step[] | undefined, failedAt: number): number {
  const step = steps?.[0]
  if (step?.kind !== "call-model" || step.notBefore === undefined)
    throw new Error("Expected a delayed call-model step.")
  return step.notBefore - failedAt
}

describe("retryModel", () => {
  it.each<{ name: string; drafts: readonly Draft[] }>([
    { name: "there is no turn", drafts: [] },
    { name: "the model was not asked yet", drafts: [said("go")] },
    { name: "the request is under way", drafts: [said("go"), asked()] },
    { name: "the model answered", drafts: [said("go"), asked(), answered({ text: "hi" })] },
    { name: "a retry is under way", drafts: [said("go"), asked(), modelFailed("rate-limit"), asked("1.1.2")] },
    {
      name: "a retry was answered",
      drafts: [said("go"), asked(), modelFailed("rate-limit"), asked("1.1.2"), answered({ text: "hi" }, "1.1.2")],
    },
  ])("returns no step when $name", ({ drafts }) => {
    expect(retryModel(schedule)(foldFacts(stamp([opened(), ...drafts])))).toBeUndefined()
  })

  it.each<ErrorClass>(["rate-limit", "overloaded", "network", "timeout"])("asks again after %s", (errorClass) => {
    const state = foldFacts(stamp([opened(), said("go"), asked(), failedWith(errorClass)]))
    expect(retryModel(schedule)(state)).toMatchObject([{ kind: "call-model", key: "call-model:1.1", iteration: 1 }])
  })

  it.each<ErrorClass>([
    "auth",
    "config",
    "context-overflow",
    "invalid-request",
    "output",
    "aborted",
    "crashed",
    "internal",
  ])("fails the turn at once after %s, and says why", (errorClass) => {
    const state = foldFacts(stamp([opened(), said("go"), asked(), failedWith(errorClass)]))
    const error = { code: `code-${errorClass}`, message: `about ${errorClass}` }
    const text = expect.stringMatching(new RegExp(`^The model.*: about ${errorClass}$`))
    expect(retryModel(schedule)(state)).toEqual([{ kind: "finish", key: "finish:1", outcome: "failed", text, error }])
    expect(retryModel({ ...schedule, words: () => "" })(state)).toMatchObject([{ text: "" }])
  })

  it("asks again at once, with no delay and no limit, when the runner was interrupted", () => {
    const rounds = Array.from({ length: 10 }, (_, index) => [
      asked(`1.1.${index + 1}`),
      modelFailed("interrupted", `1.1.${index + 1}`),
    ])
    const state = foldFacts(stamp([opened(), said("go"), ...rounds.flat()]))
    expect(retryModel(schedule)(state)).toEqual([{ kind: "call-model", key: "call-model:1.1", iteration: 1 }])
  })

  it.each([
    { failures: 1, wait: 1000 },
    { failures: 2, wait: 2000 },
    { failures: 3, wait: 4000 },
  ])("waits $wait ms after failure $failures, without jitter", ({ failures, wait }) => {
    const { state, failedAt } = failedTimes(failures)
    expect(waitOf(retryModel(steady)(state), failedAt)).toBe(wait)
  })

  it("never waits longer than the longest wait", () => {
    const { state, failedAt } = failedTimes(8)
    expect(waitOf(retryModel({ ...steady, attempts: 9 })(state), failedAt)).toBe(5000)
  })

  it.each([
    { failures: 3, kind: "call-model" },
    { failures: 4, kind: "finish" },
    { failures: 5, kind: "finish" },
  ])("returns $kind after $failures failures of 4", ({ failures, kind }) => {
    expect(retryModel(schedule)(failedTimes(failures).state)?.map((step) => step.kind)).toEqual([kind])
  })

  it("counts the failures of one iteration only", () => {
    const first = [asked("1.1.1"), modelFailed("rate-limit", "1.1.1"), asked("1.1.2"), answered({ text: "x" }, "1.1.2")]
    const facts = stamp([opened(), said("go"), ...first, asked("1.2.1", 6), modelFailed("rate-limit", "1.2.1")])
    const steps = retryModel(steady)(foldFacts(facts))
    expect(steps).toMatchObject([{ key: "call-model:1.2", iteration: 2 }])
    expect(waitOf(steps, facts.at(-1)?.at ?? 0)).toBe(1000)
  })

  it("does not count interruptions as failures", () => {
    const drafts = [asked("1.1.1"), modelFailed("interrupted"), asked("1.1.2"), modelFailed("rate-limit", "1.1.2")]
    const facts = stamp([opened(), said("go"), ...drafts])
    expect(waitOf(retryModel(steady)(foldFacts(facts)), facts.at(-1)?.at ?? 0)).toBe(1000)
  })

  it("waits for the time the provider named when that is later, and not when it is earlier", () => {
    const late = failedTimes(1, 1_700_000_500_000)
    expect(waitOf(retryModel(schedule)(late.state), 0)).toBe(1_700_000_500_000)
    const early = failedTimes(1, 1_700_000_000_001)
    expect(waitOf(retryModel(steady)(early.state), early.failedAt)).toBe(1000)
  })

  it("sets how long the wait is meant to last, independent of later clock changes", () => {
    const { state, failedAt } = failedTimes(1, 1_700_000_500_000)
    expect(retryModel(schedule)(state)).toMatchObject([{ waitMs: 1_700_000_500_000 - failedAt }])
  })

  it.each([
    { maxRetryAfterMs: undefined, retryInMs: 11 * 60_000, says: /left alone for 11 minutes/ },
    { maxRetryAfterMs: undefined, retryInMs: 26 * 3_600_000, says: /left alone for 26 hours/ },
    { maxRetryAfterMs: 5000, retryInMs: 6000, says: /left alone for 1 minutes/ },
  ])(
    "gives up with an explanation when a provider asks for a wait of $retryInMs ms",
    ({ retryInMs, says, ...limit }) => {
      const { failedAt } = failedTimes(1)
      const { state } = failedTimes(1, failedAt + retryInMs)
      const { maxRetryAfterMs } = limit
      const options = { ...steady, ...(maxRetryAfterMs !== undefined && { maxRetryAfterMs }) }
      expect(retryModel(options)(state)).toMatchObject([
        {
          kind: "finish",
          outcome: "failed",
          text: expect.stringMatching(says),
          error: { message: expect.stringMatching(says) },
        },
      ])
      expect(retryModel({ ...options, models: 2 })(state)).toMatchObject([{ kind: "call-model", chain: 1 }])
    },
  )

  it("shortens the wait by at most the jitter's share, differently for each session", () => {
    const waits = Array.from({ length: 200 }, (_, index) => {
      const facts = stamp([opened(`session-${index}`), said("go"), asked(), modelFailed("rate-limit")])
      return waitOf(retryModel(schedule)(foldFacts(facts)), facts.at(-1)?.at ?? 0)
    })
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(500)
    expect(Math.max(...waits)).toBeLessThanOrEqual(1000)
    expect(Math.min(...waits)).toBeLessThan(600)
    expect(Math.max(...waits)).toBeGreaterThan(900)
    expect(new Set(waits).size).toBeGreaterThan(100)
  })

  it("returns the same wait each time for the same failure", () => {
    const { state } = failedTimes(2)
    expect(retryModel(schedule)(state)).toEqual(retryModel(schedule)(failedTimes(2).state))
  })
})
