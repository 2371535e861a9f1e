// Purity: rules are synchronous, use no clock and no randomness, and a prefix of any log always
// gives the same next steps.
import { readFileSync } from "node:fs"
import fc from "fast-check"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { isPawlError } from "../contracts/error.ts"
import type { Draft, Fact } from "../contracts/fact.ts"
import { defaultProfile } from "../profiles/default.ts"
import { emptyState } from "../registry/state.ts"
import type { Step } from "../registry/steps.ts"
import {
  aCall,
  answered,
  approvalRequested,
  approvalSettled,
  asked,
  cancelled,
  finished,
  modelFailed,
  nudged,
  opened,
  questionAnswered,
  questionAsked,
  said,
  stamp,
  steered,
  toolFinished,
  toolStarted,
} from "../testing/fact-builders.ts"
import { nextSteps } from "./next-steps.ts"
import { applyWith, foldFacts } from "./state/fold.ts"
import { fromSnapshot, toSnapshot } from "./state/snapshot.ts"
import type { State } from "./state/state.ts"
import { rest } from "./steps/rest.ts"

const { rules } = defaultProfile({ maxIterations: 3 })

const golden = readFileSync(new URL("../registry/__fixtures__/facts-v1.jsonl", import.meta.url), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line) as Fact)

const forbidden = () => {
  throw new Error("A rule must not read a clock or chance.")
}

beforeEach(() => {
  vi.spyOn(Date, "now").mockImplementation(forbidden)
  vi.spyOn(performance, "now").mockImplementation(forbidden)
  vi.spyOn(Math, "random").mockImplementation(forbidden)
  vi.spyOn(globalThis.crypto, "randomUUID").mockImplementation(forbidden)
  vi.spyOn(globalThis.crypto, "getRandomValues").mockImplementation(forbidden)
})

afterEach(() => {
  vi.restoreAllMocks()
})

function deepFreeze<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value
  Object.freeze(value)
  for (const each of Object.values(value)) deepFreeze(each)
  return value
}

/** The steps for a frozen copy of the state; the fold goes on from the original. */
function decide(state: State): string {
  const steps: readonly Step[] = nextSteps(deepFreeze(structuredClone(state)), rules)
  if (!Array.isArray(steps)) throw new Error("Rules must answer at once, with a list.")
  return JSON.stringify(steps)
}

function samePrefixesSameSteps(facts: readonly Fact[]): void {
  const states = [emptyState]
  const snapshots = [emptyState]
  facts.forEach((fact, index) => {
    const incremental = applyWith((seq) => states[seq], states[index] ?? emptyState, fact)
    const restored = fromSnapshot(toSnapshot(applyWith((seq) => snapshots[seq], snapshots[index] ?? emptyState, fact)))
    states.push(incremental)
    snapshots.push(restored)
    const fresh = foldFacts(facts.slice(0, index + 1))
    const steps = decide(fresh)
    expect(decide(fresh)).toBe(steps)
    expect(decide(foldFacts(facts.slice(0, index + 1)))).toBe(steps)
    expect(decide(incremental)).toBe(steps)
    expect(decide(restored)).toBe(steps)
  })
}

/** Facts about a few turns, attempts and calls, so that they refer to each other. */
const draft: fc.Arbitrary<Draft> = (() => {
  const call = fc.constantFrom("a", "b", "c")
  const attempt = fc.constantFrom("1.1.1", "1.1.2", "1.2.1", "1.3.1", "2.1.1", "2.1.2")
  const turn = fc.constantFrom(1, 2)
  const seen = fc.nat(30)
  const words = fc.constantFrom("", " ", "x", "done")
  const touches = fc.option(fc.subarray(["x", "y"]), { nil: undefined })
  const calls = fc.uniqueArray(fc.record({ id: call, touches }), { selector: (each) => each.id, maxLength: 3 })
  const outcome = fc.constantFrom("ok", "error", "timeout", "denied", "unknown", "refused", "skipped")
  const errorClass = fc.constantFrom("rate-limit", "auth", "aborted", "interrupted")
  return fc.oneof(
    fc.constant(opened()),
    fc.tuple(words, turn).map(([text, number]) => said(text, number)),
    fc.tuple(words, turn).map(([text, number]) => steered(text, number)),
    fc.tuple(attempt, seen).map(([id, upTo]) => asked(id, upTo)),
    fc
      .tuple(words, calls, attempt)
      .map(([text, list, id]) =>
        answered({ text, calls: list.map((each) => aCall(each.id, "tool", {}, each.touches)) }, id),
      ),
    fc
      .tuple(errorClass, attempt, fc.option(fc.nat(), { nil: undefined }))
      .map(([kind, id, retryAt]) => ({ ...modelFailed(kind, id), ...(retryAt !== undefined && { retryAt }) }) as Draft),
    fc.tuple(attempt, fc.boolean()).map(([id, ephemeral]) => nudged(id, ephemeral)),
    call.map(approvalRequested),
    fc
      .tuple(call, fc.constantFrom("approved" as const, "denied" as const))
      .map(([id, how]) => approvalSettled(id, how)),
    call.map(questionAsked),
    call.map((id) => questionAnswered(id)),
    fc
      .tuple(call, fc.constantFrom("read" as const, "idempotent" as const, "once" as const))
      .map(([id, effect]) => toolStarted(id, effect)),
    fc.tuple(call, outcome).map(([id, how]) => toolFinished(id, how)),
    turn.map(cancelled),
    fc
      .tuple(fc.constantFrom("completed" as const, "cancelled" as const, "failed" as const), turn)
      .map(([how, number]) => finished(how, number)),
    fc.constantFrom(...golden).map(({ v: _v, seq: _seq, at: _at, ...rest }) => rest as Draft),
  )
})()

describe("the next steps", () => {
  it("are the same for every prefix of a long log, however it was folded", () => {
    samePrefixesSameSteps(golden)
  })

  it("are the same for every prefix of any facts in any order", () => {
    fc.assert(
      fc.property(fc.array(draft, { maxLength: 40 }), (drafts) =>
        samePrefixesSameSteps(stamp([opened(), said("go"), ...drafts])),
      ),
      { numRuns: 150 },
    )
  })

  it("are never empty, and each has a key", () => {
    fc.assert(
      fc.property(fc.array(draft, { maxLength: 40 }), (drafts) => {
        const keys = nextSteps(foldFacts(stamp(drafts)), rules).map((step) => step.key)
        expect(keys.length).toBeGreaterThan(0)
        expect(new Set(keys).size).toBe(keys.length)
      }),
    )
  })

  it("come from the first rule that returns a step", () => {
    const finish: Step = { kind: "finish", key: "finish:1", outcome: "completed", text: "" }
    const asked: string[] = []
    const rule = (name: string, steps: readonly Step[] | undefined) => () => {
      asked.push(name)
      return steps
    }
    const list = [rule("silent", undefined), rule("empty", []), rule("answers", [finish]), rule("later", rest)]
    expect(nextSteps(emptyState, list)).toEqual([finish])
    expect(asked).toEqual(["silent", "empty", "answers"])
  })

  it("throw when no rule returns a step", () => {
    const ask = () => nextSteps(emptyState, [() => undefined])
    expect(ask).toThrow(/No rule returned a step at fact 0/)
    expect(ask).toThrow(expect.toSatisfy((error: unknown) => isPawlError(error, "performer-stalled")))
  })
})

describe("the guard against clocks and randomness", () => {
  it.each<{ name: string; rule: () => undefined }>([
    { name: "Date.now", rule: () => void Date.now() },
    { name: "performance.now", rule: () => void performance.now() },
    { name: "Math.random", rule: () => void Math.random() },
    { name: "crypto.randomUUID", rule: () => void crypto.randomUUID() },
  ])("catches a rule that reads $name", ({ rule }) => {
    expect(() => nextSteps(emptyState, [rule])).toThrow("must not read")
  })
})
