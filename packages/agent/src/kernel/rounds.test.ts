// The driver with the real performers: a round costs two commits, whatever the tools are.
import { createHook } from "node:async_hooks"
import { Session } from "node:inspector/promises"
import { describe, expect, it, vi } from "vitest"
import { hasFastProperties } from "../base/__fixtures__/fast-properties.ts"
import { requestBuilder } from "../context/build-request.ts"
import { UNKNOWN_SIZE } from "../context/fitting.ts"
import type { Fact } from "../contracts/fact.ts"
import { budgeted } from "../features/compaction/ways.ts"
import { call, type Script, scripted } from "../model/scripted.ts"
import { defaultProfile } from "../profiles/default.ts"
import { emptyState } from "../registry/state.ts"
import { opened, said, stamp } from "../testing/fact-builders.ts"
import { FakeClock } from "../testing/fake-clock.ts"
import { plainPrompt } from "../testing/plain-prompt.ts"
import { type Tool, tool } from "../tools/tool.ts"
import { fixedTools, toolbox } from "../tools/toolbox.ts"
import { perform } from "./perform.ts"
import type { Rule } from "./rule.ts"
import { Run } from "./run.ts"
import { foldFacts } from "./state/fold.ts"
import type { State } from "./state/state.ts"
import { StepStop } from "./step-stop.ts"

const read = tool({ name: "read", description: "", input: {}, effect: "read", run: () => "read" })
const write = tool({ name: "write", description: "", input: {}, effect: "once", run: () => "written" })
const ask = tool({
  name: "ask",
  description: "",
  input: {},
  question: () => ({ question: "Which?", suggestions: [] }),
  effect: "once",
  run: () => "",
})

function driven(script: Script, tools: readonly Tool[] = [], approve: "ask" | "auto" = "auto") {
  const clock = new FakeClock()
  const commits: string[] = []
  const facts: Fact[] = []
  const box = toolbox([fixedTools(tools)], { clock, approve })
  const definitions = () => box.definitions()
  const blobs = { read: async () => undefined }
  const fitting = UNKNOWN_SIZE
  const policy = budgeted
  const buildRequest = requestBuilder({ ...plainPrompt("Be kind."), definitions, blobs, fitting, place: "message" })
  const ports = { clock, models: [scripted(script)], toolbox: box, buildRequest, blobs, fitting, policy }
  const looked: State[] = []
  const look: Rule = (state) => {
    looked.push(state)
    return undefined
  }
  const run = new Run(foldFacts(stamp([opened(), said("go")])), {
    rules: [look, ...defaultProfile().rules],
    clock,
    parkMs: 0,
    promote: () => "drop",
    perform: (step, how) =>
      perform(step, {
        ...ports,
        ...how,
        session: "s1",
        emit: () => {},
        fence: async () => {},
        drainInbox: async () => {},
      }),
    commit: async (batch) => {
      commits.push(batch.facts.map((fact) => fact.type).join(" "))
      facts.push(...batch.facts)
    },
  })
  return { run, clock, commits, facts, looked }
}

async function commitsOf(...how: Parameters<typeof driven>) {
  const { run, clock, ...seen } = driven(...how)
  return { result: await clock.run(run.run()), ...seen }
}

/** How many things of each kind (promises, timers, immediates) a round with one call makes. */
async function madeByRound(tools: readonly Tool[], name: string): Promise<Readonly<Record<string, number>>> {
  // What is loaded by the first turn of a process is no part of a round.
  await madeBy(2)
  const [few, many] = [await madeBy(10), await madeBy(30)]
  return Object.fromEntries(Object.entries(many).map(([kind, count]) => [kind, (count - (few[kind] ?? 0)) / 20]))

  async function madeBy(rounds: number) {
    const made: Record<string, number> = {}
    const script: Script = ({ results }) =>
      results.length < rounds ? { calls: [call(name, { n: results.length })] } : "done"
    const { run } = driven(script, tools)
    const hook = createHook({
      init: (_id, kind) => {
        made[kind] = (made[kind] ?? 0) + 1
      },
    }).enable()
    await run.run()
    hook.disable()
    return made
  }
}

const lastRound = "model-answered turn-finished"

describe("the commits of a turn", () => {
  it("are two for an answer in text", async () => {
    const { commits } = await commitsOf(() => "hello")
    expect(commits).toEqual(["model-asked", lastRound])
  })

  it("are two for each round with a tool", async () => {
    const script: Script = ({ messages }) => (messages.length < 5 ? { calls: [call("write")] } : "done")
    const { commits } = await commitsOf(script, [write])
    const round = ["model-answered tool-started", "tool-finished model-asked"]
    expect(commits).toEqual(["model-asked", ...round, ...round, lastRound])
  })

  it("are no more for several tools that end at the same time", async () => {
    const script: Script = ({ results }) => (results.length === 0 ? { calls: Array(5).fill(call("read")) } : "done")
    const { commits } = await commitsOf(script, [read])
    expect(commits[1]).toBe(`model-answered${" tool-started".repeat(5)}`)
    expect(commits.at(-2)).toMatch(/tool-finished model-asked$/)
  })

  it("hold the result of a call that cannot run together with the next request", async () => {
    const script: Script = ({ results }) =>
      results.length === 0 ? { calls: [call("unknown_tool")] } : "There is no such tool, so I could not look."
    const { commits } = await commitsOf(script)
    expect(commits).toEqual(["model-asked", "model-answered tool-finished model-asked", lastRound])
  })

  it("hold a nudge together with the request that shows it", async () => {
    let asked = 0
    const { commits } = await commitsOf(() => (asked++ === 0 ? "" : "done"))
    expect(commits).toEqual(["model-asked", "model-answered nudged model-asked", lastRound])
  })

  it.each([
    { tools: [write], name: "write", request: "approval-requested" },
    { tools: [ask], name: "ask", request: "question-asked" },
  ])("end with $request when a person has to be asked", async ({ tools, name, request }) => {
    const { commits, result } = await commitsOf(() => ({ calls: [call(name)] }), tools, "ask")
    expect(commits).toEqual(["model-asked", `model-answered ${request}`])
    expect(result).toEqual({ state: "idle" })
  })

  it("hold a failure alone, and its retry once it is due", async () => {
    let asked = 0
    const failure = { error: { class: "network", code: "reset", message: "reset" } } as const
    const { commits, result, facts } = await commitsOf(() => (asked++ === 0 ? failure : "done"))
    expect(commits).toEqual(["model-asked", "model-failed"])
    const failedAt = facts.at(-1)?.at ?? 0
    expect(result.state === "sleep" && result.until - failedAt).toBeGreaterThanOrEqual(500)
  })
})

describe("the rules", () => {
  it("look at a state at most once", async () => {
    const script: Script = ({ messages }) =>
      messages.length < 5 ? { calls: [call("read"), call("write")] } : "Read and written."
    const { looked, facts } = await commitsOf(script, [read, write])
    expect(new Set(looked).size).toBe(looked.length)
    // The first state comes before the first fact.
    expect(looked.length).toBeLessThanOrEqual(facts.length + 1)
  })
})

describe("a round", () => {
  it("makes few promises, and lets others run now and then", async () => {
    const measured = []
    for (let time = 0; time < 3; time++) measured.push(await madeByRound([read], "read"))
    // The smallest of three, because what other tests left over may be counted too. It may only become smaller. Six of them
    // are the turns of the microtask queue that the driver waits instead of for two macrotasks: they cost a twentieth each.
    expect(Math.min(...measured.map(({ PROMISE = 0 }) => PROMISE))).toBeLessThanOrEqual(51)
    // Two waits a round, of which each eighth is for a macrotask.
    expect(Math.min(...measured.map(({ Immediate = 0 }) => Immediate))).toBe(2 / 8)
  })
})

describe("the functions of a round", () => {
  async function callsIn(rounds: number): Promise<number> {
    const script: Script = ({ results }) =>
      results.length < rounds ? { calls: [call("read", { n: results.length })] } : "done"
    const { run } = driven(script, [read])
    const inspector = new Session()
    inspector.connect()
    await inspector.post("Profiler.enable")
    await inspector.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false })
    await run.run()
    const { result } = await inspector.post("Profiler.takePreciseCoverage")
    inspector.disconnect()
    const ours = result.filter(({ url }) => /agent\/src\/(?!testing|model\/scripted)/.test(url))
    return ours.flatMap(({ functions }) => functions).reduce((sum, { ranges }) => sum + (ranges[0]?.count ?? 0), 0)
  }

  it("are not called more often than before", async () => {
    const [few, many] = [await callsIn(10), await callsIn(30)]
    // Each call costs, most of all in the first rounds of a process. The number may only become smaller; it has some that
    // only this test makes, for imports.
    expect((many - few) / 20).toBeLessThanOrEqual(760)
  })
})

describe("the objects of a round", () => {
  /** How often a turn keeps something for an object in a WeakMap, and builds an object from a list of entries. */
  async function countedIn(rounds: number): Promise<readonly [number, number]> {
    const script: Script = ({ results }) =>
      results.length < rounds ? { calls: [call("read", { n: results.length })] } : "done"
    const { run } = driven(script, [read])
    const { set } = WeakMap.prototype
    let kept = 0
    WeakMap.prototype.set = function (key, value) {
      kept += 1
      return set.call(this, key, value)
    }
    const built = vi.spyOn(Object, "fromEntries")
    try {
      await run.run()
      return [kept, built.mock.calls.length]
    } finally {
      WeakMap.prototype.set = set
      built.mockRestore()
    }
  }

  it("are kept in no weak map, and built without lists", async () => {
    const [[fewKept, fewBuilt], [manyKept, manyBuilt]] = [await countedIn(10), await countedIn(30)]
    expect([manyKept - fewKept, manyBuilt - fewBuilt]).toEqual([0, 0])
  })
})

describe("what is copied in each round", () => {
  it("is no dictionary", async () => {
    const script: Script = ({ results }) => (results.length < 3 ? { calls: [call("read")] } : "done")
    const { looked } = await commitsOf(script, [read])
    const turns = looked.flatMap(({ turn }) => turn ?? [])
    expect([emptyState, ...looked, ...turns].filter((each) => !hasFastProperties(each))).toEqual([])
    const dictionary = Object.assign({}, ...Array.from({ length: 30 }, (_, at) => ({ [`field${at}`]: at })))
    expect(hasFastProperties(dictionary)).toBe(false)
  })
})

describe("the lists of a round", () => {
  async function iterationsIn(rounds: number): Promise<number> {
    const script: Script = ({ results }) =>
      results.length < rounds ? { calls: [call("read", { n: results.length })] } : "done"
    const { run } = driven(script, [read])
    const iterator = Object.getPrototypeOf([].values())
    const { next } = iterator
    let iterations = 0
    iterator.next = function () {
      iterations += 1
      return next.call(this)
    }
    try {
      await run.run()
      return iterations
    } finally {
      iterator.next = next
    }
  }

  it("are walked by index where they are long", async () => {
    const [few, many] = [await iterationsIn(40), await iterationsIn(60)]
    // Code that is not optimised yet makes an object for each step of an iterator. The number may only become smaller.
    expect((many - few) / 20).toBeLessThanOrEqual(65)
  })
})

describe("a call whose tool answers at once", () => {
  it("has no timer, and nothing listens to its abort signal", async () => {
    const { run, clock } = driven(({ results }) => (results.length < 3 ? { calls: [call("read")] } : "done"), [read])
    const after = vi.spyOn(clock, "after")
    const listened = vi.spyOn(StepStop.prototype, "addEventListener")
    const platform = vi.spyOn(AbortSignal.prototype, "addEventListener")
    const made = vi.spyOn(globalThis, "AbortController")
    await run.run()
    // A model that asks for the platform's signal gets one; Pawl's own do not.
    expect([made.mock.calls.length, platform.mock.calls.length]).toEqual([0, 0])
    made.mockRestore()
    platform.mockRestore()
    // Only the four requests are listened for: one listener passes a stop on and starts the time of grace.
    expect([after.mock.calls.length, listened.mock.calls.length]).toEqual([0, 4])
    listened.mockRestore()
  })
})
