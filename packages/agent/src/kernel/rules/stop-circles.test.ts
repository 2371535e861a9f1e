import { describe, expect, it } from "vitest"
import type { Draft } from "../../contracts/fact.ts"
import {
  aCall,
  answered,
  asked,
  cancelled,
  ending,
  finished,
  said,
  steered,
  told,
  toolFinished,
} from "../../testing/fact-builders.ts"
import { SUMMARY_RULES } from "../steps/nudge.ts"
import { type Row, stateAfter } from "./__fixtures__/state-after.ts"
import { stopRepeats, stopSameError } from "./stop-circles.ts"

/** A turn of rounds with one call each, and the outcome of each. */
type End =
  | "repeat"
  | "ok"
  | "denied"
  | { readonly error: string; readonly name?: string; readonly code?: string }
  | { readonly gone: string }

function turnOf(ends: readonly End[]): readonly Draft[] {
  const drafts = ends.flatMap((end, index) => {
    const [attempt, call] = [`1.${index + 1}.1`, `c${index}`]
    return [asked(attempt), answered({ calls: [aCall(call, "look")] }, attempt), resultOf(end, call)]
  })
  return [said("go"), ...drafts]
}

function resultOf(end: End, call: string): Draft {
  if (end === "repeat") return toolFinished(call, "refused", "Not run", { name: "look", code: "repeated-call" })
  if (end === "ok" || end === "denied") return toolFinished(call, end, "x", { name: "look" })
  if ("gone" in end) return toolFinished(call, "refused", "Not run", { name: end.gone, code: "tool-withheld" })
  const { error, name = "look", code } = end
  return toolFinished(call, "error", error, { name, ...(code !== undefined && { code }) })
}

describe("stopRepeats", () => {
  const decide = (drafts: readonly Draft[], refusals = 2) => stopRepeats({ refusals })(stateAfter(drafts))

  it("asks for a last answer that may not invent, and names the tool (L13)", () => {
    expect(decide(turnOf(["ok", "repeat", "repeat"]))).toEqual([
      {
        kind: "nudge",
        key: "ending:1",
        reason: "repeated-call",
        evidence: '2 calls were exact repeats, the last one of "look"',
        text: `You are repeating calls whose results you already have. ${SUMMARY_RULES}`,
        ephemeral: true,
        ends: {
          outcome: "failed",
          error: { code: "repeated-call", message: 'The model made the same call of "look" again and again.' },
          text: 'I stopped: I was repeating the same call of "look" without getting further.',
        },
      },
    ])
  })

  it("names the tool that was repeated, not the one beside it", () => {
    const calls = [aCall("a", "look"), aCall("b", "other")]
    const repeat = toolFinished("a", "refused", "", { code: "repeated-call" })
    const drafts = [said("go"), asked(), answered({ calls }), repeat, toolFinished("b", "denied")]
    expect(decide(drafts, 1)).toMatchObject([{ evidence: '1 calls were exact repeats, the last one of "look"' }])
  })

  it.each<{ ends: readonly End[]; refusals: number; stops: boolean }>([
    { ends: ["repeat"], refusals: 2, stops: false },
    { ends: ["repeat", "repeat"], refusals: 2, stops: true },
    { ends: ["repeat", "repeat"], refusals: 3, stops: false },
    { ends: ["repeat", "repeat", "repeat"], refusals: 3, stops: true },
    { ends: ["repeat", "ok", "repeat"], refusals: 2, stops: false },
    { ends: ["repeat", { error: "x" }, "repeat"], refusals: 2, stops: true },
  ])("stops after $ends with $refusals allowed: $stops", ({ ends, refusals, stops }) => {
    expect(decide(turnOf(ends), refusals) !== undefined).toBe(stops)
  })

  const twice = turnOf(["repeat", "repeat"])
  it.each<Row>([
    { name: "there is no turn", drafts: [] },
    { name: "the turn was cancelled", drafts: [...twice, cancelled()] },
    { name: "the last answer was already requested", drafts: [...twice, ending()] },
    {
      name: "a call of the answer is open",
      drafts: [...twice.slice(0, -2), answered({ calls: [aCall("c1"), aCall("open")] }, "1.2.1"), twice.at(-1)!],
    },
    { name: "the user has said something since", drafts: [...twice, steered("Try the other one")] },
    { name: "it is another turn", drafts: [...twice, finished("failed"), said("again", 2)] },
  ])("returns no step when $name", ({ drafts }) => {
    expect(decide(drafts)).toBeUndefined()
  })
})

const wrong = (times: number, error = "no such file") => Array<End>(times).fill({ error })

/** Calls of a withheld tool. */
const gone = (times: number, name = "look") => Array<End>(times).fill({ gone: name })

/** An answer with a call that could not be parsed, reported back. */
function malformed(codes: readonly string[]): readonly Draft[] {
  const drafts = codes.flatMap((code, index) => {
    const attempt = `1.${index + 1}.1`
    const problems = [{ code, message: `body ${index} is broken` }]
    return [asked(attempt), answered({ problems }, attempt), told({ reason: "malformed-call", attempt })]
  })
  return [said("go"), ...drafts.slice(0, -1)]
}

/** Text where a tool call was required, with the nudge about it. */
function reminded(times: number): readonly Draft[] {
  const drafts = Array.from({ length: times }, (_, index) => {
    const attempt = `1.${index + 1}.1`
    return [asked(attempt), answered({ text: `text ${index}` }, attempt), told({ reason: "no-tool-call", attempt })]
  })
  return [said("go"), ...drafts.flat()]
}

describe("stopSameError", () => {
  const decide = (drafts: readonly Draft[]) => stopSameError({ max: 5 })(stateAfter(drafts))

  it("fails the turn with the error, and how often it came (F8)", () => {
    expect(decide(turnOf(wrong(5)))).toEqual([
      {
        kind: "finish",
        key: "finish:1",
        outcome: "failed",
        text: "I stopped: the same error came 5 times in a row (look: failed: no such file). What was done before stands.",
        error: {
          code: "repeated-error",
          message:
            "The same error came 5 times in a row (look: failed: no such file). Change the request, or check the tool.",
        },
      },
    ])
  })

  it.each<{ name: string; drafts: readonly Draft[]; stops: boolean }>([
    { name: "four of the same error", drafts: turnOf(wrong(4)), stops: false },
    { name: "a success in between", drafts: turnOf([...wrong(4), "ok", ...wrong(4)]), stops: false },
    { name: "five since the success", drafts: turnOf([...wrong(4), "ok", ...wrong(5)]), stops: true },
    {
      name: "another error in between",
      drafts: turnOf([...wrong(3), ...wrong(1, "denied"), ...wrong(3)]),
      stops: false,
    },
    {
      name: "another tool in between",
      drafts: turnOf([...wrong(4), { error: "no such file", name: "b" }]),
      stops: false,
    },
    {
      name: "a refusal in between, which is no error",
      drafts: turnOf([...wrong(4), "denied", ...wrong(1)]),
      stops: true,
    },
    {
      name: "the same kind of malformed call five times, worded differently each time",
      drafts: malformed(Array(5).fill("unclosed")),
      stops: true,
    },
    {
      name: "malformed calls of different kinds",
      drafts: malformed(["unclosed", "malformed-json", "unclosed", "unclosed", "unclosed"]),
      stops: false,
    },
    { name: "text without a call five times, worded differently each time", drafts: reminded(5), stops: true },
    { name: "text without a call four times", drafts: reminded(4), stops: false },
    { name: "calls of a tool that was withheld for it", drafts: turnOf([...wrong(3), ...gone(2)]), stops: true },
    { name: "one call of a tool that was withheld for it", drafts: turnOf([...wrong(3), ...gone(1)]), stops: false },
    { name: "a success after that", drafts: turnOf([...wrong(3), ...gone(1), "ok", ...gone(1)]), stops: false },
    {
      name: "calls of two withheld tools",
      drafts: turnOf(["ok", ...gone(1, "a"), ...gone(1, "b"), ...gone(1, "a"), ...gone(2, "b")]),
      stops: true,
    },
    { name: "a cancelled turn", drafts: [...turnOf(wrong(5)), cancelled()], stops: false },
    { name: "a turn that ends anyway", drafts: [...turnOf(wrong(5)), ending()], stops: false },
    { name: "user input since", drafts: [...turnOf(wrong(5)), steered("Try b")], stops: false },
    { name: "no turn", drafts: [], stops: false },
  ])("after $name: $stops (F8)", ({ drafts, stops }) => {
    expect(decide(drafts) !== undefined).toBe(stops)
  })

  it("waits for the other calls of the answer", () => {
    const both = answered({ calls: [aCall("c4", "look"), aCall("open")] }, "1.5.1")
    const drafts = turnOf(wrong(5))
    expect(decide([...drafts.slice(0, -2), both, drafts.at(-1)!])).toBeUndefined()
  })

  it("keeps the text from before the error", () => {
    const cut = [
      said("go"),
      asked(),
      answered({ text: "Part one", stop: "max-tokens" }),
      told({ reason: "max-tokens" }),
    ]
    const broken = [asked("1.2.1"), answered({ problems: [{ code: "unclosed", message: "x" }] }, "1.2.1")]
    expect(stopSameError({ max: 1 })(stateAfter([...cut, ...broken]))).toMatchObject([
      { text: expect.stringMatching(/^Part one\n\nI stopped: /) },
    ])
  })
})
