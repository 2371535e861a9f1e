// The result of a turn in the JSON object: its text, its outcome, and its error.
import type { Event, Session } from "@pawl/agent"
import { afterEach, describe, expect, it, vi } from "vitest"
import { followTurn } from "./turn.ts"

type Body = Event extends infer Each ? (Each extends Event ? Omit<Each, "position"> : never) : never

const session = { id: "s1" } as Session // Only its id is used.

async function follow(bodies: readonly Body[]) {
  async function* events() {
    for (const body of bodies) yield { ...body, position: "" } as Event
  }
  const turn = await followTurn(events(), session, [])
  if (turn === undefined) throw new Error("It did not end.")
  return turn
}

const usage = { inputTokens: 0, outputTokens: 0 }
const said = (text: string, attempt = "1.1.1"): readonly Body[] => [
  ...(text === "" ? [] : [{ type: "text-delta", attempt, text } as const]),
  { type: "answer-end", attempt, text },
]
const ended = (text: string): Body => ({ type: "turn-end", turn: 1, outcome: "completed", text, usage })
const failed = (code: string, message: string): Body => ({
  type: "turn-end",
  turn: 1,
  outcome: "failed",
  text: "",
  usage,
  error: { code, message },
})
const limited: Body = {
  type: "model-error",
  attempt: "1.1.1",
  error: { class: "rate-limit", code: "429", message: "too many requests" },
}
const result: Body = { type: "tool-result", call: "c", name: "t", content: [{ type: "text", text: "Done." }], ms: 1 }

afterEach(() => vi.unstubAllEnvs())

describe("a turn that its profile completes", () => {
  it.each<[string, readonly Body[]]>([
    ["nothing", [...said(""), ended("")]],
    ["white space", [...said(" \n"), ended("")]],
    ["nothing, three times", [...said(""), ...said("", "1.2.1"), ...said("", "1.3.1"), ended("No answer came.")]],
    ["nothing after its tools", [...said("Let me look."), result, ...said("", "1.2.1"), ended("No answer came.")]],
  ])("with %s as its last answer has an error code, and stays completed", async (_, bodies) => {
    const turn = await follow(bodies)
    expect(turn.result).toMatchObject({ outcome: "completed", error: { code: "empty-answer" } })
    expect(turn).toMatchObject({ exit: 0 })
    expect(turn.failure).toBeUndefined()
  })

  it.each<[string, readonly Body[]]>([
    ["an answer", [...said("Hello."), ended("Hello.")]],
    ["an answer after an empty one", [...said(""), ...said("Hello.", "1.2.1"), ended("Hello.")]],
    ["a tool that ends it", [...said(""), result, ended("Done.")]],
    ["an answer that was long enough", [...said("Part one."), ...said("", "1.2.1"), ended("Part one.")]],
  ])("with %s has no error code", async (_, bodies) => {
    expect((await follow(bodies)).result.error).toBeUndefined()
  })
})

describe("a turn that failed", () => {
  it("has no secret in its error, neither in the JSON object nor in the line", async () => {
    vi.stubEnv("ODD_API_KEY", "of-no-known-shape")
    const { result, failure } = await follow([failed("x", "of-no-known-shape and sk-abcdefgh1234")])
    expect(result.error).toEqual({ code: "x", message: "[redacted] and [redacted]" })
    expect(failure?.message).toMatch(/^The turn failed: \[redacted\] and \[redacted\]\. See what happened/)
  })

  it("gets advice for the error that ended it, not for one that a retry overcame", async () => {
    const overcome = await follow([limited, ...said(""), failed("repeated-error", "The same error came 5 times")])
    expect(overcome.failure?.message).toContain('See what happened with "pawl sessions show s1 --facts".')
    const down = await follow([limited, failed("429", "too many requests")])
    expect(down.failure?.message).toContain("Check that the model can be reached")
  })
})
