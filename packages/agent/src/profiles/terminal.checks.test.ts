// Long answers, step limits and patient retries in a terminal, in the real loop.
import { describe, expect, it } from "vitest"
import { foldFacts } from "../kernel/state/fold.ts"
import { messagesOf } from "../kernel/state/messages.ts"
import { call } from "../model/scripted.ts"
import { anthropicObjections } from "../model/strict/history.ts"
import { toAnthropicMessages } from "../model/wire/anthropic-messages.ts"
import { andThen, endOf, failing, type Given, inTurn, play, shownBy } from "./__fixtures__/play.ts"
import { terminal } from "./terminal.ts"

const profile = terminal()
const played = (...replies: readonly Given[]) => play({ profile, reply: inTurn(...replies) })
const cut = (text: string): Given => ({ text, stop: "max-tokens" })

describe("terminal", () => {
  it("continues an answer that was cut off, and returns it in one piece (X12)", async () => {
    const turn = await played(cut("One, "), cut("two, "), { text: "three." })
    expect(shownBy(turn.requests[1])).toMatch(/One, .*cut off at the output limit/)
    expect(endOf(turn)).toMatchObject({ outcome: "completed", text: "One, two, three." })
  })

  it("stops at the third cut with advice, and keeps the text so far (X12)", async () => {
    const turn = await played(cut("One, "), cut("two, "), cut("three, "), { text: "four." })
    expect(turn.requests).toHaveLength(3)
    expect(endOf(turn)).toMatchObject({
      outcome: "failed",
      text: "One, two, three, ",
      error: { code: "max-tokens", message: expect.stringMatching(/Ask for less at once/) },
    })
  })

  it("shows a message at its step limit, and the history stays valid (X13)", async () => {
    const turn = await played({ calls: [call("look"), call("write")] })
    expect(turn.requests).toHaveLength(15)
    expect(endOf(turn)).toMatchObject({ outcome: "failed", text: expect.stringMatching(/limit of 15 steps/) })
    const next = andThen(turn, "Go on")
    const messages = messagesOf(foldFacts(next))
    expect(anthropicObjections(toAnthropicMessages({ messages, blobs: new Map() }))).toEqual([])
    expect(endOf(await play({ profile, happened: next, reply: inTurn({ text: "Going." }) })).text).toBe("Going.")
  })

  it("asks again once after an empty answer", async () => {
    expect(endOf(await played({}, { text: "Here." }))).toMatchObject({ outcome: "completed", text: "Here." })
    expect(endOf(await played({}))).toMatchObject({ outcome: "failed", error: { code: "empty-answer" } })
  })

  it("makes five attempts, each wait about twice the one before (X10)", async () => {
    const turn = await played(failing("overloaded"))
    expect(endOf(turn).text).toMatch(/cannot be reached right now\. Try again/)
    const waits = turn.at.slice(1).map((at, index) => at - (turn.at[index] ?? 0))
    expect(waits).toHaveLength(4)
    waits.forEach((wait, index) => {
      expect(wait).toBeGreaterThanOrEqual(5000 * 2 ** index)
      expect(wait).toBeLessThanOrEqual(10_000 * 2 ** index)
    })
  })
})
