// A chain of models across vendors: which model takes over when
// one cannot answer, and for how long the failed one is skipped.
import { describe, expect, it } from "vitest"
import { createAgent } from "../../packages/agent/src/agent/create-agent.ts"
import { systemClock } from "../../packages/agent/src/base/system-clock.ts"
import { modelFrom } from "../../packages/agent/src/model/providers.ts"
import { call, type Script } from "../../packages/agent/src/model/scripted.ts"
import { anthropicObjections } from "../../packages/agent/src/model/strict/history.ts"
import type { Fault } from "../../packages/agent/src/testing/model-server/faults.ts"
import { modelServer } from "../../packages/agent/src/testing/model-server.ts"
import { tool } from "../../packages/agent/src/tools/tool.ts"

const look = tool({ name: "look", description: "", input: { type: "object" }, effect: "read", run: () => "seen" })
const script: Script = ({ results }) => (results.length === 0 ? { calls: [call("look")] } : "I have seen it.")

async function chain(profile: string, faults: { first?: () => Fault | undefined; second?: () => Fault | undefined }) {
  const first = await modelServer({ script, fault: () => faults.first?.() })
  const second = await modelServer({ script, fault: () => faults.second?.() })
  // Real time, with an offset that the test can change: a fake clock would run ahead of the real connections.
  let turned = 0
  const clock = { ...systemClock, now: () => systemClock.now() + turned }
  const agent = await createAgent({
    model: [
      modelFrom("openai:one", { baseUrl: first.openai, apiKey: "k", env: {} }),
      modelFrom("anthropic:two", { baseUrl: second.anthropic, apiKey: "k", env: {} }),
    ],
    tools: [look],
    clock,
    profile,
    parkMs: 1e9,
  })
  const session = await agent.open()
  const ask = (text: string) => session.ask(text)
  const turn = (ms: number) => {
    turned += ms
  }
  const close = async () => {
    await agent.close()
    await Promise.all([first.close(), second.close()])
  }
  const askElsewhere = async (text: string) => (await agent.open()).ask(text)
  return { first, second, ask, askElsewhere, turn, [Symbol.asyncDispose]: close }
}

const DEAD: Fault = { kind: "status", status: 503 }

describe("model chains", () => {
  it("a chain skips an unreachable model in all sessions of the agent, until its rest is over", async () => {
    let isDead = true
    await using story = await chain("local-desktop", { first: () => (isDead ? DEAD : undefined) })
    await story.ask("Look")
    const tried = story.first.requests.length
    expect(tried).toBeGreaterThan(0)
    expect(await story.askElsewhere("Look")).toMatchObject({ outcome: "completed" })
    expect(story.first.requests).toHaveLength(tried)
    isDead = false
    story.turn(31_000)
    expect(await story.askElsewhere("Look")).toMatchObject({ outcome: "completed" })
    expect(story.first.requests.length).toBeGreaterThan(tried)
  })

  it.each(["default", "local-desktop"])(
    "a chain in %s goes on with another vendor's model, with the history re-encoded (X11)",
    async (profile) => {
      let requests = 0
      // Fails after its first answer, with a call under way.
      const story = await chain(profile, { first: () => (requests++ === 0 ? undefined : DEAD) })
      await using _ = story
      expect(await story.ask("Look")).toMatchObject({ outcome: "completed", text: "I have seen it." })
      expect(story.second.requests).toHaveLength(1)
      const [taken] = story.second.requests
      expect(taken?.body).toMatchObject({ model: "two" })
      expect(anthropicObjections(taken?.body.messages as never)).toEqual([])
      expect(taken?.raw).toContain("seen")
    },
  )

  it("a chain skips an unreachable model, and tries it once more when its rest is over", async () => {
    let isDead = true
    const story = await chain("local-desktop", { first: () => (isDead ? DEAD : undefined) })
    await using _ = story
    await story.ask("Look")
    const asked = story.first.requests.length
    await story.ask("Look again")
    expect(story.first.requests.length).toBe(asked)
    isDead = false
    story.turn(11 * 60_000)
    await story.ask("And now")
    expect(story.first.requests.length).toBeGreaterThan(asked)
  })

  it.each([
    ["404", { kind: "status", status: 404 }, /^The model is not set up rightly: /],
    ["503", DEAD, /^None of the configured models can be reached right now/],
  ] as const)(
    "a chain in local-desktop moves on after %s, and reports why when all models are down (L16)",
    async (_name, fault, words) => {
      const story = await chain("local-desktop", { first: () => fault })
      await using _ = story
      expect(await story.ask("Look")).toMatchObject({ outcome: "completed" })
      const none = await chain("local-desktop", { first: () => fault, second: () => fault })
      await using __ = none
      const { outcome, text } = await none.ask("Look")
      expect(outcome).toBe("failed")
      expect(text).toMatch(words)
    },
  )

  it.each<[string, string, Fault]>(
    ["default", "local-desktop", "chat-service", "terminal"].flatMap((profile): [string, string, Fault][] => [
      [profile, "a page instead of an answer", { kind: "content-type", type: "text/html" }],
      [profile, "broken JSON", { kind: "malformed", afterFrames: 1 }],
      [profile, "a limit for 5001 s", { kind: "status", status: 429, headers: { "retry-after": "5001" } }],
    ]),
  )("a chain in %s asks the next model after %s, at once", async (profile, _name, fault) => {
    const story = await chain(profile, { first: () => fault })
    await using _ = story
    expect(await story.ask("Look")).toMatchObject({ outcome: "completed", text: "I have seen it." })
    expect([story.first.requests.length, story.second.requests.length]).toEqual([1, 2])
  })

  it.each([401, 400])(
    "a chain does not try other models after %i: the request or the key is wrong (T5, M10)",
    async (status) => {
      const story = await chain("default", { first: () => ({ kind: "status", status }) })
      await using _ = story
      expect(await story.ask("Look")).toMatchObject({ outcome: "failed" })
      expect([story.first.requests.length, story.second.requests.length]).toEqual([1, 0])
    },
  )
})
