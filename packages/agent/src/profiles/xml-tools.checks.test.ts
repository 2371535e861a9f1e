// Every answer calls a tool: reminders, recovery messages and endings, in the real loop.
import { describe, expect, it } from "vitest"
import { foldFacts } from "../kernel/state/fold.ts"
import { messagesOf } from "../kernel/state/messages.ts"
import { call } from "../model/scripted.ts"
import { andThen, endOf, failing, type Given, inTurn, type Played, play, shownBy } from "./__fixtures__/play.ts"
import { xmlTools } from "./xml-tools.ts"

const profile = xmlTools()
const played = (...replies: readonly Given[]) => play({ profile, reply: inTurn(...replies) })
const complete: Given = { calls: [call("task_completion", { result: "All done." })] }
const broken = (code = "unclosed", message = "Your <tool> is not closed."): Given => ({ problems: [{ code, message }] })
const stored = ({ facts }: Played) => JSON.stringify(messagesOf(foldFacts(facts)))

describe("xml-tools", () => {
  it("reports a malformed call in the next request only, and keeps it out of the history (F6)", async () => {
    const turn = await played({ text: "I try.", ...broken() }, { calls: [call("look")] }, complete)
    expect(turn.requests.map((request) => shownBy(request).includes("is not closed"))).toEqual([false, true, false])
    expect(stored(turn)).not.toContain("is not closed")
    expect(endOf(turn)).toMatchObject({ outcome: "completed", text: "All done." })
  })

  it("reminds a model that calls no tool, in one request, and continues when it then calls one (F7)", async () => {
    const turn = await played({ text: "I will look." }, { calls: [call("look")] }, complete)
    expect(turn.requests.map((request) => shownBy(request).includes("called no tool"))).toEqual([false, true, false])
    expect(stored(turn)).not.toContain("called no tool")
    expect(turn.runs).toEqual({ look: 1 })
  })

  it("shows a reminder again when its request is repeated after a crash (F7)", async () => {
    const turn = await played({ text: "I will look." }, { calls: [call("look")] }, complete)
    const asked = turn.facts.findLastIndex((fact) => fact.type === "nudged") + 2
    const again = await play({ profile, happened: turn.facts.slice(0, asked), reply: inTurn(complete) })
    expect(turn.facts[asked - 1]?.type).toBe("model-asked")
    expect(shownBy(again.requests[0])).toContain("called no tool")
  })

  it.each<{ name: string; reply: Given }>([
    { name: "text without a call", reply: { text: "Hello." } },
    { name: "a malformed call", reply: broken() },
    { name: "a tool that fails the same way", reply: { calls: [call("broken")] } },
    { name: "a tool that does not exist", reply: { calls: [call("missing")] } },
  ])("stops after $name five times in a row (F8)", async ({ reply }) => {
    const turn = await played(reply)
    expect(turn.requests).toHaveLength(5)
    expect(endOf(turn)).toMatchObject({ outcome: "failed", error: { code: "repeated-error" } })
  })

  it("restarts its count of errors after a success in between (F8)", async () => {
    const four = Array<Given>(4).fill({ calls: [call("broken")] })
    const turn = await played(...four, { calls: [call("look")] }, ...four, complete)
    expect(endOf(turn)).toMatchObject({ outcome: "completed", text: "All done." })
  })

  it.each<{ name: string; reply: (count: number) => Given; most: number }>([
    { name: "of one kind", reply: (count) => broken("unclosed", `Body ${count} is not closed.`), most: 5 },
    {
      name: "of two alternating kinds",
      reply: (count) => broken(count % 2 === 0 ? "unclosed" : "malformed-json"),
      most: 25,
    },
  ])("stops after different malformed bodies $name, within its limit (F8)", async ({ reply, most }) => {
    const turn = await play({ profile, reply })
    expect(turn.requests).toHaveLength(most)
    expect(endOf(turn).outcome).toBe("failed")
  })

  it("ends with an error at its configured limit (F9)", async () => {
    const turn = await play({ profile: xmlTools({ maxIterations: 3 }), reply: inTurn({ calls: [call("look")] }) })
    expect(turn.requests).toHaveLength(3)
    expect(endOf(turn)).toMatchObject({
      outcome: "failed",
      error: { code: "iteration-limit", message: "Max tool iterations reached" },
    })
  })

  it.each([
    { name: "task_completion", args: { result: "That is it." } },
    { name: "ask_question", args: { question: "That is it." } },
    { name: "converse", args: { message: "That is it." } },
  ])("ends with $name, and the next input continues the same history (F10)", async ({ name, args }) => {
    const turn = await played({ calls: [call(name, args)] })
    expect(endOf(turn)).toMatchObject({ outcome: "completed", text: "That is it." })
    const next = await play({ profile, happened: andThen(turn, "And now?"), reply: inTurn(complete) })
    expect(shownBy(next.requests[0])).toMatch(/Rename the files.*That is it\..*And now\?/)
  })

  it("gives the user up to four suggestions (F10)", async () => {
    const suggestions = ["a", "b", "c", "d"]
    const turn = await played({ calls: [call("ask_question", { question: "Which?", suggestions })] })
    expect(endOf(turn)).toMatchObject({ text: "Which?", suggestions })
  })

  it("runs the first of two calls, and tells the model that the other did not run (F12)", async () => {
    const turn = await played({ calls: [call("look"), call("write")] }, complete)
    expect(turn.runs).toEqual({ look: 1 })
    expect(shownBy(turn.requests[1])).toMatch(/\\"write\\" was call 2 of one answer, and only the first runs/)
  })

  it("does not retry when the model fails", async () => {
    const turn = await played(failing("rate-limit"), complete)
    expect(turn.requests).toHaveLength(1)
    expect(endOf(turn)).toMatchObject({ outcome: "failed", error: { code: "rate-limit" } })
    expect(endOf(turn).text).toMatch(/cannot be reached right now\. Try again/)
  })
})
