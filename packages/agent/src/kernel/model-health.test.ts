import { describe, expect, it } from "vitest"
import type { ErrorClass } from "../contracts/answer.ts"
import type { Draft } from "../contracts/fact.ts"
import { answered, asked, finished, modelFailed, said } from "../testing/fact-builders.ts"
import { chosenModel, healthOf, isOnTrial, nextModel } from "./model-health.ts"
import { stateAfter } from "./rules/__fixtures__/state-after.ts"
import type { State } from "./state/state.ts"

/** Turns in which the first model was asked once and failed. */
function failedTurns(count: number, errorClass: ErrorClass = "network"): readonly Draft[] {
  const turns = Array.from({ length: count }, (_, index) => {
    const turn = index + 1
    const attempt = `${turn}.1.1`
    return [said("go", turn), asked(attempt), modelFailed(errorClass, attempt), finished("failed", turn)]
  })
  return turns.flat()
}

/** The same state this long after its last failure. */
function later(state: State, ms: number): State {
  return { ...state, at: Math.max(...Object.values(state.down).map(({ at }) => at)) + ms }
}

const MINUTE = 60_000

describe("a model's health", () => {
  it.each([
    { failures: 0, ms: 0, health: "open" },
    { failures: 1, ms: 0, health: "down" },
    { failures: 1, ms: 29_999, health: "down" },
    { failures: 1, ms: 30_000, health: "half-open" },
    { failures: 2, ms: 59_999, health: "down" },
    { failures: 2, ms: 60_000, health: "half-open" },
    { failures: 3, ms: 2 * MINUTE, health: "half-open" },
    { failures: 20, ms: 10 * MINUTE - 1, health: "down" },
    { failures: 20, ms: 10 * MINUTE, health: "half-open" },
    { failures: 1, ms: -3_600_000, health: "half-open" },
  ])("is $health $ms ms after it failed $failures turns in a row", ({ failures, ms, health }) => {
    const state = stateAfter(failedTurns(failures))
    expect(healthOf(failures === 0 ? state : later(state, ms), 0)).toBe(health)
  })

  it("is open again once it has answered", () => {
    const drafts = [...failedTurns(3), said("go", 4), asked("4.1.1"), answered({ text: "x" }, "4.1.1")]
    expect(healthOf(stateAfter(drafts), 0)).toBe("open")
  })

  it("counts the retries of one request as one failure", () => {
    const retries = [1, 2, 3].flatMap((each) => [asked(`1.1.${each}`), modelFailed("network", `1.1.${each}`)])
    expect(stateAfter([said("go"), ...retries]).down).toMatchObject({ 0: { times: 1 } })
  })

  it("is separate for each model", () => {
    const drafts = [said("go"), asked(), modelFailed("network"), asked("1.1.2", 0, 1), answered({ text: "x" }, "1.1.2")]
    const state = stateAfter(drafts)
    expect([healthOf(state, 0), healthOf(state, 1)]).toEqual(["down", "open"])
  })

  it.each<{ errorClass: ErrorClass; isDown: boolean }>([
    { errorClass: "rate-limit", isDown: true },
    { errorClass: "overloaded", isDown: true },
    { errorClass: "network", isDown: true },
    { errorClass: "timeout", isDown: true },
    { errorClass: "config", isDown: true },
    { errorClass: "auth", isDown: false },
    { errorClass: "context-overflow", isDown: false },
    { errorClass: "invalid-request", isDown: false },
    { errorClass: "output", isDown: false },
    { errorClass: "aborted", isDown: false },
    { errorClass: "interrupted", isDown: false },
    { errorClass: "crashed", isDown: false },
    { errorClass: "internal", isDown: false },
  ])("is affected by $errorClass: $isDown", ({ errorClass, isDown }) => {
    expect(healthOf(stateAfter(failedTurns(1, errorClass)), 0) === "down").toBe(isDown)
  })
})

describe("the model that is asked", () => {
  const down = (...places: readonly number[]): State => ({
    ...stateAfter([said("go")]),
    at: 1_000_000,
    down: Object.fromEntries(places.map((place) => [place, { at: 1_000_000, times: 1 }])),
  })

  it.each([
    { places: [], first: 0 },
    { places: [0], first: 1 },
    { places: [0, 1], first: 2 },
    { places: [1], first: 0 },
    { places: [0, 1, 2], first: 0 },
  ])("is $first of three when $places are down", ({ places, first }) => {
    expect(chosenModel(down(...places), 3)).toBe(first)
  })

  it.each([
    { places: [0], after: 0, next: 1 },
    { places: [0, 1], after: 0, next: 2 },
    { places: [0, 1, 2], after: 0, next: undefined },
    { places: [2], after: 2, next: undefined },
  ])("after $after failed is $next of three when $places are down", ({ places, after, next }) => {
    expect(nextModel(down(...places), after, 3)).toBe(next)
  })

  it("is the first again when its rest is over", () => {
    expect(chosenModel({ ...down(0), at: 1_030_000 }, 2)).toBe(0)
  })

  it("is on trial from its second failure in a row", () => {
    expect([0, 1, 2].map((count) => isOnTrial(stateAfter(failedTurns(count)), 0))).toEqual([false, false, true])
  })
})
