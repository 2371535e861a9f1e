// Few steps, in which retries count, and friendly endings, in the real loop.
import { describe, expect, it } from "vitest"
import { call } from "../model/scripted.ts"
import { andThen, endOf, failing, type Given, inTurn, offeredBy, play, shownBy } from "./__fixtures__/play.ts"
import { structuredReact } from "./structured-react.ts"

const profile = structuredReact()
const played = (...replies: readonly Given[]) => play({ profile, reply: inTurn(...replies) })
const looks: Given = { calls: [call("look", { path: "a" })] }
const fails: Given = { calls: [call("broken")] }
const done: Given = { text: "Done." }
const limited = failing("rate-limit")
const malformed: Given = { problems: [{ code: "malformed-json", message: "Field tool_name is missing." }] }

describe("structured-react", () => {
  it("stops a model that never ends after 5 steps, with a friendly text (M4)", async () => {
    const turn = await played(looks)
    expect(turn.requests).toHaveLength(5)
    expect(endOf(turn)).toMatchObject({
      outcome: "failed",
      text: expect.stringMatching(/^I reached my reasoning limit/),
      error: { code: "iteration-limit" },
    })
  })

  it("withholds a tool that failed three times, and asks for a final answer that names it (M7)", async () => {
    const turn = await played(fails, fails, fails, { calls: [call("broken", { path: "again" })] })
    expect(turn.runs).toEqual({ broken: 3 })
    expect(turn.requests.map((request) => offeredBy(request).length > 0)).toEqual([true, true, true, false])
    expect(shownBy(turn.requests[3])).toContain('Tool \\"broken\\" failed 3 times')
    expect(endOf(turn)).toMatchObject({
      outcome: "completed",
      text: expect.stringContaining('"broken" failed 3 times'),
    })
  })

  it("counts the failures of each tool separately (M7)", async () => {
    const turn = await played(fails, fails, { calls: [call("missing")] }, looks, done)
    expect(turn.requests.map((request) => offeredBy(request).includes("broken"))).toEqual(Array(5).fill(true))
    expect(endOf(turn)).toMatchObject({ outcome: "completed", text: "Done." })
  })

  it("counts the failures of a tool over the whole session, until it succeeds (M7)", async () => {
    const first = await played(fails, fails, done)
    const second = await play({ profile, happened: andThen(first, "Again"), reply: inTurn(fails, done) })
    expect(second.runs).toEqual({ broken: 1 })
    expect(offeredBy(second.requests[1])).toEqual([])
    const third = await play({ profile, happened: andThen(second, "Again"), reply: inTurn(done) })
    expect(offeredBy(third.requests[0])).not.toContain("broken")
  })

  it("recovers from malformed output twice, by sending the error to the model (M8)", async () => {
    const turn = await played(malformed, malformed, done)
    expect(turn.requests.slice(1).map((request) => shownBy(request).includes("tool_name is missing"))).toEqual([
      true,
      true,
    ])
    expect(endOf(turn)).toMatchObject({ outcome: "completed", text: "Done." })
  })

  it("ends with a clear error at the third malformed output in a row, and a success resets the count (M8)", async () => {
    const stuck = await played(malformed)
    expect(stuck.requests).toHaveLength(3)
    expect(endOf(stuck)).toMatchObject({ outcome: "failed", error: { code: "malformed-call" } })
    const recovering = await played(malformed, malformed, looks, malformed, done)
    expect(endOf(recovering)).toMatchObject({ outcome: "completed", text: "Done." })
  })

  it("waits 1, 2 and 4 s after rate limits, then answers (M9)", async () => {
    const turn = await played(limited, limited, limited, done)
    expect(turn.at).toEqual([0, 1000, 3000, 7000])
    expect(endOf(turn)).toMatchObject({ outcome: "completed", text: "Done." })
  })

  it("gives up with a friendly text at the fourth rate limit (M9)", async () => {
    const turn = await played(limited)
    expect(turn.requests).toHaveLength(4)
    expect(endOf(turn)).toMatchObject({
      outcome: "failed",
      text: expect.stringMatching(/cannot reach my language model/),
    })
  })

  it("counts retries as steps: three rate limits and two tools use them up (M9)", async () => {
    const turn = await played(limited, limited, limited, looks, { calls: [call("write")] }, done)
    expect(turn.requests).toHaveLength(5)
    expect(endOf(turn)).toMatchObject({ outcome: "failed", error: { code: "iteration-limit" } })
  })

  it("gives every call of an answer exactly one result, and runs one (M30)", async () => {
    const turn = await played({ calls: [call("look"), call("write"), call("missing")] }, done)
    const results = turn.facts.flatMap((fact) =>
      fact.type === "tool-finished" ? [`${fact.name} ${fact.outcome}`] : [],
    )
    expect(results.sort()).toEqual(["look ok", "missing refused", "write refused"])
    expect(turn.runs).toEqual({ look: 1 })
  })

  it.each(["auth", "config", "context-overflow", "invalid-request", "output"] as const)(
    "does not retry after %s, and reports what is wrong instead of asking for patience",
    async (error) => {
      const turn = await played(failing(error), done)
      expect(turn.requests).toHaveLength(1)
      expect(endOf(turn)).toMatchObject({ outcome: "failed", error: { code: error } })
      expect(endOf(turn).text).toMatch(new RegExp(`^The model.*: ${error}$`))
    },
  )

  it.each(["overloaded", "network", "timeout"] as const)(
    "retries only rate limits: after %s it gives up at once, with a friendly text (M9)",
    async (error) => {
      const turn = await played(failing(error), done)
      expect(turn.requests).toHaveLength(1)
      expect(endOf(turn).text).toMatch(/cannot reach my language model right now/)
    },
  )

  it("does not count arguments that could not be read as failures of their tool", async () => {
    const unreadable: Given = { calls: [{ ...call("look"), unreadable: "{oops" }] }
    const turn = await played(unreadable, unreadable, unreadable, looks, done)
    expect(turn.runs).toEqual({ look: 1 })
    expect(endOf(turn)).toMatchObject({ outcome: "completed", text: "Done." })
  })
})
