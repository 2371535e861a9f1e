// The chat service's limits and retries, through the real loop.
import { describe, expect, it } from "vitest"
import { call } from "../model/scripted.ts"
import { endOf, failing, type Given, inTurn, play } from "./__fixtures__/play.ts"
import { chatService } from "./chat-service.ts"

const profile = chatService()
const played = (...replies: readonly Given[]) => play({ profile, reply: inTurn(...replies) })
const done: Given = { text: "Done." }

describe("chat-service", () => {
  it("asks a model that always calls tools exactly 20 times, then fails (T3)", async () => {
    const turn = await played({ calls: [call("look", { path: "a" })] })
    expect(turn.requests).toHaveLength(20)
    expect(turn.runs).toEqual({ look: 20 })
    expect(endOf(turn)).toMatchObject({ outcome: "failed", error: { message: "Max tool iterations reached" } })
  })

  it("makes three attempts, after 3 s and 6 s (T4)", async () => {
    const turn = await played(failing("rate-limit"), failing("rate-limit"), done)
    expect(turn.at).toEqual([0, 3000, 9000])
    expect(endOf(turn)).toMatchObject({ outcome: "completed", text: "Done." })
  })

  it("fails after three failures (T4)", async () => {
    const turn = await played(failing("rate-limit"))
    expect(turn.at).toEqual([0, 3000, 9000])
    // The error explains it: a message of the service is not an answer of the model.
    expect(endOf(turn)).toMatchObject({ outcome: "failed", text: "", error: { code: "rate-limit" } })
  })

  it.each(["rate-limit", "overloaded"] as const)("tries %s again (T5)", async (error) => {
    expect((await played(failing(error), done)).requests).toHaveLength(2)
  })

  it.each([
    "invalid-request",
    "auth",
    "config",
    "context-overflow",
    "server-error",
    "network",
    "timeout",
    "unexplained",
  ] as const)("asks once after %s, and fails at once (T5)", async (error) => {
    const turn = await played(failing(error), done)
    expect(turn.requests).toHaveLength(1)
    expect(endOf(turn)).toMatchObject({ outcome: "failed", error: { code: error } })
  })

  it("accepts an empty answer", async () => {
    const turn = await played({ text: " " })
    expect(endOf(turn)).toMatchObject({ outcome: "completed", text: "" })
  })

  it("runs all calls of an answer, in order", async () => {
    const turn = await played({ calls: [call("look"), call("write"), call("look")] }, done)
    const order = turn.facts.flatMap((fact) =>
      fact.type === "tool-started" || fact.type === "tool-finished" ? [fact.type] : [],
    )
    expect(order).toEqual(Array(3).fill(["tool-started", "tool-finished"]).flat())
  })
})
