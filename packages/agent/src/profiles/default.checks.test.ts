// The default profile's retries, its breaker and how it stops circles, in the real loop.
import { describe, expect, it } from "vitest"
import { call } from "../model/scripted.ts"
import { opened, said, stamp } from "../testing/fact-builders.ts"
import {
  endOf,
  failing,
  failingUntil,
  type Given,
  inTurn,
  offeredBy,
  type Played,
  play,
  shownBy,
} from "./__fixtures__/play.ts"
import { defaultProfile } from "./default.ts"

const profile = defaultProfile()
// A message for which no answer makes the judge doubt.
const hello = (session = "s1") => stamp([opened(session), said("Hello")])
const played = (...replies: readonly Given[]) => play({ profile, happened: hello(), reply: inTurn(...replies) })
const looks: Given = { calls: [call("look", { path: "a" })] }
const fails: Given = { calls: [call("broken", { path: "a" })] }
const unreadable: Given = { calls: [{ ...call("look"), unreadable: "{oops" }] }
const done: Given = { text: "I am here." }
const waitsOf = ({ at }: Played) => at.slice(1).map((each, index) => each - (at[index] ?? 0))

describe("default", () => {
  describe("when its model fails", () => {
    const down = (session: string) => play({ profile, happened: hello(session), reply: inTurn(failing("overloaded")) })

    it("makes four attempts, waits about 1, 2 and 4 s, and says that the model cannot be reached", async () => {
      const turn = await down("s1")
      const waits = waitsOf(turn)
      expect(waits).toHaveLength(3)
      waits.forEach((wait, index) => {
        expect(wait).toBeGreaterThanOrEqual(500 * 2 ** index)
        expect(wait).toBeLessThanOrEqual(1000 * 2 ** index)
      })
      expect(endOf(turn)).toMatchObject({
        outcome: "failed",
        text: "The model cannot be reached right now. Try again in a moment.",
        error: { code: "overloaded" },
      })
    })

    it("waits differently in each session, and less than the maximum", async () => {
      const [one, other] = [waitsOf(await down("s1")), waitsOf(await down("s2"))]
      expect(one).not.toEqual(other)
      for (const waits of [one, other]) expect(waits).not.toEqual([1000, 2000, 4000])
    })

    it.each([
      { error: "auth", text: "The model is not set up rightly: auth" },
      { error: "config", text: "The model is not set up rightly: config" },
      { error: "invalid-request", text: "The model cannot take this request: invalid-request" },
      { error: "context-overflow", text: "The model cannot take this request: context-overflow" },
      { error: "output", text: "The model's answer cannot be read: output" },
    ] as const)("asks once after $error, and reports what is wrong", async ({ error, text }) => {
      const turn = await played(failing(error), done)
      expect(turn.requests).toHaveLength(1)
      expect(endOf(turn)).toMatchObject({ outcome: "failed", text, error: { code: error } })
    })
  })

  describe("with a chain of models", () => {
    const chain = (...replies: readonly Given[]) =>
      play({ profile: defaultProfile({ models: 2 }), models: 2, happened: hello(), reply: inTurn(...replies) })

    it("asks the next one after an answer that cannot be parsed", async () => {
      const turn = await chain(failing("output"), done)
      expect(turn.asked).toEqual([0, 1])
      expect(endOf(turn)).toMatchObject({ outcome: "completed", text: "I am here." })
    })

    it("asks the next one at once when the first asks for a pause of over an hour", async () => {
      const turn = await chain(failingUntil("rate-limit", 5_001_000), done)
      expect([turn.asked, turn.at]).toEqual([
        [0, 1],
        [0, 0],
      ])
    })

    it("waits for the first when the pause is short", async () => {
      const turn = await chain(failingUntil("rate-limit", 20_000), done)
      expect([turn.asked, turn.at]).toEqual([
        [0, 0],
        [0, 20_000],
      ])
    })
  })

  it("withholds a tool after its third failure, and continues with the others", async () => {
    const turn = await played(fails, fails, fails, looks, done)
    const offered = turn.requests.slice(0, 4).map((request) => offeredBy(request).includes("broken"))
    expect(offered).toEqual([true, true, true, false])
    expect(offeredBy(turn.requests[3])).toContain("look")
    expect(turn.runs).toEqual({ broken: 3, look: 1 })
  })

  it("does not count unreadable arguments as a failure of the tool, because it never ran", async () => {
    const turn = await played(unreadable, unreadable, unreadable, looks, done)
    expect(turn.requests.map((request) => offeredBy(request).includes("look"))).toEqual(Array(5).fill(true))
    expect(turn.runs).toEqual({ look: 1 })
    expect(endOf(turn)).toMatchObject({ outcome: "completed" })
  })

  it.each<{ name: string; reply: Given; says: RegExp }>([
    { name: "always fails, even after it was withheld", reply: fails, says: /\(broken: .*It does not work/ },
    { name: "does not exist", reply: { calls: [call("missing")] }, says: /\(missing: tool-not-found/ },
    { name: "gets unreadable arguments", reply: unreadable, says: /\(look: arguments-unreadable/ },
  ])("stops with an explanation at the fifth error when a tool $name", async ({ reply, says }) => {
    const turn = await played(reply)
    expect(turn.requests).toHaveLength(5)
    const { outcome, text, error } = endOf(turn)
    expect([outcome, error?.code]).toEqual(["failed", "repeated-error"])
    expect(text).toMatch(/^I stopped: the same error came 5 times in a row/)
    expect(text).toMatch(says)
  })

  it("stops when two withheld tools are called in turns", async () => {
    const [one, other] = [fails, { calls: [call("missing")] }]
    const turn = await play({ profile, reply: (count) => (count % 2 === 0 ? one : other) })
    // Three failures each; the first refusal continues the count of its own tool, then all refusals count together.
    expect(turn.requests.length).toBeLessThan(15)
    expect(endOf(turn)).toMatchObject({ outcome: "failed", error: { code: "repeated-error" } })
  })

  it("runs the same useless call five times, tells the model at the sixth, and then ends", async () => {
    const turn = await played(looks)
    expect(turn.runs).toEqual({ look: 5 })
    expect(shownBy(turn.requests[6])).toMatch(/already called with exactly these arguments/)
    expect(endOf(turn)).toMatchObject({ outcome: "failed", error: { code: "repeated-call" } })
  })
})
