import { describe, expect, it } from "vitest"
import type { Draft } from "../../contracts/fact.ts"
import {
  aCall,
  answered,
  asked,
  finished,
  opened,
  said,
  stamp,
  told,
  toolFinished,
} from "../../testing/fact-builders.ts"
import { addCounts, noCounts } from "../../tokens/counts.ts"
import { countMessage } from "../../tokens/message-counts.ts"
import { foldFacts } from "./fold.ts"
import { messagesOf } from "./messages.ts"

const began = (words: string, turn = 1): Draft => ({ ...said(words, turn), checks: [] }) as Draft
const taken = (attempt: string, reason = "written-call") => told({ reason, attempt, ephemeral: false })

function stateAfter(...drafts: readonly Draft[]) {
  const log = [opened(), ...drafts]
  return foldFacts(stamp(log.map((draft, seq) => (draft.type === "model-asked" ? { ...draft, seen: seq } : draft))))
}

const shown = (...drafts: readonly Draft[]) =>
  messagesOf(stateAfter(...drafts)).map((message) =>
    message.role === "assistant"
      ? `assistant: ${message.text}${message.calls.map(({ name }) => `[${name}]`).join("")}`
      : `${message.role}: ${message.parts.map((part) => ("text" in part ? part.text : "")).join("")}`,
  )

const nudgedTwice = [
  began("Do it."),
  asked("1.1.1"),
  answered({ text: "{call}" }),
  taken("1.1.1"),
  asked("1.2.1"),
  answered({ calls: [aCall("a", "write")] }, "1.2.1"),
  toolFinished("a"),
  asked("1.3.1"),
  answered({ text: "Half of it." }, "1.3.1"),
  taken("1.3.1", "unfinished"),
  asked("1.4.1"),
  answered({ text: "All of it." }, "1.4.1"),
]

describe("nudges and abandoned answers", () => {
  it("are shown while the turn runs, so that the model knows what it was asked", () => {
    expect(shown(...nudgedTwice)).toEqual([
      "user: Do it.",
      "assistant: {call}",
      expect.stringMatching(/^user: /),
      "assistant: [write]",
      "tool: result of a",
      "assistant: Half of it.",
      expect.stringMatching(/^user: /),
      "assistant: All of it.",
    ])
  })

  it("are gone from later turns, which show the input, the work, and the answer that counts", () => {
    const done = [...nudgedTwice, finished()]
    const expected = ["user: Do it.", "assistant: [write]", "tool: result of a", "assistant: All of it."]
    expect(shown(...done)).toEqual(expected)
    expect(shown(...done, began("And now?", 2))).toEqual([...expected, "user: And now?"])
  })

  it("stay in later turns of an older log, as they were sent then", () => {
    const [, ...rest] = nudgedTwice
    expect(shown(said("Do it."), ...rest, finished(), said("And now?", 2))).toHaveLength(9)
  })

  it("leave one answer of an answer that was cut off and continued", () => {
    const cut = told({ reason: "max-tokens", ephemeral: false })
    const drafts = [
      began("Tell me."),
      asked("1.1.1"),
      answered({ text: "One, ", stop: "max-tokens" }),
      cut,
      asked("1.2.1"),
      answered({ text: "two." }, "1.2.1"),
    ]
    expect(shown(...drafts, finished())).toEqual(["user: Tell me.", "assistant: One, two."])
    const again = [...drafts, taken("1.2.1"), asked("1.3.1"), answered({ text: "Three." }, "1.3.1"), finished()]
    expect(shown(...again)).toEqual(["user: Tell me.", "assistant: Three."])
  })

  it("are no longer counted: the counts are those of the messages shown", () => {
    const { history, counts } = stateAfter(...nudgedTwice, finished())
    const sum = history.items.slice(0, history.length).map(countMessage).reduce(addCounts, noCounts)
    expect(counts).toEqual(sum)
  })

  it("do not include notes, which stay", () => {
    const changed: Draft = { type: "catalogue-changed", added: ["x"], removed: [], why: "New.", catalogue: "h" }
    const drafts = [began("Do it."), changed, asked("1.1.1"), answered({ text: "Done." }), finished()]
    expect(shown(...drafts)).toEqual(["user: [Tools changed: + x. New.]", "user: Do it.", "assistant: Done."])
  })
})
