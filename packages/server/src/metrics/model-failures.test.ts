// Which facts are a failure of a model.
import type { ErrorClass, Fact } from "@pawl/agent"
import { describe, expect, it } from "vitest"
import { ModelFailures } from "./model-failures.ts"

const asked = (attempt: string, model: string) => ({ type: "model-asked", attempt, model }) as Fact
const answered = (attempt: string) => ({ type: "model-answered", attempt }) as Fact
const failed = (attempt: string, kind: ErrorClass, code = "some") =>
  ({ type: "model-failed", at: Number(attempt), attempt, error: { class: kind, code, message: "It failed." } }) as Fact

function heard(...facts: readonly Fact[]): ModelFailures {
  const failures = new ModelFailures()
  failures.hear("s", facts, [])
  return failures
}

const namesIn = (failures: ModelFailures) => failures.list().map(({ model, at }) => [model, at])

describe("the last failure of a model", () => {
  it.each<readonly [ErrorClass, string, boolean]>([
    ["network", "down", true],
    ["auth", "key-refused", true],
    ["rate-limit", "slow-down", true],
    ["config", "model-missing", true],
    ["config", "model-not-allowed", false],
    ["aborted", "cancelled", false],
    ["interrupted", "interrupted", false],
    ["context-overflow", "too-long", false],
  ])("%s with the code %s counts or not", (kind, code, counts) => {
    expect(heard(asked("1", "a"), failed("1", kind, code)).list()).toHaveLength(counts ? 1 : 0)
  })

  it("is the newest of each model, in the order of time", () => {
    const failures = heard(asked("1", "a"), failed("1", "network"), asked("2", "b"), failed("2", "network"))
    failures.hear("s", [asked("3", "a"), failed("3", "timeout")], [])
    expect(namesIn(failures)).toEqual([
      ["a", 3],
      ["b", 2],
    ])
  })

  it("stays with its model when two sessions ask different ones at once", () => {
    const failures = new ModelFailures()
    failures.hear("s", [asked("1", "a")], [])
    failures.hear("t", [asked("1", "b"), answered("1")], [])
    failures.hear("s", [failed("1", "network")], [])
    expect(namesIn(failures)).toEqual([["a", 1]])
  })

  it("is known of a turn that another process began, and counts once", () => {
    const failures = new ModelFailures()
    failures.hear("s", [failed("2", "network")], [asked("1", "a"), failed("1", "network"), asked("2", "b")])
    expect(namesIn(failures)).toEqual([["b", 2]])
  })
})
