// The hub over a real memory store: subscribers that join late, read slowly, or follow another process's run.
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import type { Event } from "../contracts/event.ts"
import type { Draft, Fact } from "../contracts/fact.ts"
import type { Runner } from "../contracts/leases.ts"
import type { Store } from "../contracts/store.ts"
import { columnsOf } from "../kernel/state/columns.ts"
import { foldFacts } from "../kernel/state/fold.ts"
import { memory } from "../store/memory.ts"
import {
  answered,
  asked,
  finished,
  modelFailed,
  opened,
  said,
  stamp,
  steered,
  toolFinished,
  toolStarted,
} from "../testing/fact-builders.ts"
import { FakeClock, settle } from "../testing/fake-clock.ts"
import { Hub } from "./hub.ts"

const runner: Runner = { id: "r1", pid: 1, boot: "b", started: "0" }

let store: Store
let clock: FakeClock
let hub: Hub
let log: Fact[]
let epoch: number

beforeEach(async () => {
  store = memory()
  clock = new FakeClock()
  hub = new Hub(store, clock)
  log = [...stamp([opened()])]
  await store.sessions.create({ id: "s1", opened: log[0]!, profile: "default" })
  await store.leases.join(runner)
  const acquired = await store.leases.acquire("s1", runner.id)
  epoch = acquired.ok ? acquired.epoch : 0
})

afterEach(() => hub.close())

/** Makes facts durable, as a runner does. */
async function append(...drafts: readonly Draft[]): Promise<readonly Fact[]> {
  const expectedSeq = log.length
  const facts = drafts.map((draft, index): Fact => ({ v: 1, seq: expectedSeq + 1 + index, at: 0, ...draft }))
  log.push(...facts)
  const appended = await store.log.append({
    session: "s1",
    expectedSeq,
    epoch,
    facts,
    columns: columnsOf(foldFacts(log)),
  })
  expect(appended).toEqual({ ok: true })
  return facts
}

/** Records facts and publishes them in this process. */
async function record(...drafts: readonly Draft[]): Promise<void> {
  hub.publish("s1", await append(...drafts))
}

const say = (text: string, attempt = "1.1.1") => hub.emit("s1", { kind: "text", attempt, text })

/** Reads in the background; `seen` is what it has read so far. */
function reader(options: Parameters<Hub["subscribe"]>[1] = {}) {
  const seen: Event[] = []
  const state: { error?: unknown; done: boolean } = { done: false }
  const reading = (async () => {
    for await (const event of hub.subscribe("s1", options)) seen.push(event)
  })().then(
    () => {
      state.done = true
    },
    (error: unknown) => {
      state.error = error
    },
  )
  return { seen, state, reading }
}

const brief = (events: readonly Event[]) =>
  events.map((event) => (event.type === "text-delta" ? `text ${event.text}` : event.type))

describe("a subscriber of a session that runs here", () => {
  it("gets the facts, the text so far and then new text, when it joins late (X14)", async () => {
    hub.setLocal("s1", true)
    await record(said("go"), asked())
    say("Hel")
    say("lo ")
    const { seen } = reader()
    await settle()
    expect(brief(seen)).toEqual(["turn-start", "loop-start", "iteration-start", "text-start", "text Hello "])
    say("world")
    await settle()
    await record(answered({ text: "Hello world" }), finished())
    await settle()
    expect(brief(seen).slice(5)).toEqual(["text world", "text-end", "answer-end", "loop-end", "turn-end"])
  })

  it("gets larger pieces when it is slow, and loses nothing", async () => {
    hub.setLocal("s1", true)
    const events = hub.subscribe("s1")
    await record(said("go"), asked())
    const all: Event[] = []
    const take = async (count: number) => {
      for (let taken = 0; taken < count; taken++) all.push((await events.next()).value as Event)
    }
    await take(3)
    for (const letter of "abcdef") say(letter)
    await take(2)
    say("g")
    await record(answered({ text: "abcdefgh" }), finished())
    await take(5)
    expect(brief(all)).toEqual([
      "turn-start",
      "loop-start",
      "iteration-start",
      "text-start",
      "text abcdef",
      "text gh",
      "text-end",
      "answer-end",
      "loop-end",
      "turn-end",
    ])
    await events.return()
  })

  it("does not delay others; each reads at its own pace", async () => {
    hub.setLocal("s1", true)
    const slow = hub.subscribe("s1")
    const { seen } = reader()
    await record(said("go"), asked())
    await slow.next()
    await settle()
    say("a")
    await settle()
    say("b")
    await settle()
    expect(brief(seen)).toEqual(["turn-start", "loop-start", "iteration-start", "text-start", "text a", "text b"])
    expect((await slow.next()).value).toMatchObject({ type: "loop-start" })
    expect((await slow.next()).value).toMatchObject({ type: "iteration-start" })
    expect((await slow.next()).value).toMatchObject({ type: "text-start" })
    expect((await slow.next()).value).toMatchObject({ type: "text-delta", text: "ab" })
    await slow.return()
  })

  it("gets thinking and tool output while they stream", async () => {
    hub.setLocal("s1", true)
    const { seen } = reader()
    await record(said("go"), asked())
    hub.emit("s1", { kind: "thinking", attempt: "1.1.1", text: "hm" })
    await settle()
    await record(answered({ text: "x" }), toolStarted("a"))
    await settle()
    hub.emit("s1", { kind: "output", call: "a", text: "50 %" })
    await settle()
    await record(toolFinished("a"))
    await settle()
    expect(brief(seen)).toEqual([
      "turn-start",
      "loop-start",
      "iteration-start",
      "thinking-start",
      "thinking-delta",
      "thinking-end",
      "text-start",
      "text x",
      "text-end",
      "answer-end",
      "tool-call",
      "tool-output",
      "tool-result",
    ])
  })

  it("gets a failed answer before the next one", async () => {
    hub.setLocal("s1", true)
    const { seen } = reader()
    await record(said("go"), asked())
    say("Hel")
    await settle()
    await record(modelFailed("rate-limit"), asked("1.1.2"))
    say("Hi", "1.1.2")
    await settle()
    expect(brief(seen).slice(3)).toEqual([
      "text-start",
      "text Hel",
      "text-end",
      "answer-discarded",
      "model-error",
      "iteration-start",
      "text-start",
      "text Hi",
    ])
  })

  it("reads the log for what happened before this process had the session", async () => {
    await append(said("go"), asked(), answered({ text: "x" }))
    hub.setLocal("s1", true)
    await record(finished())
    const { seen } = reader({ after: 2 })
    await settle()
    expect(brief(seen).slice(-3)).toEqual(["answer-end", "loop-end", "turn-end"])
    expect(brief(seen)).not.toContain("turn-start")
  })

  it("follows a log that is longer than the facts kept in memory", async () => {
    hub.setLocal("s1", true)
    await record(said("go"))
    await record(...Array.from({ length: 1200 }, (_, index) => steered(`${index}`)))
    const { seen } = reader()
    await settle(20)
    const positions = Array.from({ length: 1201 }, (_, index) => `${index + 2}`)
    expect(seen.map((event) => event.position)).toEqual(["1+1", ...positions])
  })

  it("gets no deltas when it wants none, and the whole text with the answer's end", async () => {
    hub.setLocal("s1", true)
    const { seen } = reader({ deltas: false })
    await record(said("go"), asked())
    say("Hel")
    await settle()
    expect(brief(seen)).toEqual(["turn-start", "loop-start", "iteration-start"])
    await record(answered({ text: "Hello" }), finished())
    await settle()
    const rest = ["text-start", "text Hello", "text-end", "answer-end", "loop-end", "turn-end"]
    expect(brief(seen).slice(3)).toEqual(rest)
  })

  it.each([
    { after: "1+1", told: ["loop-start", "iteration-start", "text-start", "text Hello"] },
    { after: "2", told: ["iteration-start", "text-start", "text Hello"] },
    { after: 3, told: ["text-start", "text Hello"] },
    { after: "3:1.1.1:0", told: ["text-start", "text Hello"] },
    { after: "3:1.1.1:0t", told: ["text Hello"] },
    { after: "3:1.1.1:3", told: ["text lo"] },
    { after: "3:1.1.1:3n", told: ["text-start", "text lo"] },
  ])("resumes at $after with what it has not seen", async ({ after, told }) => {
    hub.setLocal("s1", true)
    await record(said("go"), asked())
    say("Hello")
    const { seen } = reader({ after })
    await settle()
    expect(brief(seen)).toEqual(told)
    await record(answered({ text: "Hello" }), finished())
    await settle()
    expect(brief(seen).slice(told.length)).toEqual(["text-end", "answer-end", "loop-end", "turn-end"])
  })

  it("gets nothing about a request to the judge, and does not take it for an answer in flight", async () => {
    hub.setLocal("s1", true)
    const question = { ...asked("1.1.1.judge"), turn: 1, iteration: 1, purpose: "judge" } as Draft
    const verdict = { ...answered({ text: "finished" }, "1.1.1.judge"), purpose: "judge" } as Draft
    await record(said("go"), asked(), answered({ text: "x" }), question)
    const { seen } = reader({ after: 5 })
    await record(verdict, finished())
    await settle()
    expect(seen.map(({ type, position }) => `${type} ${position}`)).toEqual(["loop-end 6+1", "turn-end 7"])
  })

  it("ends when its signal does, and when the hub closes", async () => {
    const stop = new AbortController()
    const first = reader({ signal: stop.signal })
    const second = reader()
    await settle()
    stop.abort()
    await settle()
    expect([first.state.done, second.state.done]).toEqual([true, false])
    hub.close()
    await settle()
    expect(second.state.done).toBe(true)
  })
})

describe("a subscriber of a session that runs elsewhere", () => {
  it("follows the facts and the live text in the store", async () => {
    const { seen } = reader()
    await append(said("go"), asked())
    await settle()
    store.live.write("s1", { attempt: "1.1.1", text: "Hel" })
    await settle()
    store.live.write("s1", { attempt: "1.1.1", text: "Hello" })
    await settle()
    store.live.write("s1", undefined)
    await append(answered({ text: "Hello!" }), finished())
    await settle()
    expect(brief(seen)).toEqual([
      "turn-start",
      "loop-start",
      "iteration-start",
      "text-start",
      "text Hel",
      "text lo",
      "text !",
      "text-end",
      "answer-end",
      "loop-end",
      "turn-end",
    ])
  })

  it("continues without a gap when the session moves to another process and back", async () => {
    hub.setLocal("s1", true)
    const { seen } = reader()
    await record(said("go"), asked())
    say("Hel")
    await settle()
    hub.setLocal("s1", false)
    await append(asked("1.1.2"))
    store.live.write("s1", { attempt: "1.1.2", text: "Good " })
    await settle()
    hub.setLocal("s1", true)
    await record(answered({ text: "Good day" }, "1.1.2"), finished())
    await settle()
    expect(brief(seen)).toEqual([
      "turn-start",
      "loop-start",
      "iteration-start",
      "text-start",
      "text Hel",
      "text-end",
      "answer-discarded",
      "iteration-start",
      "text-start",
      "text Good ",
      "text day",
      "text-end",
      "answer-end",
      "loop-end",
      "turn-end",
    ])
  })
})

describe("live text for other processes", () => {
  it("is written to the store at intervals, and removed with the answer", async () => {
    hub.setLocal("s1", true)
    await record(said("go"), asked())
    say("Hel")
    say("lo")
    await settle()
    expect(await store.live.read("s1")).toBeUndefined()
    await clock.advance(100)
    expect(await store.live.read("s1")).toEqual({ attempt: "1.1.1", text: "Hello" })
    say("!")
    await clock.advance(100)
    expect(await store.live.read("s1")).toEqual({ attempt: "1.1.1", text: "Hello!" })
    say("?")
    await record(answered({ text: "Hello!?" }))
    expect(await store.live.read("s1")).toBeUndefined()
    await clock.advance(100)
    expect(await store.live.read("s1")).toBeUndefined()
  })
})

describe("a failure of the runtime", () => {
  it("is thrown only to subscribers with failAfter, after the events before it", async () => {
    hub.setLocal("s1", true)
    const eager = reader({ failAfter: hub.mark })
    const patient = reader()
    await record(said("go"))
    await settle()
    hub.fail("s1", new Error("disk full"))
    await settle()
    expect(eager.state.error).toMatchObject({ message: "disk full" })
    expect(brief(eager.seen)).toEqual(["turn-start", "loop-start"])
    expect(patient.state).toEqual({ done: false })
    await record(finished())
    await settle()
    expect(brief(patient.seen)).toEqual(["turn-start", "loop-start", "loop-end", "turn-end"])
  })

  it("that happened before the subscription is not thrown", async () => {
    hub.setLocal("s1", true)
    hub.fail("s1", new Error("an hour ago"))
    const { state } = reader({ failAfter: hub.mark })
    await record(said("go"))
    await settle()
    expect(state).toEqual({ done: false })
  })
})
