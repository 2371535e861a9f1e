// A provider refuses a request as too large: the history is condensed once and the turn goes on; a second refusal fails
// with a clear error. What is too large for the next model of a chain is condensed before it is sent.
import { describe, expect, it } from "vitest"
import { createAgent } from "../../packages/agent/src/agent/create-agent.ts"
import type { Fact } from "../../packages/agent/src/contracts/fact.ts"
import { modelFrom } from "../../packages/agent/src/model/providers.ts"
import { FakeClock } from "../../packages/agent/src/testing/fake-clock.ts"
import type { Fault } from "../../packages/agent/src/testing/model-server/faults.ts"
import { modelServer, type ServedRequest } from "../../packages/agent/src/testing/model-server.ts"
import { countText } from "../../packages/agent/src/tokens/counts.ts"
import { estimate, startingWeights } from "../../packages/agent/src/tokens/weights.ts"
import { isSummary, last, longSession, messagesIn, readFile, systemOf } from "./long-session.ts"
import { MODEL_FORMATS } from "./model-formats.ts"

const TOO_LONG: Fault = {
  kind: "status",
  status: 400,
  type: "context_length_exceeded",
  message: "This model's maximum context length is 8192 tokens.",
}
const types = (facts: readonly Fact[]) =>
  facts.map((fact) => ("purpose" in fact && fact.purpose !== undefined ? `${fact.type} (${fact.purpose})` : fact.type))

/** Refuses this many requests as too large after six turns, but no summaries. */
async function refusing(profile: string, times: number) {
  let isOn = false
  let left = times
  const story = await longSession({
    profile,
    long: 120,
    fault: ({ body }) => (isOn && !isSummary(systemOf(body)) && left-- > 0 ? TOO_LONG : undefined),
  })
  await story.read(1, 6)
  const before = story.requests().length
  isOn = true
  const result = await story.ask("Please read 7 for me.")
  const facts = await story.session.facts()
  const turn = facts.slice(facts.findLastIndex(({ type }) => type === "turn-started"))
  return {
    story,
    result,
    turn,
    requests: story.requests().slice(before),
    [Symbol.asyncDispose]: story[Symbol.asyncDispose],
  }
}

describe.each(Object.keys(MODEL_FORMATS))("%s", (profile) => {
  it("condenses once after a refusal, asks again with less, and goes on", async () => {
    await using told = await refusing(profile, 1)
    expect(told.result).toMatchObject({ outcome: "completed", text: "I have read 7." })
    const [refused, again] = told.requests
    expect(again?.raw.length).toBeLessThan((refused?.raw.length ?? 0) * 0.8)
    expect(again?.raw).toContain("Please read 1 for me.")
    expect(again?.raw).toContain("Please read 7 for me.")
    expect(told.turn.filter(({ type }) => type === "history-compacted")).toMatchObject([{ why: "overflow" }])
    expect(told.story.objections()).toEqual([])
    expect(
      types(told.turn)
        .filter((type) => !type.endsWith("(summary)"))
        .slice(0, 5),
    ).toEqual(["turn-started", "model-asked", "model-failed", "history-compacted", "model-asked"])
  })

  it("fails with a clear error when the condensed request is refused, too, and the next turn works", async () => {
    await using told = await refusing(profile, 2)
    expect(told.result.outcome).toBe("failed")
    expect(told.result.error).toMatchObject({ message: expect.stringMatching(/maximum context length/) })
    expect(told.requests).toHaveLength(2)
    expect(told.turn.filter(({ type }) => type === "history-compacted")).toHaveLength(1)
    expect(await told.story.ask("Please read 8 for me.")).toMatchObject({
      outcome: "completed",
      text: "I have read 8.",
    })
    expect(told.story.objections()).toEqual([])
  })

  it.each([
    { name: "a wrong key", fault: { kind: "status", status: 401, type: "invalid_api_key" } },
    { name: "a model that is not there", fault: { kind: "status", status: 404, type: "model_not_found" } },
    { name: "a request that is wrong", fault: { kind: "status", status: 400, type: "invalid_request_error" } },
  ] satisfies readonly { name: string; fault: Fault }[])(
    "neither condenses nor asks again after $name",
    async ({ fault }) => {
      let isOn = false
      await using story = await longSession({ profile, long: 120, fault: () => (isOn ? fault : undefined) })
      await story.read(1, 2)
      const before = story.server.requests.length
      isOn = true
      expect(await story.ask("Please read 3 for me.")).toMatchObject({ outcome: "failed" })
      expect(story.server.requests.length - before).toBe(1)
      expect((await story.session.facts()).some(({ type }) => type === "history-compacted")).toBe(false)
    },
  )

  it("learns from a refusal: later requests of the session stay below the refused size", async () => {
    await using told = await refusing(profile, 1)
    const { budget } = await told.story.session.context()
    expect(budget.window).toBeLessThan(128_000)
    expect(budget.window).toBeGreaterThanOrEqual(4096)
  })
})

describe("a chain whose second model has a smaller window", () => {
  const tokens = (words: string) => estimate(countText(words), startingWeights("gpt"))
  const DEAD: Fault = { kind: "status", status: 503 }

  async function chain(profile: string) {
    const clock = new FakeClock()
    let isDead = false
    const speech = MODEL_FORMATS[profile]!
    const script = async (request: Parameters<Parameters<typeof modelServer>[0]["script"]>[0]) => {
      if (isSummary(request.request.system)) return "Files were read."
      const shown = JSON.stringify(request.messages)
      const number = Math.max(...[...shown.matchAll(/Please read (\d+)/g)].map(([, each]) => Number(each)))
      const isRead = shown.includes(`Content of notes/${number}.md`)
      return isRead ? speech.final(`I have read ${number}.`) : speech.call("read_file", { path: `notes/${number}.md` })
    }
    const first = await modelServer({ script, fault: () => (isDead ? DEAD : undefined) })
    const second = await modelServer({ script })
    const agent = await createAgent({
      model: [
        modelFrom("openai:large", { baseUrl: first.openai, apiKey: "k", env: {}, window: 128_000 }),
        modelFrom("openai:small", { baseUrl: second.openai, apiKey: "k", env: {}, window: 4096 }),
      ],
      tools: [readFile(300)],
      profile,
      approve: "auto",
      clock,
      parkMs: 1e9,
    })
    const session = await agent.open()
    const close = async () => {
      await agent.close()
      await Promise.all([first.close(), second.close()])
    }
    const die = () => {
      isDead = true
    }
    const ask = (number: number) => clock.run(session.ask(`Please read ${number} for me.`), 1e13)
    return { first, second, session, ask, die, [Symbol.asyncDispose]: close }
  }

  it.each(["default", "local-desktop"])(
    "%s condenses the history before it asks the second model, and goes on there",
    async (profile) => {
      await using story = await chain(profile)
      for (let number = 1; number <= 12; number++) await story.ask(number)
      expect(story.second.requests).toEqual([])
      story.die()
      expect(await story.ask(13)).toMatchObject({ outcome: "completed", text: "I have read 13." })
      const sent = story.second.requests.filter(({ body }) => !isSummary(systemOf(body)))
      for (const { raw } of story.second.requests) expect(tokens(raw)).toBeLessThan(4096)
      expect(sent[0]?.raw).toContain("Please read 1 for me.")
      expect(largest(story.first.requests)).toBeGreaterThan(4096)
      const facts = await story.session.facts()
      const compacted = facts.findIndex(({ type }) => type === "history-compacted")
      const answered = facts.findLastIndex(({ type }) => type === "model-answered")
      expect(compacted).toBeGreaterThan(0)
      expect(compacted).toBeLessThan(answered)
      expect(messagesIn(last(sent)).at(0)?.role).toBe("system")
    },
  )

  const largest = (requests: readonly ServedRequest[]) => Math.max(...requests.map(({ raw }) => tokens(raw)))
})
