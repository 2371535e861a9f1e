// How the profile handles the typical mistakes of weak local models, in the real loop.
import { describe, expect, it } from "vitest"
import { call } from "../model/scripted.ts"
import { opened, said, stamp } from "../testing/fact-builders.ts"
import {
  andThen,
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
import { localDesktop } from "./local-desktop.ts"

const profile = localDesktop()
const played = (...replies: readonly Given[]) => play({ profile, reply: inTurn(...replies) })
const looks = (path: string): Given => ({ calls: [call("look", { path })] })
const writes = (path: string): Given => ({ calls: [call("write", { path })] })
const fails: Given = { calls: [call("broken", { path: "a" })] }
const summary: Given = { text: "Nothing was renamed: the tool does not work." }

const reasonsOf = ({ facts }: Played) => facts.flatMap((fact) => (fact.type === "nudged" ? [fact.reason] : []))
const unfinished = () => ({ text: '{"verdict": "unfinished"}' })

describe("local-desktop", () => {
  it("continues once after '3 done, 4 remaining', and ends with 'all files have been renamed' (L7)", async () => {
    const all: Given = { text: "All files have been renamed." }
    const reply = inTurn(looks("a"), { text: "3 done, 4 remaining." }, writes("b"), all)
    const turn = await play({ profile, reply, judge: unfinished })
    expect(turn.facts.filter((fact) => fact.type === "nudged")).toMatchObject([
      { reason: "unfinished", evidence: 'stopping-phrase: the answer says "remaining"', attempt: "1.2.1" },
    ])
    expect(turn.questions).toHaveLength(1)
    expect(endOf(turn)).toMatchObject({ outcome: "completed", text: "All files have been renamed." })
  })

  it("nudges a question it could answer itself three times, then shows it (L8)", async () => {
    const reply = inTurn(looks("a"), { text: "Which ones should I process?" })
    const turn = await play({ profile, reply, judge: unfinished })
    expect(reasonsOf(turn)).toEqual(["unfinished", "unfinished", "unfinished"])
    expect(turn.requests).toHaveLength(5)
    expect(endOf(turn)).toMatchObject({ outcome: "completed", text: "Which ones should I process?" })
  })

  it("restarts its count of nudges after a successful call (L7 L8)", async () => {
    const stops: Given = { text: "3 done, 4 remaining." }
    const reply = inTurn(looks("a"), stops, stops, stops, looks("b"), stops, stops, stops, stops)
    const turn = await play({ profile, reply, judge: unfinished })
    expect(reasonsOf(turn)).toHaveLength(6)
    expect(endOf(turn)).toMatchObject({ text: "3 done, 4 remaining." })
  })

  it.each<{ name: string; replies: readonly Given[] }>([
    { name: "a question before any call", replies: [{ text: "Which ones should I process?" }] },
    { name: "a listing without a question", replies: [looks("a"), { text: "There are a.png, b.png and c.png." }] },
    {
      name: '"let me know" after a complete result',
      replies: [looks("a"), { text: "All files have been checked. Let me know if anything is remaining." }],
    },
    {
      name: "three successful calls",
      replies: [looks("a"), looks("b"), looks("c"), { text: "3 done, 4 remaining." }],
    },
  ])("does not ask the judge about $name (L9)", async ({ replies }) => {
    const turn = await play({ profile, reply: inTurn(...replies), judge: unfinished })
    // An answer that claims a change which no call made is asked about: that is L12, and not tested here.
    const reasons = turn.facts.flatMap((fact) => (fact.type === "model-asked" && fact.why ? [fact.why] : []))
    expect(reasons.filter((why) => !why.startsWith("claimed-change"))).toEqual([])
  })

  it("asks the judge about a claimed change in a session without a changing call, but not after one (L12)", async () => {
    const claims: Given = { text: "I have renamed all files." }
    const turn = await play({
      profile,
      reply: inTurn(looks("a"), claims, { text: "None was renamed." }),
      judge: unfinished,
    })
    expect(turn.facts.find((fact) => fact.type === "nudged")).toMatchObject({
      reason: "unfinished",
      evidence: expect.stringMatching(/^claimed-change: .*no call of this session changed anything$/),
    })
    const first = await play({ profile, reply: inTurn(writes("a"), { text: "Written." }) })
    const next = await play({ profile, happened: andThen(first, "And?"), reply: inTurn(claims), judge: unfinished })
    expect(next.questions).toEqual([])
    expect(endOf(next)).toMatchObject({ text: "I have renamed all files." })
  })

  it.each(["declined", "needs-user", "finished"])("accepts an answer that the judge calls %s", async (verdict) => {
    const reply = inTurn(looks("a"), { text: "I can't do that: there is no backup." })
    const turn = await play({ profile, reply, judge: () => ({ text: verdict }) })
    expect(turn.questions).toHaveLength(1)
    expect(turn.requests).toHaveLength(2)
    expect(reasonsOf(turn)).toEqual([])
  })

  it("repeats a reading call after a change: test, edit, test (L13)", async () => {
    const turn = await played(looks("test"), writes("code"), looks("test"), { text: "It passes." })
    expect(turn.runs).toEqual({ look: 2, write: 1 })
  })

  it("refuses reading calls in the pattern A B A B, and ends at the second refusal (L13)", async () => {
    const turn = await played(looks("a"), looks("b"), looks("a"), looks("b"), summary)
    expect(turn.runs).toEqual({ look: 2 })
    expect(endOf(turn)).toMatchObject({ outcome: "failed", error: { code: "repeated-call" } })
  })

  it("asks after two empty answers for a summary, without tools and without invention (L10 L11)", async () => {
    const turn = await played(looks("a"), {}, {}, summary)
    expect(turn.requests.map(({ tools }) => tools.length > 0)).toEqual([true, true, true, false])
    expect(shownBy(turn.requests[3])).toMatch(/name what was not done\. Do not invent anything/)
    expect(endOf(turn)).toMatchObject({ outcome: "completed", text: summary.kind === undefined ? summary.text : "" })
  })

  it.each<{ name: string; last: Given }>([
    { name: "empty too", last: { text: " " } },
    { name: "a failure", last: failing("auth") },
    { name: "a call", last: { calls: [call("write")] } },
  ])("shows a fixed text when the summary is $name (L10)", async ({ last }) => {
    const turn = await played({}, {}, last)
    expect(endOf(turn)).toMatchObject({ outcome: "completed", text: expect.stringMatching(/returned no answer/) })
    expect(turn.runs).toEqual({})
  })

  it("does not run an identical call twice, tells the model, and ends at the third (L13)", async () => {
    const turn = await played(looks("a"), looks("a"), looks("a"), summary)
    expect(turn.runs).toEqual({ look: 1 })
    expect(shownBy(turn.requests[2])).toMatch(/already called with exactly these arguments/)
    expect(turn.requests).toHaveLength(4)
    expect(offeredBy(turn.requests[3])).toEqual([])
    expect(endOf(turn)).toMatchObject({ outcome: "failed", error: { code: "repeated-call" } })
  })

  it("withholds a tool after its third failure, and continues with the others (L14)", async () => {
    const other: Given = { calls: [call("broken", { path: "b" })] }
    const turn = await played(fails, other, fails, looks("a"), { text: "It does not work." })
    const offered = turn.requests.slice(0, 5).map((request) => offeredBy(request).includes("broken"))
    expect(offered).toEqual([true, true, true, false, false])
    expect(shownBy(turn.requests[3])).toMatch(/\\"broken\\" failed 3 times and is no longer available/)
    expect(offeredBy(turn.requests[3])).toContain("look")
  })

  it("does not run a withheld tool that the model still calls, and offers it again in the next turn (L14)", async () => {
    const turn = await played(fails, fails, { calls: [call("broken", { path: "c" })] }, fails, { text: "It failed." })
    expect(turn.runs).toEqual({ broken: 3 })
    const next = await play({ profile, happened: andThen(turn, "Hello"), reply: inTurn({ text: "Hello." }) })
    expect(offeredBy(next.requests[0])).toContain("broken")
  })

  it("asks for a summary at its step limit, and says that the work may not be finished (L11)", async () => {
    const small = localDesktop({ maxIterations: 2 })
    const looking = (count: number): Given => looks(`file ${count}`)
    const turn = await play({ profile: small, reply: (count) => (count === 3 ? {} : looking(count)) })
    expect(turn.requests.map(({ tools }) => tools.length > 0)).toEqual([true, true, false])
    expect(endOf(turn)).toMatchObject({ outcome: "failed", text: expect.stringMatching(/may not be finished/) })
  })

  it.each<{ name: string; reply: Given }>([
    { name: "always fails, even after it was withheld", reply: fails },
    { name: "does not exist", reply: { calls: [call("missing")] } },
    { name: "gets unreadable arguments", reply: { calls: [{ ...call("look"), unreadable: "{oops" }] } },
  ])("stops with an explanation at the fifth error when a tool $name", async ({ reply }) => {
    const turn = await played(reply)
    expect(turn.requests).toHaveLength(5)
    expect(endOf(turn)).toMatchObject({
      outcome: "failed",
      text: expect.stringMatching(/^I stopped: the same error came 5 times in a row/),
      error: { code: "repeated-error" },
    })
  })

  it("keeps offering a tool that got unreadable arguments, because it never ran", async () => {
    const unreadable: Given = { calls: [{ ...call("look"), unreadable: "{oops" }] }
    const turn = await played(unreadable, unreadable, unreadable, looks("a"), { text: "I looked at a." })
    expect(offeredBy(turn.requests[3])).toContain("look")
    expect(turn.runs).toEqual({ look: 1 })
  })

  it("continues an answer that was cut off twice, and gives up with advice at the third cut", async () => {
    const cut = (text: string): Given => ({ text, stop: "max-tokens" })
    const happened = stamp([opened(), said("Hello")])
    const whole = await play({ profile, happened, reply: inTurn(cut("One, "), cut("two, "), { text: "three." }) })
    expect(endOf(whole)).toMatchObject({ outcome: "completed", text: "One, two, three." })
    const endless = await played(cut("One, "), cut("two, "), cut("three, "))
    expect(endless.requests).toHaveLength(3)
    expect(endOf(endless)).toMatchObject({ outcome: "failed", error: { code: "max-tokens" } })
  })

  it.each(["auth", "config", "invalid-request"] as const)(
    "reports after %s what is wrong, not that the model cannot be reached",
    async (error) => {
      const { text } = endOf(await played(failing(error)))
      expect(text).toMatch(new RegExp(`^The model (?:is not set up rightly|cannot take this request): ${error}$`))
    },
  )

  describe("with a chain of models", () => {
    const chain = localDesktop({ models: 3 })
    const done: Given = { text: "Hello." }

    it("tries a server error once more, then moves on; other failures move on at once (L16)", async () => {
      const reply = inTurn(failing("server-error"), failing("server-error"), failing("timeout"), done)
      const turn = await play({ profile: chain, models: 3, reply })
      expect(turn.asked.slice(0, 4)).toEqual([0, 0, 1, 2])
      expect(turn.at.slice(0, 4)).toEqual([0, 500, 500, 500])
      expect(endOf(turn)).toMatchObject({ outcome: "completed", text: "Hello." })
    })

    it.each(["overloaded", "timeout", "config", "network", "unexplained"] as const)(
      "moves on at once after %s, as with HTTP 404 and 503 (L16)",
      async (error) => {
        const turn = await play({ profile: chain, models: 3, reply: inTurn(failing(error), done) })
        expect([turn.asked.slice(0, 2), turn.at.slice(0, 2)]).toEqual([
          [0, 1],
          [0, 0],
        ])
      },
    )

    it("moves on after an answer that cannot be parsed, and when the provider asks for a long pause", async () => {
      const garbage = await play({ profile: chain, models: 3, reply: inTurn(failing("output"), done) })
      expect(garbage.asked.slice(0, 2)).toEqual([0, 1])
      const later = await play({
        profile: chain,
        models: 3,
        reply: inTurn(failingUntil("overloaded", 5_001_000), done),
      })
      expect([later.asked.slice(0, 2), later.at.slice(0, 2)]).toEqual([
        [0, 1],
        [0, 0],
      ])
    })

    it("stays with the model that answered, and does not ask the failed ones for a while (L16)", async () => {
      const turn = await play({ profile: chain, models: 3, reply: inTurn(failing("config"), looks("a"), done) })
      expect(turn.asked.slice(0, 3)).toEqual([0, 1, 1])
      expect(turn.asked.slice(3)).not.toContain(0)
      const next = await play({ profile: chain, models: 3, happened: andThen(turn, "Hello"), reply: inTurn(done) })
      expect(next.asked[0]).toBe(1)
    })

    it("says in plain text that all models are down, without an exception (L16)", async () => {
      const turn = await play({ profile: chain, models: 3, reply: inTurn(failing("network")) })
      expect(turn.asked).toEqual([0, 1, 2])
      expect(endOf(turn)).toMatchObject({
        outcome: "failed",
        text: expect.stringMatching(/None of the configured models/),
      })
    })
  })
})
