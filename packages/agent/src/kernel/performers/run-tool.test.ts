// One tool call, driven step by step: what it yields at each stage, and what it yields when it is stopped there.
import { describe, expect, it } from "vitest"
import { UNKNOWN_SIZE } from "../../context/fitting.ts"
import { INLINE_LIMIT_BYTES, text } from "../../contracts/content.ts"
import type { Delta } from "../../contracts/event.ts"
import type { Draft, EffectClass } from "../../contracts/fact.ts"
import type { RunOptions, Toolbox, ToolResult } from "../../contracts/toolbox.ts"
import { budgeted } from "../../features/compaction/ways.ts"
import { draftsOf } from "../../testing/drafts-of.ts"
import {
  aCall,
  answered,
  approvalRequested,
  approvalSettled,
  asked,
  cancelled,
  opened,
  questionAnswered,
  questionAsked,
  said,
  stamp,
  toolStarted,
} from "../../testing/fact-builders.ts"
import { FakeClock, settle } from "../../testing/fake-clock.ts"
import type { ApprovalPolicy } from "../../tools/prepare.ts"
import { type Tool, tool } from "../../tools/tool.ts"
import { fixedTools, toolbox } from "../../tools/toolbox.ts"
import { GRACE_MS, type LastFact, type PerformContext, type StopReason, type Yielded } from "../performer.ts"
import { foldFacts } from "../state/fold.ts"
import { performRunTool } from "./run-tool.ts"

interface Setup {
  readonly happened?: readonly Draft[]
  readonly tool?: Partial<Tool>
  readonly approve?: ApprovalPolicy
  readonly fence?: () => Promise<void>
  readonly change?: (box: Toolbox) => Toolbox
  readonly interruptedTools?: "re-run"
}

function start(setup: Setup = {}) {
  const { happened = [], approve = "auto", fence = async () => {}, change = (box) => box } = setup
  const clock = new FakeClock()
  const controller = new AbortController()
  const deltas: Delta[] = []
  const definition: Tool = {
    name: "tool",
    description: "",
    input: {},
    effect: "once",
    run: () => "done",
    ...setup.tool,
  }
  const context: PerformContext = {
    session: "s1",
    state: foldFacts(
      stamp([opened(), said("go"), asked(), answered({ calls: [aCall("a", "tool", { n: 1 })] }), ...happened]),
    ),
    signal: controller.signal,
    emit: (delta) => deltas.push(delta),
    fence,
    drainInbox: async () => {},
    next: () => new Promise(() => {}),
    clock,
    models: [{ name: "fake", ask: () => Promise.reject(new Error("not here")) }],
    blobs: { read: async () => undefined },
    fitting: UNKNOWN_SIZE,
    policy: budgeted,
    toolbox: change(toolbox([fixedTools([tool(definition)])], { clock, approve })),
    buildRequest: () => Promise.reject(new Error("not here")),
    ...(setup.interruptedTools !== undefined && { interruptedTools: setup.interruptedTools }),
  }
  const facts = performRunTool({ kind: "run-tool", key: "run-tool:a", call: "a" }, context)
  return { facts, clock, controller, deltas }
}

async function all(setup: Setup): Promise<readonly Draft[]> {
  return draftsOf(start(setup).facts)
}

/** A body that waits until the test releases it. */
function held() {
  let end: (output: string) => void = () => {}
  let fail: (error: Error) => void = () => {}
  const run: Tool["run"] = () =>
    new Promise<string>((resolve, reject) => {
      end = resolve
      fail = reject
    })
  return { run, end: (output: string) => end(output), fail: (error: Error) => fail(error) }
}

const startedFact = {
  type: "tool-started",
  call: "a",
  asked: "tool",
  name: "tool",
  arguments: { n: 1 },
  repairs: [],
  effectKey: "s1:a",
  effect: "once",
}

describe("a tool call", () => {
  it("records its intent, runs, and records its result with how long it took", async () => {
    const { facts, clock } = start({
      tool: {
        run: async () => {
          await clock.sleep(250)
          return "done"
        },
      },
    })
    expect((await facts.next()).value).toEqual({ fact: startedFact })
    expect((await clock.run(facts.next())).value).toEqual({
      fact: { type: "tool-finished", call: "a", name: "tool", outcome: "ok", content: [text("done")], ms: 250 },
      blobs: [],
    })
    expect((await facts.next()).done).toBe(true)
  })

  it("runs the body only after its intent is durable", async () => {
    let runs = 0
    const { facts } = start({
      tool: {
        run: () => {
          runs++
          return ""
        },
      },
    })
    await facts.next()
    await settle()
    expect(runs).toBe(0)
    await facts.next()
    expect(runs).toBe(1)
  })

  it("gives the body the same effect key in every attempt, and emits its output", async () => {
    const seen: Partial<RunOptions>[] = []
    const run: Tool["run"] = (_input, { effectKey, call, session, trace, output }) => {
      seen.push({ effectKey, call, session, trace })
      output("half")
      return ""
    }
    await all({ tool: { run, effect: "read" } })
    await all({ tool: { run, effect: "read" }, happened: [toolStarted("a", "read")] })
    expect(seen).toEqual(Array(2).fill({ effectKey: "s1:a", call: "a", session: "s1", trace: "trace-1" }))
    const { facts, deltas } = start({ tool: { run } })
    await facts.next()
    await facts.next()
    expect(deltas).toEqual([{ kind: "output", call: "a", text: "half" }])
  })

  it("puts a long result into the blobs of the same commit", async () => {
    const { facts } = start({ tool: { maxResultChars: 1e6, run: () => "x".repeat(INLINE_LIMIT_BYTES + 1) } })
    await facts.next()
    const { fact, blobs = [] } = (await facts.next()).value as Yielded
    expect(fact).toMatchObject({ content: [{ type: "blob", hash: blobs[0]?.hash, size: INLINE_LIMIT_BYTES + 1 }] })
  })

  it.each<{ name: string; setup: Setup; result: object }>([
    { name: "no such tool", setup: { tool: { name: "other" } }, result: { outcome: "error", code: "tool-not-found" } },
    {
      name: "invalid arguments",
      setup: { tool: { input: { required: ["x"] } } },
      result: { code: "arguments-invalid" },
    },
    {
      name: "a policy that denies",
      setup: { approve: "deny" },
      result: { outcome: "denied", code: "approval-denied" },
    },
    {
      name: "a toolbox that fails to prepare it",
      setup: { change: (box) => ({ ...box, prepare: () => Promise.reject(new Error("at /home/ada")) }) },
      result: { outcome: "error", code: "tool-crashed", content: [text('Tool "tool" failed: at [path]')] },
    },
    { name: "a denial", setup: { happened: [approvalSettled("a", "denied")] }, result: { outcome: "denied" } },
    { name: "an answer", setup: { happened: [questionAsked("a"), questionAnswered("a")] }, result: { outcome: "ok" } },
    { name: "a cancelled turn", setup: { happened: [cancelled()] }, result: { outcome: "skipped" } },
    {
      name: "an orphan that must not be repeated",
      setup: { happened: [toolStarted("a")] },
      result: { outcome: "unknown" },
    },
  ])("is finished without being started: $name", async ({ setup, result }) => {
    expect(await all(setup)).toEqual([expect.objectContaining({ type: "tool-finished", call: "a", ms: 0, ...result })])
  })

  it("is started again when it is an orphan and may be repeated", async () => {
    const facts = await all({ happened: [toolStarted("a", "idempotent")], tool: { effect: "idempotent" } })
    expect(facts.map((fact) => fact.type)).toEqual(["tool-started", "tool-finished"])
  })

  it("is finished as failed when the toolbox rejects while it runs", async () => {
    const change = (box: Toolbox) => ({ ...box, run: (): Promise<ToolResult> => Promise.reject(new Error("lost it")) })
    expect((await all({ change }))[1]).toMatchObject({ outcome: "error", code: "tool-crashed" })
  })
})

describe("a tool call that needs an approval or an answer", () => {
  it("asks for approval and ends", async () => {
    expect(await all({ approve: "ask" })).toEqual([
      {
        type: "approval-requested",
        call: "a",
        name: "tool",
        arguments: { n: 1 },
        preview: 'tool({"n":1})',
        risk: "changes",
        rationale: "None was given.",
      },
    ])
  })

  it("runs when it was approved, with the arguments as they were changed", async () => {
    const edited = { ...approvalSettled("a"), arguments: { n: 2 } } as Draft
    const happened = [approvalRequested("a"), edited]
    const run: Tool["run"] = (input) => JSON.stringify(input)
    expect(await all({ approve: "ask", happened, tool: { run } })).toMatchObject([
      { type: "tool-started", arguments: { n: 2 } },
      { type: "tool-finished", content: [text('{"n":2}')] },
    ])
  })

  it("validates arguments that the approver changed", async () => {
    const happened = [approvalRequested("a"), { ...approvalSettled("a"), arguments: { n: "two" } } as Draft]
    const input = { properties: { n: { type: "number" } } }
    expect(await all({ approve: "ask", happened, tool: { input } })).toMatchObject([
      { type: "tool-finished", code: "arguments-invalid" },
    ])
  })

  it("asks for no second approval when it is repeated after a crash", async () => {
    const happened = [approvalRequested("a"), approvalSettled("a"), toolStarted("a", "idempotent")]
    const facts = await all({ approve: "ask", happened, tool: { effect: "idempotent" } })
    expect(facts.map((fact) => fact.type)).toEqual(["tool-started", "tool-finished"])
  })

  it("asks for no approval when it was started under a policy that required none", async () => {
    const facts = await all({
      approve: "ask",
      happened: [toolStarted("a", "read")],
      tool: { effect: "read", approval: true },
    })
    expect(facts.map((fact) => fact.type)).toEqual(["tool-started", "tool-finished"])
  })

  it("asks its question and ends", async () => {
    const question = () => ({ question: "Which?", suggestions: ["a", "b"] })
    expect(await all({ tool: { question } })).toEqual([
      { type: "question-asked", call: "a", question: "Which?", suggestions: ["a", "b"] },
    ])
  })
})

describe("the fence", () => {
  const fence = () => Promise.reject(new Error("another runner has it"))
  let runs = 0
  const run = () => {
    runs++
    return ""
  }

  it.each<EffectClass>(["once", "idempotent"])("stops a change between intent and body: %s", async (effect) => {
    runs = 0
    const { facts } = start({ fence, tool: { run, effect } })
    expect((await facts.next()).value).toMatchObject({ fact: { type: "tool-started" } })
    await expect(facts.next()).rejects.toThrow("another runner has it")
    expect(runs).toBe(0)
  })

  it("is not checked for a tool that only reads", async () => {
    runs = 0
    expect(await all({ fence, tool: { run, effect: "read" } })).toMatchObject([{}, { outcome: "ok" }])
    expect(runs).toBe(1)
  })
})

interface Stop {
  readonly reason: StopReason
  readonly effect: EffectClass
  /** The outcome in the call's last fact; none leaves the call open for the next runner. */
  readonly before: string | undefined
  readonly ended: string | undefined
  readonly failed: string | undefined
  readonly hanging: string | undefined
}

describe.each<Stop>([
  { reason: "cancelled", effect: "once", before: "skipped", ended: "ok", failed: "error", hanging: "unknown" },
  { reason: "cancelled", effect: "idempotent", before: "skipped", ended: "ok", failed: "error", hanging: "unknown" },
  { reason: "cancelled", effect: "read", before: "skipped", ended: "ok", failed: "error", hanging: "error" },
  { reason: "suspended", effect: "once", before: "skipped", ended: "ok", failed: "error", hanging: "unknown" },
  {
    reason: "suspended",
    effect: "idempotent",
    before: undefined,
    ended: undefined,
    failed: undefined,
    hanging: undefined,
  },
  { reason: "suspended", effect: "read", before: undefined, ended: undefined, failed: undefined, hanging: undefined },
])("a tool call ($effect) that is stopped ($reason)", ({ reason, effect, before, ended, failed, hanging }) => {
  const outcome = ({ value }: IteratorResult<Yielded, LastFact>) =>
    value?.fact.type === "tool-finished" ? value.fact.outcome : undefined

  async function stopWhileItRuns(then: (body: ReturnType<typeof held>, clock: FakeClock) => unknown) {
    const body = held()
    const { facts, controller, clock } = start({ tool: { run: body.run, effect } })
    await facts.next()
    const last = facts.next()
    await settle()
    controller.abort(reason)
    await then(body, clock)
    return outcome(await last)
  }

  it(`before its body runs: ${before}`, async () => {
    let runs = 0
    const run = () => {
      runs++
      return ""
    }
    const { facts, controller } = start({ tool: { run, effect } })
    await facts.next()
    controller.abort(reason)
    expect(outcome(await facts.next())).toBe(before)
    expect(runs).toBe(0)
  })

  it(`and ends by itself: ${ended}`, async () => {
    expect(await stopWhileItRuns((body) => body.end("made it"))).toBe(ended)
  })

  it(`and fails: ${failed}`, async () => {
    expect(await stopWhileItRuns((body) => body.fail(new Error("aborted")))).toBe(failed)
  })

  it(`and hangs for longer than a second: ${hanging}`, async () => {
    expect(await stopWhileItRuns((_body, clock) => clock.advance(GRACE_MS))).toBe(hanging)
  })
})

describe("a repeated call that is stopped before its body runs again", () => {
  it.each<{ effect: EffectClass; outcome: string }>([
    { effect: "idempotent", outcome: "unknown" },
    { effect: "read", outcome: "error" },
  ])("is not skipped, because it may have run before: $effect is $outcome", async ({ effect, outcome }) => {
    const { facts, controller } = start({ happened: [toolStarted("a", effect)], tool: { effect } })
    await facts.next()
    controller.abort("cancelled")
    expect((await facts.next()).value).toMatchObject({ fact: { type: "tool-finished", outcome } })
  })
})

describe("an interrupted call whose tool can verify its effect", () => {
  const orphan = [toolStarted("a", "once")]

  it("is recorded as ok with a note and not run again, when it took effect", async () => {
    const keys: string[] = []
    const verify = (key: string, input: unknown) => {
      keys.push(`${key} ${JSON.stringify(input)}`)
      return "happened" as const
    }
    const facts = await all({ happened: orphan, tool: { verify, run: () => expect.unreachable() } })
    expect(facts).toMatchObject([{ type: "tool-finished", outcome: "ok", code: "verified" }])
    expect(JSON.stringify(facts)).toContain("verified that it took effect. It was not run again.")
    expect(keys).toEqual(['s1:a {"n":1}'])
  })

  it("gets the verified result, when it took effect and the result is known", async () => {
    const verify = () => ({ outcome: "happened", result: "order 7" }) as const
    const [finished] = await all({ happened: orphan, tool: { verify } })
    expect(finished).toMatchObject({
      outcome: "ok",
      content: [{ text: "order 7" }, { text: expect.stringContaining("verified") }],
    })
  })

  it("is run again when it did not take effect, and the log says that it was verified", async () => {
    const facts = await all({ happened: orphan, tool: { verify: () => "not-happened" } })
    expect(facts).toMatchObject([{ type: "tool-started", again: "verified" }, { outcome: "ok" }])
  })

  it("is skipped when it did not take effect and the turn is cancelled", async () => {
    const facts = await all({ happened: [...orphan, cancelled()], tool: { verify: () => "not-happened" } })
    expect(facts).toMatchObject([{ type: "tool-finished", outcome: "skipped" }])
  })

  it.each<[string, Tool["verify"]]>([
    ["cannot say", () => "unknown"],
    ["fails", () => Promise.reject(new Error("no connection"))],
    ["throws", () => expect.unreachable("on purpose")],
    ["answers nonsense", () => "yes" as never],
    ["answers nothing", () => undefined as never],
  ])("has an unknown outcome when verify %s", async (_, verify) => {
    const facts = await all({ happened: orphan, ...(verify && { tool: { verify } }) })
    expect(facts).toMatchObject([{ type: "tool-finished", outcome: "unknown", code: "outcome-unknown" }])
  })

  it("has an unknown outcome when verify hangs for half a minute, and verify is aborted", async () => {
    let stopped: AbortSignal | undefined
    const verify: Tool["verify"] = (_key, _input, { signal }) => {
      stopped = signal
      return new Promise<never>(() => {})
    }
    const { facts, clock } = start({ happened: orphan, tool: { verify } })
    const first = facts.next()
    await settle()
    await clock.advance(30_000)
    expect((await first).value).toMatchObject({ fact: { outcome: "unknown" } })
    expect(stopped?.aborted).toBe(true)
  })

  it.each<[StopReason, string | undefined]>([
    ["cancelled", "unknown"],
    ["suspended", undefined],
  ])("ends within a second when verify hangs and the run is stopped (%s): %s", async (reason, outcome) => {
    const { facts, clock, controller } = start({
      happened: orphan,
      tool: { verify: () => new Promise<never>(() => {}) },
    })
    const first = facts.next()
    await settle()
    controller.abort(reason)
    await clock.advance(GRACE_MS)
    const { value } = await first
    expect(value?.fact.type === "tool-finished" ? value.fact.outcome : undefined).toBe(outcome)
  })

  it("is not verified when it may be repeated, nor before its first start", async () => {
    const verify = () => expect.unreachable()
    const again = await all({ happened: [toolStarted("a", "read")], tool: { verify, effect: "read" } })
    expect(again).toMatchObject([{ type: "tool-started", again: "safe" }, { outcome: "ok" }])
    const [started] = await all({ tool: { verify } })
    expect(started).not.toHaveProperty("again")
  })
})

describe("a profile that re-runs interrupted calls", () => {
  const setup = { happened: [toolStarted("a", "once")], interruptedTools: "re-run" } as const

  it("runs them again, and the log says so (T8)", async () => {
    expect(await all(setup)).toMatchObject([{ type: "tool-started", again: "profile" }, { outcome: "ok" }])
  })

  it("asks a tool that can verify first", async () => {
    expect(await all({ ...setup, tool: { verify: () => "happened" } })).toMatchObject([{ code: "verified" }])
  })

  it("does not re-run them when the turn was cancelled, nor after the third crash", async () => {
    const stopped = { ...setup, happened: [...setup.happened, cancelled()] }
    expect(await all(stopped)).toMatchObject([{ outcome: "unknown" }])
    const third = { ...setup, happened: Array.from({ length: 3 }, () => toolStarted("a", "once")) }
    expect(await all(third)).toMatchObject([{ outcome: "unknown", code: "crash-loop" }])
  })
})

describe("a call that was repaired", () => {
  const repaired = { arguments: { n: 2 }, repairs: ["n was meant"] }
  const begun = { ...toolStarted("a", "idempotent"), ...repaired } as Draft
  const shown = { ...approvalRequested("a"), ...repaired } as Draft
  const read = { input: { type: "object", properties: { n: { type: "number" } } }, effect: "idempotent" } as const

  it.each([
    ["once more after a crash", [begun]],
    ["as it was shown", [shown, approvalSettled("a")]],
  ])("is run %s, and not repaired again", async (_, happened) => {
    const asked: unknown[] = []
    const change = (box: Toolbox): Toolbox => ({
      ...box,
      prepare: (call, how) => {
        asked.push(call.arguments, how)
        return box.prepare(call, how)
      },
    })
    const [started] = await all({ happened, change, tool: read })
    expect(asked).toEqual([{ n: 2 }, expect.objectContaining({ repair: false })])
    expect(started).toMatchObject({ type: "tool-started", ...repaired })
  })

  it("is verified with the arguments it was started with", async () => {
    const verified: unknown[] = []
    const verify: Tool["verify"] = (_key, input) => {
      verified.push(input)
      return "happened"
    }
    await all({ happened: [{ ...begun, effect: "once" } as Draft], tool: { input: read.input, verify } })
    expect(verified).toEqual([{ n: 2 }])
  })
})
