import { describe, expect, it, vi } from "vitest"
import { plainText, text } from "../../contracts/content.ts"
import type { Draft } from "../../contracts/fact.ts"
import type { Message } from "../../contracts/message.ts"
import {
  aCall,
  answered,
  asked,
  cancelled,
  finished,
  modelFailed,
  nudged,
  opened,
  said,
  stamp,
  steered,
  toolFinished,
  toolStarted,
} from "../../testing/fact-builders.ts"
import { foldFacts } from "./fold.ts"
import { toArray } from "./grow-list.ts"
import { laterMessages, messagesOf, openResults, shown } from "./messages.ts"
import type { State } from "./state.ts"

/** The conversation in short form: `user: …`, `assistant: … [calls]`, `tool a: …`. */
function talk(...drafts: readonly Draft[]): readonly string[] {
  return messagesOf(foldFacts(stamp([opened(), ...drafts]))).map(short)
}

function short(message: Message): string {
  if (message.role === "user") return `user: ${plainText(message.parts)}`
  if (message.role === "tool") return `tool ${message.call}: ${plainText(message.parts)}`
  const calls = message.calls.length === 0 ? "" : ` [${message.calls.map((call) => call.id).join(" ")}]`
  return `assistant: ${message.text}${calls}`
}

const NO_RESULT = "[No result was recorded for this call.]"
const NOTE = "user: [The user cancelled this turn.]"

describe("the messages of a turn", () => {
  it("have results in request order, although the calls finished in another order", () => {
    const calls = [aCall("a"), aCall("b"), aCall("c")]
    const done = [toolFinished("c"), toolFinished("a"), toolFinished("b")]
    const open = [
      "user: go",
      "assistant:  [a b c]",
      "tool a: result of a",
      "tool b: result of b",
      "tool c: result of c",
    ]
    expect(talk(said("go"), asked(), answered({ calls }), ...done)).toEqual(open)
    expect(talk(said("go"), asked(), answered({ calls }), ...done, asked("1.2.1", 7))).toEqual(open)
  })

  it.each<{ name: string; during: readonly Draft[] }>([
    {
      name: "the model call",
      during: [steered("and?"), answered({ text: "x", calls: [aCall("a")] }), toolFinished("a")],
    },
    {
      name: "the tool call",
      during: [answered({ text: "x", calls: [aCall("a")] }), steered("and?"), toolFinished("a")],
    },
  ])("have input from during $name after the answer and its results", ({ during }) => {
    const expected = ["user: go", "assistant: x [a]", "tool a: result of a", "user: and?"]
    expect(talk(said("go"), asked(), ...during)).toEqual(expected)
    expect(talk(said("go"), asked(), ...during, asked("1.2.1", 6))).toEqual(expected)
  })

  it("have input that a request did not see after its answer", () => {
    // The request was built before "and?" (fact 3) was said, but recorded after it.
    const drafts = [said("go"), steered("and?"), asked("1.1.1", 2), answered({ text: "x" })]
    expect(talk(...drafts)).toEqual(["user: go", "assistant: x", "user: and?"])
  })

  it("have input that a request saw before its answer", () => {
    const drafts = [said("go"), steered("and?"), asked("1.1.1", 3), answered({ text: "x" })]
    expect(talk(...drafts)).toEqual(["user: go", "user: and?", "assistant: x"])
  })

  it("show input from during a crashed request in the next one, in order", () => {
    const drafts = [said("go"), asked("1.1.1", 2), steered("and?"), asked("1.1.2", 4), answered({ text: "x" }, "1.1.2")]
    expect(talk(...drafts)).toEqual(["user: go", "user: and?", "assistant: x"])
  })

  it("note that an unfinished call has no result, and mark it as failed", () => {
    const drafts = stamp([
      opened(),
      said("go"),
      asked(),
      answered({ calls: [aCall("a"), aCall("b")] }),
      toolStarted("a"),
    ])
    const [, , a, b] = messagesOf(foldFacts(drafts))
    expect([a, b].map((message) => message && short(message))).toEqual([`tool a: ${NO_RESULT}`, `tool b: ${NO_RESULT}`])
    expect(a).toMatchObject({ role: "tool", name: "tool", failed: true })
  })

  it.each(["ok", "error", "timeout", "denied", "unknown", "refused", "skipped"] as const)(
    "mark a result as failed unless it is ok: %s",
    (outcome) => {
      const facts = stamp([
        opened(),
        said("go"),
        asked(),
        answered({ calls: [aCall("a")] }),
        toolFinished("a", outcome),
      ])
      expect(messagesOf(foldFacts(facts)).at(-1)).toMatchObject({ role: "tool", failed: outcome !== "ok" })
    },
  )

  it("keep the first result of a call: a finished call never changes", () => {
    const drafts = [
      said("go"),
      asked(),
      answered({ calls: [aCall("a")] }),
      toolFinished("a"),
      toolFinished("a", "error", "no"),
    ]
    expect(talk(...drafts).at(-1)).toBe("tool a: result of a")
  })

  it("name the call as the model did", () => {
    const call = aCall("a", "readFile")
    const facts = stamp([opened(), said("go"), asked(), answered({ calls: [call] }), toolFinished("a")])
    expect(messagesOf(foldFacts(facts)).at(-1)).toMatchObject({ name: "readFile" })
  })

  it("hold a result as the same object before and after the request that shows it, so that it is written once", () => {
    const round = [asked(), answered({ calls: [aCall("a"), aCall("b")] }), toolFinished("a"), toolFinished("b")]
    const facts = stamp([opened(), said("go"), ...round, asked("1.2.1")])
    const open = foldFacts(facts.slice(0, -1))
    const results = (state: State) => messagesOf(state).filter(({ role }) => role === "tool")
    const [first, second] = results(open)
    const shown = results(foldFacts(facts.slice(-1), open))
    expect(shown[0]).toBe(first)
    expect(shown[1]).toBe(second)
    expect(first).toMatchObject({ call: "a" })
  })

  it("are a fresh array that later facts do not change", () => {
    const facts = stamp([opened(), said("go"), asked(), answered({ text: "x" }), finished()])
    const before = messagesOf(foldFacts(facts.slice(0, 3)))
    const copy = [...before]
    foldFacts(facts.slice(3), foldFacts(facts.slice(0, 3)))
    expect(before).toEqual(copy)
  })
})

describe("messagesOf, with nudges,", () => {
  const empty = [said("go"), asked(), answered({}), nudged("1.1.1")]

  it("shows an ephemeral nudge only until it is answered", () => {
    expect(talk(...empty)).toEqual(["user: go", "user: Go on."])
    expect(talk(...empty, asked("1.2.1", 5))).toEqual(["user: go", "user: Go on."])
    expect(talk(...empty, asked("1.2.1", 5), answered({ text: "x" }, "1.2.1"))).toEqual(["user: go", "assistant: x"])
  })

  it("shows an ephemeral nudge to the retry too", () => {
    const retry = [asked("1.2.1", 5), modelFailed("rate-limit", "1.2.1"), asked("1.2.2", 7)]
    expect(talk(...empty, ...retry)).toEqual(["user: go", "user: Go on."])
    expect(talk(...empty, ...retry, answered({ text: "x" }, "1.2.2"))).toEqual(["user: go", "assistant: x"])
  })

  it("keeps an ephemeral nudge that the answered request had not seen", () => {
    const drafts = [said("go"), asked("1.1.1", 2), nudged("1.1.1"), answered({ text: "x" })]
    expect(talk(...drafts)).toEqual(["user: go", "assistant: x", "user: Go on."])
  })

  it("keeps a lasting nudge", () => {
    const drafts = [said("go"), asked(), answered({ text: "x" }), nudged("1.1.1", false), asked("1.2.1", 5)]
    expect(talk(...drafts, answered({ text: "y" }, "1.2.1"))).toEqual([
      "user: go",
      "assistant: x",
      "user: Go on.",
      "assistant: y",
    ])
  })

  it.each(["completed", "failed", "cancelled"] as const)("drops an ephemeral nudge when the turn is %s", (outcome) => {
    expect(talk(...empty, finished(outcome), said("again", 2))).toEqual(["user: go", "user: again"])
  })
})

describe("messagesOf, after a turn that did not complete,", () => {
  it("keeps the user's message of a failed turn", () => {
    const drafts = [said("go"), asked(), modelFailed("auth"), finished("failed"), said("again", 2)]
    expect(talk(...drafts)).toEqual(["user: go", "user: again"])
  })

  it("keeps a message that no request has shown", () => {
    expect(talk(said("go"), finished("failed"), said("again", 2))).toEqual(["user: go", "user: again"])
  })

  it("notes that a turn was cancelled", () => {
    const drafts = [said("go"), cancelled(), finished("cancelled"), said("again", 2)]
    expect(talk(...drafts)).toEqual(["user: go", NOTE, "user: again"])
  })

  it("keeps the text that the user had seen before cancelling", () => {
    const aborted: Draft = { ...(modelFailed("aborted") as Extract<Draft, { type: "model-failed" }>), text: "I was" }
    const drafts = [said("go"), asked(), cancelled(), aborted, finished("cancelled")]
    expect(talk(...drafts)).toEqual(["user: go", "assistant: I was", NOTE])
  })

  it.each(["rate-limit", "interrupted"] as const)("does not keep text that a failure cut off (%s)", (errorClass) => {
    const failed: Draft = { ...(modelFailed(errorClass) as Extract<Draft, { type: "model-failed" }>), text: "I was" }
    expect(talk(said("go"), asked(), failed)).toEqual(["user: go"])
  })

  it("gives every call of a cancelled turn its result before the note", () => {
    const calls = [aCall("a"), aCall("b")]
    const drafts = [
      said("go"),
      asked(),
      answered({ calls }),
      cancelled(),
      toolFinished("b", "skipped"),
      finished("cancelled"),
    ]
    expect(talk(...drafts, said("again", 2))).toEqual([
      "user: go",
      "assistant:  [a b]",
      `tool a: ${NO_RESULT}`,
      "tool b: result of b",
      NOTE,
      "user: again",
    ])
  })

  it("settles a turn that was never finished when the next one starts", () => {
    const drafts = [said("go"), asked(), answered({ calls: [aCall("a")] }), said("again", 2)]
    expect(talk(...drafts)).toEqual(["user: go", "assistant:  [a]", `tool a: ${NO_RESULT}`, "user: again"])
  })
})

describe("messagesOf never shows anything empty: it", () => {
  const input = (parts: readonly ReturnType<typeof text>[]): Draft => ({ ...said("x"), input: parts }) as Draft
  const result = (parts: readonly ReturnType<typeof text>[]): Draft =>
    ({ ...toolFinished("a"), content: parts }) as Draft

  it.each([
    { name: "no parts", parts: [] },
    { name: "an empty part", parts: [text("")] },
    { name: "white space", parts: [text(" \n"), text("\t")] },
  ])("replaces an input and a result of $name by a note", ({ parts }) => {
    expect(talk(input(parts))).toEqual(["user: [empty message]"])
    expect(talk(said("go"), asked(), answered({ calls: [aCall("a")] }), result(parts)).at(-1)).toBe(
      "tool a: [The tool returned nothing.]",
    )
  })

  it("drops the empty parts of an input that has others", () => {
    expect(talk(input([text(""), text("go"), text(" ")]))).toEqual(["user: go"])
  })

  it("keeps a blob, whatever is beside it", () => {
    const blob = { type: "blob", hash: "h", mime: "image/png", size: 3 } as const
    expect(talk({ ...said("x"), input: [text(""), blob] } as Draft)).toEqual(["user: [image/png, 3 bytes]"])
  })

  it.each(["", " \n"])("leaves out an answer of %j without calls", (words) => {
    expect(talk(said("go"), asked(), answered({ text: words }))).toEqual(["user: go"])
  })

  it("keeps the calls of an answer without text, and drops its white space", () => {
    expect(talk(said("go"), asked(), answered({ text: " \n", calls: [aCall("a")] }))[1]).toBe("assistant:  [a]")
  })

  it.each(["", " \n"])("leaves out an aborted answer of %j", (words) => {
    const aborted: Draft = { ...(modelFailed("aborted") as Extract<Draft, { type: "model-failed" }>), text: words }
    expect(talk(said("go"), asked(), aborted)).toEqual(["user: go"])
  })
})

describe("the messages after the history", () => {
  const drafts = [
    said("go"),
    asked(),
    answered({ calls: [aCall("a"), aCall("b")] }),
    steered("and?"),
    toolStarted("a"),
    toolFinished("a"),
    toolFinished("b", "error", "no"),
    nudged(),
    asked("1.2.1", 8),
    answered({ text: "done" }, "1.2.1"),
    finished(),
    said("again", 2),
  ]

  it("are those of the state that is asked about, whichever was asked about before", () => {
    const facts = stamp([opened(), ...drafts])
    const states = facts.map((_, at) => foldFacts(facts.slice(0, at + 1)))
    for (const state of [...states, ...states.toReversed()])
      for (let time = 0; time < 2; time++)
        expect(laterMessages(state)).toEqual([...openResults(state), ...shown(state.waiting)])
  })

  it("are made once for a state, however often it is asked about", () => {
    const state = foldFacts(stamp([opened(), ...drafts.slice(0, 7)]))
    const same: State = { ...state, seq: 0 }
    expect(laterMessages(state)).toBe(laterMessages(same))
  })

  it("are the same objects once they are history, without a weak map's entry for each", () => {
    const facts = stamp([opened(), ...drafts.slice(0, 7), asked("1.2.1", 8)])
    const open = foldFacts(facts.slice(0, -1))
    const before = laterMessages(open)
    const kept = vi.spyOn(WeakMap.prototype, "set")
    const { history } = foldFacts(facts.slice(-1), open)
    expect(kept).not.toHaveBeenCalled()
    kept.mockRestore()
    expect(before).toHaveLength(3)
    before.forEach((message, at) => {
      expect(toArray(history).at(at - before.length)).toBe(message)
    })
  })
})
