// Every fault of the model server in every profile: a defined outcome within its limits, a valid history, no request
// too many, and waits on the profile's schedule, by the fake clock.
import { describe, expect, it } from "vitest"
import { createAgent } from "../../packages/agent/src/agent/create-agent.ts"
import { plainText } from "../../packages/agent/src/contracts/content.ts"
import type { Fact } from "../../packages/agent/src/contracts/fact.ts"
import type { Model } from "../../packages/agent/src/contracts/model.ts"
import { modelFrom } from "../../packages/agent/src/model/providers.ts"
import { openAiObjections } from "../../packages/agent/src/model/strict/history.ts"
import { FakeClock } from "../../packages/agent/src/testing/fake-clock.ts"
import type { Fault } from "../../packages/agent/src/testing/model-server/faults.ts"
import { modelServer } from "../../packages/agent/src/testing/model-server.ts"
import { tool } from "../../packages/agent/src/tools/tool.ts"
import { MODEL_FORMATS, shownIn } from "./model-formats.ts"

/** `passing`: another attempt may help. `output`: the answer cannot be parsed. `final`: another attempt is useless. */
const FAULTS: Readonly<
  Record<string, { readonly fault: Fault; readonly kind: "passing" | "output" | "final" | "harmless" }>
> = {
  "429 with Retry-After": {
    fault: { kind: "status", status: 429, type: "rate_limit_error", headers: { "retry-after": "1" } },
    kind: "passing",
  },
  "500": { fault: { kind: "status", status: 500 }, kind: "passing" },
  "529": { fault: { kind: "status", status: 529, type: "overloaded_error" }, kind: "passing" },
  "401": { fault: { kind: "status", status: 401, type: "authentication_error" }, kind: "final" },
  "400 too long": {
    fault: { kind: "status", status: 400, type: "context_length_exceeded", message: "maximum context length" },
    kind: "final",
  },
  "400": { fault: { kind: "status", status: 400, type: "invalid_request_error" }, kind: "final" },
  "a cut stream": { fault: { kind: "cut", afterBytes: 40 }, kind: "passing" },
  "malformed JSON": { fault: { kind: "malformed", afterFrames: 1 }, kind: "output" },
  silence: { fault: { kind: "silence" }, kind: "passing" },
  "silence half-way": { fault: { kind: "silence", afterBytes: 60 }, kind: "passing" },
  "a slow drip": { fault: { kind: "drip", bytes: 97, ms: 1 }, kind: "harmless" },
  "a wrong content type": { fault: { kind: "content-type", type: "text/html" }, kind: "output" },
  "an endless answer": { fault: { kind: "endless" }, kind: "output" },
  "an error inside the stream": {
    fault: { kind: "error-event", type: "overloaded_error", message: "Overloaded", afterFrames: 1 },
    kind: "passing",
  },
  "a connection that lingers": { fault: { kind: "lingering" }, kind: "harmless" },
}

/** Attempts at one request, and the waits between them in seconds where they are exact. */
const SCHEDULES: Readonly<
  Record<
    string,
    { readonly attempts: number; readonly waits?: readonly number[]; readonly passes?: (name: string) => boolean }
  >
> = {
  default: { attempts: 4 },
  "chat-service": {
    attempts: 3,
    waits: [3, 6],
    passes: (name) => ["429 with Retry-After", "529", "an error inside the stream"].includes(name),
  },
  "local-desktop": { attempts: 2, passes: (name) => name === "500" },
  "xml-tools": { attempts: 1 },
  "structured-react": { attempts: 4, waits: [1, 2, 4], passes: (name) => name === "429 with Retry-After" },
  terminal: { attempts: 5 },
}

const look = tool({
  name: "look",
  description: "Looks.",
  input: { type: "object" },
  effect: "read",
  run: () => "seen it",
})

/** Connections are real: while they take their time, the fake clock runs far ahead. */
const LONG = 1e13

const FAULTY = "faulty"

/** Real timeouts are short only for requests whose silence is certain: a busy machine must not fail the others. */
const PATIENT = { firstByteMs: 50_000, silenceMs: 50_000, answerBytes: 200_000 }
const HASTY = { ...PATIENT, firstByteMs: 500, silenceMs: 500 }

/** The server recognises by the model's name which requests are to fail: the first `times`. */
function failsAtFirst(baseUrl: string, times: number): Model {
  const of = (name: string, limits: object) => modelFrom(`openai:${name}`, { baseUrl, apiKey: "k", limits, env: {} })
  const [faulty, good] = [of(FAULTY, HASTY), of("m", PATIENT)]
  let asked = 0
  return { ...good, ask: (request, how) => (asked++ < times ? faulty : good).ask(request, how) }
}

async function play(profile: string, faulty: Fault, times: number) {
  const speech = MODEL_FORMATS[profile]!
  const clock = new FakeClock()
  await using server = await modelServer({
    script: (request) =>
      shownIn(request).includes("seen it") ? speech.final("I looked: seen it.") : speech.call("look"),
    fault: ({ body }) => (body.model === FAULTY ? faulty : undefined),
  })
  const model = failsAtFirst(server.openai, times)
  await using agent = await createAgent({ model, tools: [look], clock, profile, parkMs: 1e7 })
  const session = await agent.open()
  const result = await clock.run(session.ask("Look at it."), LONG)
  const next = await clock.run(session.ask("And again: look at it."), LONG)
  const bodies = server.requests.map(({ body }) => body.messages as never)
  return { result, next, facts: await session.facts(), bodies, requests: server.requests.length }
}

function attemptsIn(facts: readonly Fact[]): readonly Fact[] {
  const end = facts.findIndex((fact) => fact.type === "turn-finished")
  return facts.slice(0, end).filter((fact) => fact.type === "model-asked")
}

function waitsIn(facts: readonly Fact[]): readonly number[] {
  return facts.flatMap((fact, place) => {
    const next = facts[place + 1]
    return fact.type === "model-failed" && next?.type === "model-asked" ? [(next.at - fact.at) / 1000] : []
  })
}

const isSilent = (name: string) => FAULTS[name]!.fault.kind === "silence"

describe.each(Object.keys(MODEL_FORMATS))("%s", (profile) => {
  const schedule = SCHEDULES[profile]!

  async function ends(name: string): Promise<void> {
    const { fault, kind } = FAULTS[name]!
    const mayPass = kind === "passing" && (schedule.passes?.(name) ?? true)
    const { result, next, facts, bodies } = await play(profile, fault, mayPass ? schedule.attempts : 1)
    const ends = facts.filter((fact) => fact.type === "turn-finished")
    expect(ends).toHaveLength(2)
    expect(next).toMatchObject({ outcome: "completed" })
    for (const messages of bodies) expect(openAiObjections(messages)).toEqual([])
    if (kind === "harmless") return expect(result).toMatchObject({ outcome: "completed", text: "I looked: seen it." })
    expect(result).toMatchObject({ outcome: "failed", error: { message: expect.stringMatching(/\S/) } })
    // A chat service returns the error; all other profiles say it in the answer.
    if (profile !== "chat-service") expect(result.text).toMatch(kind === "passing" ? /right now/ : /^The model.*: \S/)
    if (!mayPass || schedule.attempts === 1) return expect(attemptsIn(facts).length).toBe(1)
    expect(attemptsIn(facts)).toHaveLength(schedule.attempts)
    if (schedule.waits !== undefined) expect(waitsIn(facts)).toEqual(schedule.waits)
  }

  async function getsOver(name: string): Promise<void> {
    const { result, facts } = await play(profile, FAULTS[name]!.fault, 1)
    const mayPass = schedule.attempts > 1 && (schedule.passes?.(name) ?? true)
    expect(result.outcome).toBe(mayPass ? "completed" : "failed")
    // Retracted text is not in the last text of the turn.
    const finished = facts.find((fact) => fact.type === "turn-finished")
    if (mayPass && finished?.type === "turn-finished") expect(finished.text).toBe("I looked: seen it.")
    const calls = facts.filter((fact) => fact.type === "tool-finished" && plainText(fact.content) === "seen it")
    expect(calls.length).toBeGreaterThan(0)
  }

  const names = Object.keys(FAULTS)
  const passing = names.filter((name) => FAULTS[name]!.kind === "passing")
  const afterAll = "ends with a clear error after %s in every attempt, and the next turn works"
  const afterOne = "recovers from a single %s where it retries"
  // Silence takes real time but no work, so these tests wait at once.
  it.concurrent.each(names.filter(isSilent))(afterAll, ends)
  it.concurrent.each(passing.filter(isSilent))(afterOne, getsOver)
  it.each(names.filter((name) => !isSilent(name)))(afterAll, ends)
  it.each(passing.filter((name) => !isSilent(name)))(afterOne, getsOver)
})
