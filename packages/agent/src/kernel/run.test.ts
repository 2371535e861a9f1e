// The driver with fake ports: what it commits together, when it resumes performers, how it
// handles commands, how it stops.
import { describe, expect, it } from "vitest"
import type { Command, QueuedCommand } from "../contracts/command.ts"
import { text } from "../contracts/content.ts"
import { isPawlError } from "../contracts/error.ts"
import type { Draft } from "../contracts/fact.ts"
import type { Call } from "../contracts/message.ts"
import type { StopSignal } from "../contracts/stop-signal.ts"
import { defaultProfile } from "../profiles/default.ts"
import type { ActiveStep } from "../registry/steps.ts"
import * as fact from "../testing/fact-builders.ts"
import { FakeClock, settle } from "../testing/fake-clock.ts"
import type { Performing } from "./performer.ts"
import { Run, type RunPorts } from "./run.ts"
import { foldFacts } from "./state/fold.ts"
import { isRunning, type State } from "./state/state.ts"

type Perform = (how: { readonly step: ActiveStep; readonly state: State; readonly signal: StopSignal }) => Performing

interface Setup {
  readonly happened?: readonly Draft[]
  /** The model's answers, in order. */
  readonly answers?: readonly { readonly text?: string; readonly calls?: readonly Call[] }[]
  readonly performers?: Partial<Record<ActiveStep["kind"], Perform>>
  readonly commit?: RunPorts["commit"]
  readonly parkMs?: number
  /** When the past facts happened, if not just now. */
  readonly startsAt?: number
  readonly isDue?: boolean
}

function start(setup: Setup = {}) {
  const clock = new FakeClock()
  const commits: string[] = []
  const consumed: string[] = []
  const signals = new Map<string, StopSignal>()
  const performers = { ...usual(setup.answers ?? [{ text: "done" }]), ...setup.performers }
  const ports: RunPorts = {
    rules: defaultProfile().rules,
    clock,
    parkMs: setup.parkMs ?? 5000,
    promote,
    perform: (step, how) => {
      signals.set(step.key, how.signal)
      return performers[step.kind]({ step, ...how })
    },
    commit: async (batch, state) => {
      await setup.commit?.(batch, state)
      commits.push(batch.facts.map((each) => each.type).join(" "))
      consumed.push(...batch.consumed.map(({ command }) => command.id))
    },
  }
  const drafts = [fact.opened(), ...(setup.happened ?? [fact.said("go")])]
  // The given facts lie in the past.
  const facts = fact.stamp(drafts, setup.startsAt ?? clock.now() - drafts.length * 1000)
  const run = new Run(foldFacts(facts), setup.isDue === undefined ? ports : { ...ports, isDue: setup.isDue })
  return { run, clock, commits, consumed, signals }
}

/** Performers that yield at once what the real ones would. */
function usual(answers: NonNullable<Setup["answers"]>): Record<ActiveStep["kind"], Perform> {
  let next = 0
  return {
    async *"call-model"({ step, state }) {
      const { iteration } = step as Extract<ActiveStep, { kind: "call-model" }>
      const attempt = `1.${iteration}.1`
      yield { fact: fact.asked(attempt, state.seq) }
      yield { fact: fact.answered(answers[next++] ?? { text: "more" }, attempt) }
    },
    async *"run-tool"({ step }) {
      const { call } = step as Extract<ActiveStep, { kind: "run-tool" }>
      yield { fact: fact.toolStarted(call) }
      yield { fact: fact.toolFinished(call) }
    },
    async *expire({ step }) {
      const { call } = step as Extract<ActiveStep, { kind: "expire" }>
      yield { fact: fact.toolFinished(call, "denied") }
    },
    async *judge() {},
    async *"check-output"() {},
    async *compact() {},
    async *restore() {},
    async *"note-plan"() {},
    async *nudge() {
      yield { fact: fact.nudged() }
    },
    async *finish({ step }) {
      const { outcome, text } = step as Extract<ActiveStep, { kind: "finish" }>
      yield { fact: { ...fact.finished(outcome), text } as Draft }
    },
  }
}

const promote: RunPorts["promote"] = (state, command) => {
  if (command.kind === "cancel") return isRunning(state.turn) ? { fact: fact.cancelled(), cancels: true } : "drop"
  if (command.kind === "approve") return { fact: fact.approvalSettled(command.call) }
  if (command.kind !== "say") return "drop"
  if (!isRunning(state.turn)) return { fact: fact.said("next", state.turns + 1, command.id) }
  return command.whenBusy === "steer" ? { fact: fact.steered("and?", 1, command.id) } : "later"
}

let place = 0
function queued(command: Command): readonly QueuedCommand[] {
  return [{ place: ++place, command }]
}
const say = (whenBusy: "queue" | "steer", id = `say-${whenBusy}`) =>
  queued({ kind: "say", id, input: [text("and?")], whenBusy })
const cancel = queued({ kind: "cancel", id: "cancel" })

/** Something that a test triggers. */
function gate() {
  let open: () => void = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open: () => open() }
}

/** A tool that runs until it is aborted or released. */
function slowTool(until: Promise<void>): Perform {
  return async function* ({ signal }) {
    yield { fact: fact.toolStarted("a") }
    await Promise.race([until, new Promise<void>((resolve) => signal.addEventListener("abort", resolve))])
    yield { fact: fact.toolFinished("a", signal.aborted ? "unknown" : "ok") }
  }
}

const lastCommit = "model-answered turn-finished"
const callsA = [{ calls: [fact.aCall("a")] }, { text: "done" }]

describe("the commits of a run", () => {
  it("are two for a turn that ends in text", async () => {
    const { run, commits } = start({ happened: [] })
    run.receive(say("queue"))
    expect(await run.run()).toEqual({ state: "idle" })
    expect(commits).toEqual(["turn-started model-asked", "model-answered turn-finished"])
  })

  it("are two per round for a turn with tools", async () => {
    const { run, commits } = start({ answers: [{ calls: [fact.aCall("a"), fact.aCall("b")] }, { text: "done" }] })
    await run.run()
    expect(commits).toEqual([
      "model-asked",
      "model-answered tool-started tool-started",
      "tool-finished tool-finished model-asked",
      "model-answered turn-finished",
    ])
  })

  it("hold numbered and time-stamped facts", async () => {
    const seen: [number, number][] = []
    const { run } = start({
      commit: async (batch, state) => {
        for (const { seq, at } of batch.facts) seen.push([seq, at])
        expect(state.seq).toBe(batch.facts.at(-1)?.seq)
      },
    })
    await run.run()
    expect(seen).toEqual([3, 4, 5].map((seq) => [seq, 1_700_000_000_000]))
  })

  it("hold the blobs of their facts", async () => {
    const blob = { hash: "h", bytes: Buffer.from("x") }
    const blobs: unknown[] = []
    const { run } = start({
      performers: {
        async *finish() {
          yield { fact: fact.finished(), blobs: [blob] }
        },
      },
      commit: async (batch) => {
        blobs.push(batch.facts.map((each) => each.type).join(" "), batch.blobs)
      },
    })
    await run.run()
    expect(blobs).toEqual(["model-asked", [], "model-answered turn-finished", [blob]])
  })

  it("hold a last fact that a performer returns, and the performer is done once it is durable", async () => {
    const { run, commits } = start({
      answers: callsA,
      performers: {
        async *"run-tool"() {
          yield { fact: fact.toolStarted("a") }
          return { fact: fact.toolFinished("a") }
        },
      },
    })
    expect(await run.run()).toEqual({ state: "idle" })
    expect(commits).toEqual(["model-asked", "model-answered tool-started", "tool-finished model-asked", lastCommit])
  })

  it("resume a performer only after the commit of its fact has resolved", async () => {
    const committed = gate()
    let isResumed = false
    const { run } = start({
      commit: async (batch) => {
        if (batch.facts.some((each) => each.type === "tool-started")) await committed.opened
      },
      answers: callsA,
      performers: {
        async *"run-tool"() {
          yield { fact: fact.toolStarted("a") }
          isResumed = true
          yield { fact: fact.toolFinished("a") }
        },
      },
    })
    const running = run.run()
    await settle()
    expect(isResumed).toBe(false)
    committed.open()
    await running
    expect(isResumed).toBe(true)
  })

  it("end the run and stop its performers when one fails", async () => {
    const { run, signals } = start({
      answers: callsA,
      commit: async (batch) => {
        if (batch.facts.some((each) => each.type === "tool-started")) throw new Error("fenced")
      },
    })
    await expect(run.run()).rejects.toThrow("fenced")
    expect(signals.get("run-tool:a")?.reason).toBe("lost")
  })
})

describe("a run's performers", () => {
  it("make the run fail when one ends without a fact", async () => {
    const { run } = start({ performers: { async *nudge() {}, async *"call-model"() {} } })
    await expect(run.run()).rejects.toSatisfy((error) => isPawlError(error, "performer-stalled"))
  })

  it("make the run fail with the error of one that throws, and are stopped", async () => {
    const { run, signals } = start({
      answers: [{ calls: [fact.aCall("a"), fact.aCall("b")] }],
      performers: {
        async *"run-tool"({ step }) {
          yield { fact: fact.toolStarted(step.kind === "run-tool" ? step.call : "") }
          if (step.key === "run-tool:b") throw new Error("lease lost")
          await gate().opened
        },
      },
    })
    await expect(run.run()).rejects.toThrow("lease lost")
    expect(signals.get("run-tool:a")?.reason).toBe("lost")
  })

  it("run one at a time per key", async () => {
    const slow = gate()
    let starts = 0
    const tool = slowTool(slow.opened)
    const { run } = start({
      answers: callsA,
      performers: {
        "run-tool": (how) => {
          starts++
          return tool(how)
        },
      },
    })
    const running = run.run()
    await settle()
    run.receive(say("steer"))
    await settle()
    slow.open()
    await running
    expect(starts).toBe(1)
  })

  it("have their first fact dropped when the step is no longer wanted: steering input keeps the turn going", async () => {
    const deciding = gate()
    let finishes = 0
    const { run, commits } = start({
      answers: [{ text: "done" }, { text: "really done" }],
      performers: {
        async *finish({ step }) {
          if (finishes++ === 0) await deciding.opened
          yield { fact: { ...fact.finished(), text: step.kind === "finish" ? step.text : "" } as Draft }
        },
      },
    })
    const running = run.run()
    await settle()
    run.receive(say("steer"))
    await settle()
    deciding.open()
    expect(await running).toEqual({ state: "idle" })
    expect(commits).toEqual([
      "model-asked",
      "model-answered",
      "input-added model-asked",
      "model-answered",
      "turn-finished",
    ])
    expect(run.state.turn?.finished?.text).toBe("really done")
  })
})

describe("a run's commands", () => {
  it("are processed while a tool runs", async () => {
    const slow = gate()
    const { run, commits, consumed } = start({ answers: callsA, performers: { "run-tool": slowTool(slow.opened) } })
    const running = run.run()
    await settle()
    expect(run.receive(say("steer"))).toBe(true)
    await settle()
    expect(commits.at(-1)).toBe("input-added")
    expect(consumed).toEqual(["say-steer"])
    slow.open()
    await running
  })

  it("stop the running performers when one cancels the turn, once that is durable", async () => {
    const durable = gate()
    const { run, commits, signals } = start({
      answers: callsA,
      performers: { "run-tool": slowTool(gate().opened) },
      commit: async (batch) => {
        if (batch.facts.some((each) => each.type === "turn-cancelled")) await durable.opened
      },
    })
    const running = run.run()
    await settle()
    run.receive(cancel)
    await settle()
    expect(signals.get("run-tool:a")?.aborted).toBe(false)
    durable.open()
    expect(await running).toEqual({ state: "idle" })
    expect(signals.get("run-tool:a")?.reason).toBe("cancelled")
    expect(commits.slice(-2)).toEqual(["turn-cancelled", "tool-finished turn-finished"])
  })

  it("wait for the end of the turn when they must, and share its commit", async () => {
    const { run, commits, consumed } = start()
    run.receive(say("queue"))
    await run.run()
    expect(commits[1]).toBe("model-answered turn-finished turn-started model-asked")
    expect(consumed).toEqual(["say-queue"])
  })

  it("wait in order of arrival", async () => {
    const { run, consumed } = start()
    run.receive([...say("queue", "first"), ...say("queue", "second")])
    await run.run()
    expect(consumed).toEqual(["first", "second"])
    expect(run.state.turns).toBe(3)
  })

  it("that mean nothing are still consumed", async () => {
    const { run, commits, consumed } = start({ happened: [] })
    run.receive(cancel)
    expect(await run.run()).toEqual({ state: "idle" })
    expect([commits, consumed]).toEqual([[""], ["cancel"]])
  })

  it("are not accepted once the run is over", async () => {
    const { run } = start()
    await run.run()
    expect(run.receive(say("queue"))).toBe(false)
  })

  it("are not accepted once the run has failed", async () => {
    const { run } = start({ commit: () => Promise.reject(new Error("fenced")) })
    await expect(run.run()).rejects.toThrow("fenced")
    expect(run.receive(say("queue"))).toBe(false)
  })
})

describe("suspend and fail", () => {
  it("suspend stops performers, commits what they still yield, and starts nothing more", async () => {
    const { run, commits, consumed, signals } = start({
      answers: callsA,
      performers: { "run-tool": slowTool(gate().opened) },
    })
    const running = run.run()
    await settle()
    run.suspend()
    run.receive(say("steer"))
    expect(await running).toEqual({ state: "suspended" })
    expect(signals.get("run-tool:a")?.reason).toBe("suspended")
    expect(commits.at(-1)).toBe("tool-finished")
    expect(consumed).toEqual([])
  })

  it("suspend may leave a call open", async () => {
    const { run, commits } = start({
      answers: callsA,
      performers: {
        async *"run-tool"({ signal }) {
          yield { fact: fact.toolStarted("a", "read") }
          await new Promise<void>((resolve) => signal.addEventListener("abort", resolve))
        },
      },
    })
    const running = run.run()
    await settle()
    run.suspend()
    expect(await running).toEqual({ state: "suspended" })
    expect(commits.at(-1)).toBe("model-answered tool-started")
  })

  it("pause lets performers end, starts nothing more, and says that there is more to do", async () => {
    const { opened, open } = gate()
    const { run, commits, signals } = start({ answers: callsA, performers: { "run-tool": slowTool(opened) } })
    const running = run.run()
    await settle()
    run.pause()
    await settle()
    expect(signals.get("run-tool:a")?.aborted).toBe(false)
    open()
    expect(await running).toEqual({ state: "suspended" })
    expect(commits.at(-1)).toBe("tool-finished")
  })

  it("pause does not keep a run from its rest", async () => {
    const { run } = start({ happened: [] })
    run.pause()
    expect(await run.run()).toEqual({ state: "idle" })
  })

  it("a run that is suspended before it began does nothing", async () => {
    const { run, commits } = start()
    run.suspend()
    expect(await run.run()).toEqual({ state: "suspended" })
    expect(commits).toEqual([])
  })

  it("fail writes nothing more, whatever performers yield", async () => {
    const { run, commits, signals } = start({ answers: callsA, performers: { "run-tool": slowTool(gate().opened) } })
    const running = run.run()
    await settle()
    run.fail(new Error("lost"))
    await expect(running).rejects.toThrow("lost")
    await settle()
    expect(signals.get("run-tool:a")?.reason).toBe("lost")
    expect(commits).toEqual(["model-asked", "model-answered tool-started"])
  })

  it("fail during a commit resumes no performer", async () => {
    const committing = gate()
    let isResumed = false
    const { run } = start({
      answers: callsA,
      commit: async (batch) => {
        if (batch.facts.some((each) => each.type === "tool-started")) await committing.opened
      },
      performers: {
        async *"run-tool"() {
          yield { fact: fact.toolStarted("a") }
          isResumed = true
        },
      },
    })
    const running = run.run()
    await settle()
    run.fail(new Error("lost"))
    committing.open()
    await expect(running).rejects.toThrow("lost")
    expect(isResumed).toBe(false)
  })
})

describe("a step that has to wait", () => {
  /** The model may be asked again 100 s after the log's first fact. */
  const retryAt = 1_700_000_100_000
  const happened = [fact.said("go"), fact.asked(), { ...fact.modelFailed("rate-limit"), retryAt } as Draft]

  it.each([
    { parkMs: 100_000, frees: false },
    { parkMs: 99_999, frees: true },
  ])("frees the session when the wait is longer than parkMs ($parkMs): $frees", async ({ parkMs, frees }) => {
    const { run, clock, commits } = start({ happened, parkMs })
    let result: unknown
    const running = run.run().then((value) => {
      result = value
    })
    await settle()
    expect(result).toEqual(frees ? { state: "sleep", until: retryAt, waitMs: expect.any(Number) } : undefined)
    if (frees) return
    await clock.advance(99_999)
    expect(commits).toEqual([])
    await clock.advance(1)
    await running
    expect(clock.now()).toBe(retryAt)
    expect(commits).toEqual(["model-asked", "model-answered turn-finished"])
  })

  it("does not block commands", async () => {
    const { run, commits, clock } = start({ happened, parkMs: 1e9 })
    const running = run.run()
    await settle()
    run.receive(cancel)
    expect(await running).toEqual({ state: "idle" })
    expect(commits).toEqual(["turn-cancelled turn-finished"])
    expect(clock.sleeping).toBe(0)
  })

  it("lets the run rest when all calls wait for a person", async () => {
    const waiting = [
      fact.said("go"),
      fact.asked(),
      fact.answered({ calls: [fact.aCall("a")] }),
      fact.approvalRequested("a"),
    ]
    const { run, commits } = start({ happened: waiting })
    expect(await run.run()).toEqual({ state: "idle" })
    expect(commits).toEqual([])
  })
})

describe("a request that expires", () => {
  const waiting = (...calls: readonly [id: string, expiresIn: number][]) => {
    const startsAt = new FakeClock().now()
    return [
      fact.said("go"),
      fact.asked(),
      fact.answered({ calls: calls.map(([id]) => fact.aCall(id)) }),
      ...calls.map(([id, ms]) => ({ ...fact.approvalRequested(id), expiresAt: startsAt + ms }) as Draft),
    ]
  }

  it("waits for its own time limit", async () => {
    const { run, clock, commits } = start({ happened: waiting(["a", 1000], ["b", 3000]) })
    const over = run.run()
    await clock.advance(999)
    expect(commits).toEqual([])
    await clock.advance(1)
    expect(commits).toEqual(["tool-finished"])
    await clock.advance(1999)
    expect(commits).toHaveLength(1)
    await clock.run(over)
    expect(commits.slice(1, 2)).toEqual(["tool-finished model-asked"])
  })

  it("frees the session until a whole millisecond, as stores keep them, though real clocks have fractions", async () => {
    const { run, clock } = start({ happened: waiting(["a", 60_000]) })
    let calls = 0
    clock.monotonic = () => ++calls * 0.3
    expect(await run.run()).toEqual({ state: "sleep", until: clock.now() + 60_000, waitMs: 60_000 })
  })

  it("frees the session during a long wait, until the first request expires", async () => {
    const { run, clock } = start({ happened: waiting(["a", 60_000], ["b", 30_000]) })
    expect(await run.run()).toEqual({ state: "sleep", until: clock.now() + 30_000, waitMs: 30_000 })
  })

  it("waits no longer than intended when the clock was set back a day", async () => {
    const day = 24 * 3_600_000
    // The request was made a day from now, and was meant to stay open for a minute.
    const startsAt = new FakeClock().now() + day
    const [said, asked, answer, request] = waiting(["a", day + 60_000 + 4000])
    const happened = [said, asked, answer, request] as readonly Draft[]
    const { run, clock } = start({ happened, startsAt })
    expect(await run.run()).toEqual({ state: "sleep", until: clock.now() + 60_000, waitMs: 60_000 })
    const due = start({ happened, startsAt, isDue: true })
    await due.clock.run(due.run.run())
    expect(due.commits[0]).toBe("tool-finished model-asked")
  })

  it("is not affected when the clock is set", async () => {
    const { run, clock, commits } = start({ happened: waiting(["a", 3000]) })
    const over = run.run()
    await settle()
    clock.jump(3_600_000)
    await clock.advance(2999)
    expect(commits).toEqual([])
    await clock.run(over)
    expect(commits[0]).toBe("tool-finished model-asked")
  })

  it("is settled once, by the answer that arrived before the expiry was written", async () => {
    let say = () => {}
    const { run, clock, commits } = start({
      happened: waiting(["a", 1000]),
      performers: {
        async *expire({ step }) {
          // As after the inbox is read: an answer is stored, but the run was not notified yet.
          say()
          yield { fact: fact.toolFinished(step.kind === "expire" ? step.call : "", "denied") }
        },
      },
    })
    say = () => run.receive([{ place: 1, command: { kind: "approve", id: "ok", call: "a", decision: "approved" } }])
    await clock.run(run.run())
    expect(commits.join(" ")).toMatch(/^approval-settled tool-started tool-finished/)
    expect(commits.join(" ").match(/tool-finished/g)).toHaveLength(1)
  })
})
