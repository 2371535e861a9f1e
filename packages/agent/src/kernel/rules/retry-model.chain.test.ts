// What happens when a model cannot answer and there are others, and how a turn ends when none can.
import { describe, expect, it } from "vitest"
import type { ErrorClass } from "../../contracts/answer.ts"
import type { Draft } from "../../contracts/fact.ts"
import { answered, asked, cancelled, ending, finished, modelFailed, said, told } from "../../testing/fact-builders.ts"
import { rounds, stateAfter } from "./__fixtures__/state-after.ts"
import { failureWords } from "./failure-words.ts"
import { type RetryOptions, retryModel } from "./retry-model.ts"

const options: RetryOptions = { attempts: 2, firstMs: 1000, factor: 2, maxMs: 5000, jitter: 0, models: 3 }
const decide = (drafts: readonly Draft[], more: Partial<RetryOptions> = {}) =>
  retryModel({ ...options, ...more })(stateAfter(drafts))

/** Requests at the first iteration, in order: which model was asked, and how it failed. */
function requests(...tried: readonly (readonly [place: number, error: ErrorClass])[]): readonly Draft[] {
  const drafts = tried.flatMap(([place, error], index) => {
    const attempt = `1.1.${index + 1}`
    return [asked(attempt, 0, place), modelFailed(error, attempt)]
  })
  return [said("go"), ...drafts]
}

/** The model to be asked next, after a wait or at once; or how the turn ends. */
function next(drafts: readonly Draft[], more?: Partial<RetryOptions>): string {
  const [step] = decide(drafts, more) ?? []
  if (step?.kind === "finish") return `finish ${step.error?.code}`
  if (step?.kind !== "call-model") return "nothing"
  return `model ${step.chain ?? 0}${step.notBefore === undefined ? "" : " later"}`
}

describe("retryModel with a chain of models", () => {
  it.each<{ name: string; tried: readonly (readonly [number, ErrorClass])[]; follows: string }>([
    { name: "the first failure", tried: [[0, "overloaded"]], follows: "model 0 later" },
    {
      name: "the last attempt at the first model",
      tried: [
        [0, "overloaded"],
        [0, "overloaded"],
      ],
      follows: "model 1",
    },
    {
      name: "the first failure of the second",
      tried: [
        [0, "network"],
        [0, "network"],
        [1, "timeout"],
      ],
      follows: "model 1 later",
    },
    {
      name: "the last attempt at the second",
      tried: [
        [0, "network"],
        [0, "network"],
        [1, "timeout"],
        [1, "timeout"],
      ],
      follows: "model 2",
    },
    {
      name: "the last attempt at the last",
      tried: [
        [0, "network"],
        [0, "network"],
        [1, "timeout"],
        [1, "timeout"],
        [2, "timeout"],
        [2, "overloaded"],
      ],
      follows: "finish overloaded",
    },
    { name: "a model that is set up wrongly", tried: [[0, "config"]], follows: "model 1" },
    { name: "an answer that cannot be parsed", tried: [[0, "output"]], follows: "model 1" },
    { name: "a wrong key: the user has to know", tried: [[0, "auth"]], follows: "finish auth" },
    { name: "a history that is too long", tried: [[0, "context-overflow"]], follows: "finish context-overflow" },
    { name: "a request that is wrong", tried: [[0, "invalid-request"]], follows: "finish invalid-request" },
    { name: "a crash loop", tried: [[0, "crashed"]], follows: "finish crashed" },
    {
      name: "a runner that was stopped",
      tried: [
        [0, "config"],
        [1, "interrupted"],
      ],
      follows: "model 1",
    },
  ])("after $name: $follows (L16)", ({ tried, follows }) => {
    expect(next(requests(...tried))).toBe(follows)
  })

  it("keeps the step key, because it is the same work", () => {
    expect(decide(requests([0, "config"]))).toEqual([
      { kind: "call-model", key: "call-model:1.1", iteration: 1, chain: 1 },
    ])
  })

  it("asks the next model after errors that the profile names, and after no other lasting error", () => {
    expect(next(requests([0, "auth"]), { nextOn: ["auth"] })).toBe("model 1")
    expect(next(requests([0, "config"]), { nextOn: ["auth"] })).toBe("finish config")
  })

  it("retries only the errors that the profile lists, and asks the next model at once after other passing errors", () => {
    const once = { passing: ["overloaded"] } as const
    expect(next(requests([0, "overloaded"]), once)).toBe("model 0 later")
    expect(next(requests([0, "timeout"]), once)).toBe("model 1")
    expect(next(requests([0, "timeout"]), { ...once, models: 1 })).toBe("finish timeout")
  })

  it("skips a model that failed a short while ago", () => {
    const before = [said("go"), asked("1.1.1", 0, 1), modelFailed("network"), finished("failed")]
    const now = [said("go", 2), asked("2.1.1"), modelFailed("config", "2.1.1")]
    expect(next([...before, ...now])).toBe("model 2")
    expect(next([...before, ...now], { models: 2 })).toBe("finish config")
  })

  it("gives a model on trial one request, if there is another to ask", () => {
    const before = [said("go"), asked(), modelFailed("network"), finished("failed")]
    const trial = [said("go", 2), asked("2.1.1"), modelFailed("network", "2.1.1")]
    expect(next([...before, ...trial])).toBe("model 1")
    expect(next([...before, ...trial], { models: 1 })).toBe("model 0 later")
  })

  it.each([
    { afterMs: 5000, maxMs: 5000, models: 2, follows: "model 0 later" },
    { afterMs: 5001, maxMs: 5000, models: 2, follows: "model 1" },
    { afterMs: 5001, maxMs: 5000, models: 1, follows: "model 0 later" },
    { afterMs: 60_000, maxMs: 320_000, models: 2, follows: "model 0 later" },
    { afterMs: 60_001, maxMs: 320_000, models: 2, follows: "model 1" },
  ])("told to retry after $afterMs ms, with $maxMs ms at most and $models models: $follows", (row) => {
    const { afterMs, maxMs, models, follows } = row
    const tried = requests([0, "rate-limit"])
    const failedAt = stateAfter(tried).at
    const drafts = tried.map((draft) =>
      draft.type === "model-failed" ? { ...draft, retryAt: failedAt + afterMs } : draft,
    )
    expect(next(drafts, { maxMs, models })).toBe(follows)
  })

  it("returns no step when the turn was cancelled", () => {
    expect(decide([...requests([0, "network"]), cancelled()])).toBeUndefined()
  })
})

describe("retryModel, when no model can answer", () => {
  const alone = { models: 1, attempts: 1 }
  const down = requests([0, "network"])

  it("fails with the error, and with the profile's text for the user (L16)", () => {
    const error = { code: "network", message: "network" }
    expect(decide(down, { ...alone, words: failureWords("The model is away.") })).toEqual([
      { kind: "finish", key: "finish:1", outcome: "failed", text: "The model is away.", error },
    ])
  })

  it("keeps the text of earlier answers", () => {
    const cut = [said("go"), asked(), answered({ text: "Part one", stop: "max-tokens" }), told()]
    const drafts = [...cut, asked("1.2.1"), modelFailed("network", "1.2.1")]
    expect(decide(drafts, { ...alone, words: () => "" })).toMatchObject([{ text: "Part one" }])
    expect(decide(drafts, { ...alone, words: () => "Unavailable." })).toMatchObject([
      { text: "Part one\n\nUnavailable." },
    ])
  })

  it("ends a turn that was asked for its last answer with the outcome set for it (L10)", () => {
    const drafts = [said("go"), ...rounds(1), ending(), asked("1.2.1"), modelFailed("auth", "1.2.1")]
    expect(decide(drafts, alone)).toEqual([
      { kind: "finish", key: "finish:1", outcome: "completed", text: "That was all." },
    ])
  })

  it.each([
    { error: "invalid-request", tries: 1 },
    { error: "auth", tries: 1 },
  ] as const)("asks once and fails at once after $error (T5)", ({ error, tries }) => {
    const chat = { attempts: 3, firstMs: 3000, maxMs: 6000, models: 1 }
    expect(next(requests(...Array<[number, ErrorClass]>(tries).fill([0, error])), chat)).toBe(`finish ${error}`)
  })

  it.each([
    { failures: 1, waits: 3000 },
    { failures: 2, waits: 6000 },
    { failures: 3, waits: undefined },
  ])("waits $waits ms after failure $failures of three attempts (T4)", ({ failures, waits }) => {
    const drafts = requests(...Array<[number, ErrorClass]>(failures).fill([0, "rate-limit"]))
    const [step] = decide(drafts, { attempts: 3, firstMs: 3000, maxMs: 6000, models: 1 }) ?? []
    const failedAt = stateAfter(drafts).at
    expect(step?.kind === "call-model" ? (step.notBefore ?? 0) - failedAt : undefined).toBe(waits)
  })

  it.each([
    { failures: 1, waits: 1000 },
    { failures: 2, waits: 2000 },
    { failures: 3, waits: 4000 },
    { failures: 4, waits: undefined },
  ])("waits $waits ms after failure $failures of four attempts (M9)", ({ failures, waits }) => {
    const drafts = requests(...Array<[number, ErrorClass]>(failures).fill([0, "rate-limit"]))
    const [step] = decide(drafts, { attempts: 4, maxMs: 4000, models: 1 }) ?? []
    const failedAt = stateAfter(drafts).at
    expect(step?.kind === "call-model" ? (step.notBefore ?? 0) - failedAt : undefined).toBe(waits)
  })
})
