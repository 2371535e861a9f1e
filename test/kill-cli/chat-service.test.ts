// The crash table of seed 000 in its own profile, as a user meets it: a real `pawl -p`, a model over HTTP, a real MCP
// server. Killed with SIGKILL, failed by `pawl cleanup`, retried by another process.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { plainText } from "../../packages/agent/src/contracts/content.ts"
import type { Fact } from "../../packages/agent/src/contracts/fact.ts"
import { call } from "../../packages/agent/src/model/scripted.ts"
import { openAiObjections } from "../../packages/agent/src/model/strict/history.ts"
import { type ModelServer, modelServer } from "../../packages/agent/src/testing/model-server.ts"
import { logObjections } from "../schedules/log-objections.ts"
import { Place } from "./pawl-home.ts"

const PROFILE = ["--profile", "chat-service"]
const RE_RUN = { PAWL_INTERRUPTED_TOOLS: "re-run" }

let model: ModelServer
let place: Place
beforeAll(async () => {
  model = await modelServer({
    script: ({ messages }) => {
      const results = messages.flatMap((message) => (message.role === "tool" ? [plainText(message.parts)] : []))
      if (results.length > 0) return `Done: ${results.join(" ")}`
      return { calls: [call("notes__add", { note: "milk" }), call("notes__list"), call("notes__add", { note: "tea" })] }
    },
  })
})
afterAll(() => model.close())
beforeEach(() => {
  place = new Place(model.openai)
})
afterEach(() => place.remove())

/** Kills `pawl`, and fails the session by a cleanup, as seed 000 does. */
async function crashAfter(fact: Fact["type"], count: number) {
  const killed = await place.pawl(["-p", "Write it down.", ...PROFILE], { fact, count })
  expect(killed).toMatchObject({ signal: "SIGKILL" })
  expect(await place.orphans()).toEqual([])
  return place.durable()
}

async function cleanedUp(): Promise<void> {
  // In minutes: every session without a heartbeat for a few milliseconds.
  expect(await place.pawl(["cleanup", "--stuck-after", "0.0001"])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^1 stuck failed\n/),
  })
  expect((await place.durable()).status).toBe("failed")
}

/** Runs another process and returns its facts, its effects and the number of its requests. */
async function continueWith(words: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const before = { facts: (await place.durable()).facts.length, effects: place.effects().length }
  const asked = model.requests.length
  const ended = await place.pawl(words, undefined, env)
  expect(ended).toMatchObject({ code: 0 })
  const { facts, status } = await place.durable()
  expect(status).toBe("idle")
  const effects = new Map<string, number>()
  for (const { key } of place.effects()) effects.set(key, (effects.get(key) ?? 0) + 1)
  expect(logObjections(facts, [], effects)).toEqual([])
  for (const { body } of model.requests) expect(openAiObjections(body.messages as never)).toEqual([])
  return {
    said: ended.stdout.trimEnd().split("\n").at(-1),
    types: facts.slice(before.facts).map(({ type }) => type),
    again: facts.flatMap((fact) => (fact.type === "tool-started" ? [fact.again ?? "first"] : [])),
    effects: place
      .effects()
      .slice(before.effects)
      .map(({ tool, note }) => `${tool} ${note}`.trim()),
    requests: model.requests.length - asked,
  }
}

const DONE = "Done: Added milk. Notes: milk. Added tea."

describe("pawl in the profile chat-service", () => {
  it.each(["resumed", "cleaned up and retried"])(
    "T7: killed after the calls are saved, and %s: exactly those calls run first, against the real servers",
    async (how) => {
      const { status, session = "" } = await crashAfter("model-answered", 1)
      expect(status).toBe("tool_loop")
      expect(place.effects()).toEqual([])
      const isRetry = how !== "resumed"
      if (isRetry) await cleanedUp()
      // The intent of the first call may be in the same commit as the answer: then only the re-run setting runs it.
      const { said, types, effects, requests } = await continueWith(
        ["resume", session, ...(isRetry ? ["--retry"] : [])],
        RE_RUN,
      )
      expect(effects).toEqual(["add milk", "list", "add tea"])
      expect(types.slice(0, isRetry ? 2 : 1)).toEqual([...(isRetry ? ["turn-started"] : []), "tool-started"])
      expect(requests).toBe(1)
      expect(said).toBe(DONE)
    },
  )

  it("T8: killed after call 1 of 3, cleaned up and retried: call 1 is not repeated, the others are finished", async () => {
    const { session = "" } = await crashAfter("tool-finished", 1)
    await cleanedUp()
    const { said, effects, requests } = await continueWith(["resume", session, "--retry"])
    expect(effects).toEqual(["list", "add tea"])
    expect(requests).toBe(1)
    expect(said).toBe(DONE)
  })

  it.each([
    ["has an unknown outcome by default, and the next call runs", {}, ["list", "add tea"]],
    ["runs again where the user configured it, and the log records it", RE_RUN, ["add milk", "list", "add tea"]],
  ] as const)("T8: killed in a call that must not happen twice: the call %s", async (_, env, wanted) => {
    const { session = "" } = await crashAfter("tool-started", 1)
    await cleanedUp()
    const { said, effects, again } = await continueWith(["resume", session, "--retry"], env)
    expect(effects).toEqual(wanted)
    expect(again.includes("profile")).toBe(env === RE_RUN)
    if (env !== RE_RUN) expect(said).toContain('"notes__add" was stopped while it ran. It may or may not have')
  })

  it.each(["resumed", "cleaned up and retried"])(
    "T9: killed after the results are saved, and %s: tool_loop is stored, no tool runs, the model is asked next",
    async (how) => {
      const { status, session = "" } = await crashAfter("tool-finished", 3)
      expect(status).toBe("tool_loop")
      const isRetry = how !== "resumed"
      if (isRetry) await cleanedUp()
      const { said, types, effects, requests } = await continueWith([
        "resume",
        session,
        ...(isRetry ? ["--retry"] : []),
      ])
      expect(effects).toEqual([])
      expect(types).toEqual([...(isRetry ? ["turn-started"] : []), "model-asked", "model-answered", "turn-finished"])
      expect(requests).toBe(1)
      expect(said).toBe(DONE)
    },
  )
})
