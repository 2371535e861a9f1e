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
  told,
  toolFinished,
} from "../../testing/fact-builders.ts"
import { SUMMARY_RULES } from "../steps/nudge.ts"
import { type Row, stateAfter } from "./__fixtures__/state-after.ts"
import { type BreakerOptions, breakTool } from "./break-tool.ts"

const inTurn: BreakerOptions = { failures: 3, scope: "turn", afterwards: "go-on" }
const inSession: BreakerOptions = { failures: 3, scope: "session", afterwards: "finish" }
const decide = (drafts: readonly Draft[], options = inTurn) => breakTool(options)(stateAfter(drafts))

type Ended = "ok" | "error" | "timeout" | "denied" | "refused" | "unknown"
type Made = readonly [tool: string, ended: Ended]

/** A turn of rounds; each round is the calls of one answer. */
function turnOf(rounds: readonly (readonly Made[])[], turn = 1): readonly Draft[] {
  const drafts = rounds.flatMap((made, index) => {
    const attempt = `${turn}.${index + 1}.1`
    const id = (place: number) => `${turn}-${index}-${place}`
    const calls = made.map(([tool], place) => aCall(id(place), tool))
    const results = made.map(([name, ended], place) => toolFinished(id(place), ended, `${turn}${index}`, { name }))
    return [asked(attempt), answered({ calls }, attempt), ...results]
  })
  return [said("go", turn), ...drafts]
}

const fails = (tool: string): readonly Made[] => [[tool, "error"]]
const thrice = turnOf([fails("a"), fails("a"), fails("a")])

describe("breakTool", () => {
  it("withholds a tool at its third failure and lets the model go on (L14)", () => {
    expect(decide(thrice)).toEqual([
      {
        kind: "nudge",
        key: "break-tool:1:a",
        reason: "tool-breaker",
        evidence: '"a" failed 3 times in this turn',
        text: 'Tool "a" failed 3 times and is no longer available. Finish the work without it, or say plainly what cannot be done.',
        ephemeral: false,
        withholds: { tool: "a", until: "turn" },
      },
    ])
  })

  it("asks for a last answer where the profile wants one, with a text that names the tool (M7)", () => {
    expect(decide(thrice, inSession)).toEqual([
      {
        kind: "nudge",
        key: "break-tool:1:a",
        reason: "tool-breaker",
        evidence: '"a" failed 3 times since it last worked',
        text: `Tool "a" failed 3 times and is no longer available. ${SUMMARY_RULES}`,
        ephemeral: false,
        withholds: { tool: "a", until: "session" },
        ends: {
          outcome: "completed",
          text: 'Tool "a" failed 3 times and is no longer available. I could not finish the work that needs it.',
        },
      },
    ])
  })

  it.each<{ name: string; drafts: readonly Draft[]; broken: string | undefined }>([
    { name: "two failures", drafts: turnOf([fails("a"), fails("a")]), broken: undefined },
    {
      name: "three failures of one answer",
      drafts: turnOf([[...fails("a"), ...fails("a"), ...fails("a")]]),
      broken: "a",
    },
    {
      name: "failures of different tools (M7)",
      drafts: turnOf([fails("a"), fails("b"), fails("c")]),
      broken: undefined,
    },
    {
      name: "three of one among others",
      drafts: turnOf([fails("a"), fails("b"), fails("a"), fails("a")]),
      broken: "a",
    },
    {
      name: "time-outs, which count",
      drafts: turnOf([[["a", "timeout"]], fails("a"), [["a", "timeout"]]]),
      broken: "a",
    },
    {
      name: "a denial, which does not",
      drafts: turnOf([fails("a"), fails("a"), [["a", "denied"]]]),
      broken: undefined,
    },
    {
      name: "a refusal, which does not",
      drafts: turnOf([fails("a"), fails("a"), [["a", "refused"]]]),
      broken: undefined,
    },
    {
      name: "an unknown outcome, which does not",
      drafts: turnOf([fails("a"), fails("a"), [["a", "unknown"]]]),
      broken: undefined,
    },
    {
      name: "a success in between, in the turn",
      drafts: turnOf([fails("a"), fails("a"), [["a", "ok"]], fails("a")]),
      broken: "a",
    },
    {
      name: "a tool named like a property of every object",
      drafts: turnOf(Array(3).fill(fails("constructor"))),
      broken: "constructor",
    },
  ])("$name: $broken (L14 M7)", ({ drafts, broken }) => {
    const withheld = decide(drafts)?.map((step) => step.kind === "nudge" && step.withholds?.tool)
    expect(withheld?.[0]).toBe(broken)
  })

  it.each([
    ...["protected-path", "outside-workspace", "symbolic-link", "address-private", "path-invalid", "url-invalid"],
    ...["command-invalid", "arguments-invalid", "arguments-unreadable"],
  ])("does not count errors of the caller, because the tool works: %s (L14 M7)", (code) => {
    const three = (more: string | undefined) =>
      thrice.map((draft) => (draft.type === "tool-finished" && more !== undefined ? { ...draft, code: more } : draft))
    expect([decide(three(code)), decide(three(code), inSession)]).toEqual([undefined, undefined])
    expect(decide(three("file-failed"))).toHaveLength(1)
  })

  it.each<{ name: string; before: readonly (readonly Made[])[]; options: BreakerOptions; breaks: boolean }>([
    {
      name: "two failures in the turn before, by the turn",
      before: [fails("a"), fails("a")],
      options: inTurn,
      breaks: false,
    },
    {
      name: "two failures in the turn before, by the session (M7)",
      before: [fails("a"), fails("a")],
      options: inSession,
      breaks: true,
    },
    {
      name: "a success in the turn before, by the session",
      before: [fails("a"), fails("a"), [["a", "ok"]]],
      options: inSession,
      breaks: false,
    },
  ])("$name: $breaks", ({ before, options, breaks }) => {
    const drafts = [...turnOf(before), finished(), ...turnOf([fails("a")], 2)]
    expect(decide(drafts, options) !== undefined).toBe(breaks)
  })

  it("does not count an error that a tool reports after the user cancelled", () => {
    const stopped = (turn: number) => [
      said("go", turn),
      asked(`${turn}.1.1`),
      answered({ calls: [aCall(`s${turn}`, "a")] }, `${turn}.1.1`),
      cancelled(turn),
      toolFinished(`s${turn}`, "error", "It was stopped.", { name: "a", code: "cancelled" }),
      finished("cancelled", turn),
    ]
    expect(decide([...stopped(1), ...stopped(2), ...turnOf([fails("a")], 3)], inSession)).toBeUndefined()
  })

  it("withholds one tool after the other when two have failed", () => {
    const both: readonly Made[] = [...fails("a"), ...fails("b")]
    const drafts = turnOf([both, both, both])
    const gone = told({ withholds: { tool: "a", until: "turn" }, ephemeral: false })
    expect(decide(drafts)).toMatchObject([{ key: "break-tool:1:a" }])
    expect(decide([...drafts, gone])).toMatchObject([{ key: "break-tool:1:b" }])
  })

  it("leaves the answer unchanged, so that its other problems are still reported", () => {
    const gone = told({ withholds: { tool: "a", until: "turn" }, ephemeral: false })
    expect(stateAfter([...thrice, gone]).turn?.answer?.nudged).toBe(false)
    const last = told({ withholds: { tool: "a", until: "turn" }, ends: { outcome: "completed", text: "x" } })
    expect(stateAfter([...thrice, last]).turn?.answer?.nudged).toBe(true)
  })

  it.each<Row>([
    { name: "there is no turn", drafts: [] },
    { name: "the turn was cancelled", drafts: [...thrice, cancelled()] },
    { name: "the turn ends anyway", drafts: [...thrice, ending()] },
    { name: "the tool is withheld already", drafts: [...thrice, told({ withholds: { tool: "a", until: "turn" } })] },
    { name: "the model is asked again", drafts: [...thrice, asked("1.4.1")] },
    {
      name: "a call of the answer is open",
      drafts: [
        ...turnOf([fails("a"), fails("a")]),
        asked("1.3.1"),
        answered({ calls: [aCall("x", "a"), aCall("open")] }, "1.3.1"),
        toolFinished("x", "error", "", { name: "a" }),
      ],
    },
  ])("returns no step when $name", ({ drafts }) => {
    expect(decide(drafts)).toBeUndefined()
  })
})
