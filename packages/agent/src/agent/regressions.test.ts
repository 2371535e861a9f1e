// Defects that were found once and must not come back.
import { expect, it } from "vitest"
import { PawlError } from "../contracts/error.ts"
import { Cursor } from "../events/cursor.ts"
import { Hub } from "../events/hub.ts"
import { parsePosition, START } from "../events/position.ts"
import { columnsOf } from "../kernel/state/columns.ts"
import { foldFacts } from "../kernel/state/fold.ts"
import { messagesOf } from "../kernel/state/messages.ts"
import { call, scripted } from "../model/scripted.ts"
import { LeaseKeeper } from "../session/lease-keeper.ts"
import { LocalHost } from "../session/local-host.ts"
import { identify } from "../session/runner-identity.ts"
import { runner } from "../store/conformance/data.ts"
import { memory } from "../store/memory.ts"
import * as f from "../testing/fact-builders.ts"
import { FakeClock, settle } from "../testing/fake-clock.ts"
import { tool } from "../tools/tool.ts"
import { fixedTools, toolbox } from "../tools/toolbox.ts"
import { createAgent } from "./create-agent.ts"

const me = identify({ next: () => "me" })

async function oneSession() {
  const store = memory()
  await store.sessions.create({ id: "s1", opened: f.stamp([f.opened()])[0]!, profile: "default" })
  return store
}

it("a subscriber that resumes at answer-discarded still gets the new answer", () => {
  const facts = f.stamp([f.opened(), f.said("go"), f.asked(), f.asked("1.1.2"), f.answered({ text: "Hello" }, "1.1.2")])
  const live = new Cursor(START)
  for (const x of facts.slice(0, 3)) live.publish(x)
  live.publishText("1.1.1", () => "Hel")
  const discarded = live.publish(facts[3]!).find((e) => e.type === "answer-discarded")
  const back = new Cursor(parsePosition(discarded!.position))
  const rest = facts
    .filter((x) => x.seq > back.seq)
    .flatMap((x) => back.publish(x))
    .map((e) => e.type)
  expect(rest).toEqual(["iteration-start", "text-start", "text-delta", "text-end", "answer-end"])
})

it("a subscriber that resumes at the last text of an answer still gets its end", () => {
  const facts = f.stamp([f.opened(), f.said("go"), f.asked(), f.answered({ text: "Hello" })])
  const live = new Cursor(START)
  for (const x of facts.slice(0, 3)) live.publish(x)
  const delta = live.publish(facts[3]!).find((e) => e.type === "text-delta")
  const back = new Cursor(parsePosition(delta!.position))
  expect(
    facts
      .filter((x) => x.seq > back.seq)
      .flatMap((x) => back.publish(x))
      .map((e) => e.type),
  ).toEqual(["text-end", "answer-end"])
})

it("a steered send streams the text of the answer that was in flight", async () => {
  let go = () => {}
  const gate = new Promise<void>((r) => {
    go = r
  })
  let asks = 0
  const agent = await createAgent({
    model: {
      name: "m",
      ask: async (_r, how) => {
        asks++
        if (asks === 1) {
          how.onText("first ")
          await gate
          how.onText("answer")
        } else how.onText("second")
        const text = asks === 1 ? "first answer" : "second"
        return { kind: "answer", text, reasoning: [], calls: [], problems: [], stop: "end" }
      },
    },
  })
  const session = await agent.open()
  const first = session.ask("go")
  await settle(20)
  const stream = session.send("and?", { whenBusy: "steer" })
  await stream.accepted()
  const texts: string[] = []
  const reading = (async () => {
    for await (const e of stream) if (e.type === "text-delta") texts.push(e.text)
  })()
  await settle(20)
  go()
  await Promise.all([first, reading])
  await agent.close()
  expect(texts.join("")).toBe("first answersecond")
})

it("a subscriber that resumes while a tool runs gets its output", () => {
  const facts = f.stamp([
    f.opened(),
    f.said("go"),
    f.asked(),
    f.answered({ calls: [f.aCall("a")] }),
    f.toolStarted("a"),
  ])
  const live = new Cursor(START)
  const told = facts.flatMap((x) => live.publish(x))
  const back = new Cursor(parsePosition(told.at(-1)!.position))
  expect(live.publishOutput("a", (o) => "50 %".slice(o))).toHaveLength(1)
  expect(back.publishOutput("a", (o) => "50 %".slice(o))).toHaveLength(1)
})

it("thinking is published once, and discarded, for a subscriber that resumes", () => {
  const facts = f.stamp([f.opened(), f.said("go"), f.asked(), f.asked("1.1.2")])
  const live = new Cursor(START)
  for (const x of facts.slice(0, 3)) live.publish(x)
  const published = live.publishThinking("1.1.1", (o) => "hm".slice(o)).find((e) => e.type === "thinking-delta")
  const back = new Cursor(parsePosition(published!.position))
  expect(back.publishThinking("1.1.1", (o) => "hm".slice(o))).toEqual([]) // not published twice
  expect(back.publish(facts[3]!).map((e) => e.type)).toEqual(["thinking-end", "answer-discarded", "iteration-start"])
})

it("a slow subscriber loses no output that a tool emits just before it finishes", async () => {
  const store = await oneSession()
  const hub = new Hub(store, new FakeClock())
  hub.setLocal("s1", true)
  const facts = f.stamp([
    f.opened(),
    f.said("go"),
    f.asked(),
    f.answered({ calls: [f.aCall("a")] }),
    f.toolStarted("a"),
    f.toolFinished("a"),
  ])
  const events = hub.subscribe("s1")
  const first = events.next()
  hub.publish("s1", facts.slice(0, 3))
  // It reads up to the call, and is behind again when the tool emits output and ends.
  for (let type = (await first).value!.type; type !== "iteration-start"; ) type = (await events.next()).value!.type
  hub.emit("s1", { kind: "thinking", attempt: "1.1.1", text: "hm" })
  hub.publish("s1", facts.slice(3, 5))
  for (let type = ""; type !== "tool-call"; ) type = (await events.next()).value!.type
  hub.emit("s1", { kind: "output", call: "a", text: "50 %" })
  hub.publish("s1", facts.slice(5))
  const rest = [(await events.next()).value!.type, (await events.next()).value!.type]
  hub.close()
  expect(rest).toEqual(["tool-output", "tool-result"])
})

it("a failed join of the lease store is tried again", async () => {
  const store = await oneSession()
  let n = 0
  const leases = {
    ...store.leases,
    join: async (r: typeof me) => {
      if (n++ === 0) throw new Error("busy")
      return store.leases.join(r)
    },
  }
  const keeper = new LeaseKeeper(leases, me, new FakeClock(), { beatMs: 1000, lapseMs: 10_000 })
  await keeper.acquire("s1", () => {}).catch(() => {})
  expect(await keeper.acquire("s1", () => {})).toBeDefined()
})

it.each(["store-failed", "fact-unreadable"] as const)("the sweep respects the backoff after %s", async (code) => {
  const clock = new FakeClock(0)
  let drives = 0
  const host = new LocalHost({ clock, sweepMs: 1000, sweep: async () => ["a"], onError: () => {} })
  await host.serve(async () => {
    drives++
    throw new PawlError(code, "x")
  })
  await clock.advance(60_000)
  expect(drives).toBeLessThanOrEqual(code === "fact-unreadable" ? 1 : 7)
})

it("a failing release does not hide why a drive failed", async () => {
  const store = memory()
  const errors: string[] = []
  const broken = {
    ...store,
    log: {
      ...store.log,
      append: async () => {
        throw new Error("the real reason")
      },
    },
    leases: {
      ...store.leases,
      release: async () => {
        throw new Error("release failed")
      },
    },
  }
  const agent = await createAgent({
    model: scripted(() => "x"),
    store: broken,
    onError: (_s, e) => errors.push(String(e)),
  })
  const session = await agent.open()
  await session.ask("go").catch(() => {})
  await agent.close()
  expect(errors[0]).toContain("the real reason")
})

it("a stream that is read after its session was found unreadable ends with that error", async () => {
  const store = memory()
  const broken = {
    ...store,
    log: {
      ...store.log,
      read: async (s: string, after: number) => {
        if (after < 1) throw new PawlError("fact-unreadable", "unreadable")
        return store.log.read(s, after)
      },
    },
  }
  const agent = await createAgent({
    model: scripted(() => "x"),
    store: broken,
    onError: () => {},
    leases: { sweepMs: 1_000_000 },
  })
  const session = await agent.open()
  // Another process had it meanwhile, so its log is read.
  await store.leases.join(runner)
  const lease = await store.leases.acquire(session.id, runner.id)
  if (lease.ok) await store.leases.release(session.id, lease.epoch, { dueAt: null, seen: 0 })
  const stream = session.send("go")
  await stream.accepted()
  await settle(20)
  const outcome = await stream.result().catch((e: Error) => e.message)
  await agent.close()
  expect(outcome).toBe("unreadable")
})

it("calls whose edited arguments touch the same resource run in order", async () => {
  const log: string[] = []
  const running = { n: 0, max: 0 }
  const write = tool({
    name: "write",
    description: "",
    input: { properties: { path: { type: "string" } } },
    touches: ({ path }) => [String(path)],
    effect: "once",
    run: async ({ path }) => {
      running.n++
      running.max = Math.max(running.max, running.n)
      await settle(10)
      running.n--
      log.push(String(path))
      return "ok"
    },
  })
  const agent = await createAgent({
    tools: [write],
    model: scripted((r) =>
      r.results.length === 0 ? { calls: [call("write", { path: "a" }), call("write", { path: "b" })] } : "done",
    ),
  })
  const s = await agent.open()
  const result = s.ask("go")
  await settle(20)
  await s.decide("call_1_1_1_0", "approve", { arguments: { path: "b" } })
  await s.decide("call_1_1_1_1", "approve")
  await result
  await agent.close()
  expect(running.max).toBe(1)
})

it("a cancelled turn ends with the text that the user had seen", async () => {
  const agent = await createAgent({
    model: {
      name: "m",
      ask: (_r, { onText, signal }) => {
        onText("half")
        return new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("aborted"))))
      },
    },
  })
  const s = await agent.open()
  const r = s.ask("go")
  await settle(20)
  await s.cancel()
  const result = await r
  await agent.close()
  expect(result).toMatchObject({ outcome: "cancelled", text: "half" })
})

it("a tool may return an array of anything", async () => {
  const box = toolbox(
    [fixedTools([tool({ name: "t", description: "", input: {}, effect: "once", run: () => ["a", "b"] })])],
    {
      clock: new FakeClock(),
      approve: "auto",
    },
  )
  const result = await box.run(
    { kind: "prepared", name: "t", arguments: {}, repairs: [], effect: "once" },
    {
      signal: new AbortController().signal,
      effectKey: "",
      call: "",
      session: "",
      trace: "",
      onOutput: () => {},
      readResult: async () => undefined,
    },
  )
  expect(result.content).toEqual([{ type: "text", text: '["a","b"]' }])
})

it("a nudge without text is not an empty message", () => {
  const m = messagesOf(
    foldFacts(
      f.stamp([f.opened(), f.said("go"), { type: "nudged", reason: "r", evidence: "", text: " ", ephemeral: false }]),
    ),
  )
  expect(m.at(-1)).not.toMatchObject({ parts: [{ text: " " }] })
})

it("a preview is not cut inside a character", () => {
  const { preview } = columnsOf(foldFacts(f.stamp([f.opened(), f.said(`${"x".repeat(99)}🎉`)])))
  expect(preview.isWellFormed()).toBe(true)
})

it("input during the last allowed answer is still answered", async () => {
  let go = () => {}
  const gate = new Promise<void>((r) => {
    go = r
  })
  const agent = await createAgent({
    maxIterations: 1,
    model: {
      name: "m",
      ask: async () => {
        await gate
        return { kind: "answer", text: "a", reasoning: [], calls: [], problems: [], stop: "end" }
      },
    },
  })
  const s = await agent.open()
  const r = s.ask("go")
  await settle(20)
  await s.send("and?", { whenBusy: "steer" }).accepted()
  await settle(20)
  go()
  const result = await r
  await agent.close()
  expect(result).toMatchObject({ outcome: "completed" })
})

it("a second send whose result is awaited at once is followed to its end", async () => {
  const clock = new FakeClock()
  const agent = await createAgent({ model: scripted(() => "answer", { clock, chunkMs: 20 }), clock })
  const session = await agent.open()
  for (const said of ["one", "two", "three"]) {
    expect((await clock.run(session.send(said).result(), 60_000)).text).toBe("answer")
  }
  await clock.run(agent.close())
})

it("a clock that is set back an hour does not delay a retry", async () => {
  const clock = new FakeClock()
  let asked = 0
  const limited = { error: { class: "rate-limit", code: "429", message: "Later" } } as const
  const agent = await createAgent({ model: scripted(() => (asked++ === 0 ? limited : "at last")), clock })
  const session = await agent.open()
  const turn = session.send("go")
  await turn.accepted()
  await clock.advance(100)
  clock.jump(-3_600_000)
  expect((await clock.run(turn.result(), 5000)).text).toBe("at last")
  await clock.run(agent.close())
})

it("only the first turn of another process folds the log", async () => {
  const store = memory()
  let read = 0
  const snapshots: string[] = []
  const counting = {
    ...store,
    log: {
      ...store.log,
      readSnapshot: (session: string, version: number) => {
        snapshots.push(session)
        return store.log.readSnapshot(session, version)
      },
      read: (session: string, after: number, limit?: number) => {
        // Reads in pages come from a load; subscribers to events read differently.
        if (after === 0 && limit === 1000) read++
        return store.log.read(session, after, limit)
      },
    },
  }
  await using agent = await createAgent({ model: scripted(() => "answer"), store: counting })
  const { id } = await agent.open()
  for (let turn = 0; turn < 5; turn++) await (await agent.open({ id })).ask("go")
  expect(read).toBe(0)
  await using another = await createAgent({ model: scripted(() => "answer"), store: counting })
  const session = await another.open({ id })
  for (let turn = 0; turn < 5; turn++) await session.ask("go")
  expect(read).toBe(1)
  expect(snapshots, "A short log has none.").toEqual([])
})

it("a command that arrives while a run ends, without a wakeup, is found by the sweep", async () => {
  const clock = new FakeClock()
  const store = memory()
  const late = { kind: "say", id: "late", input: [{ type: "text", text: "late" }], whenBusy: "queue" } as const
  let isSent = false
  const deaf = {
    ...store,
    watch: () => () => {},
    leases: {
      ...store.leases,
      release: async (...given: Parameters<typeof store.leases.release>) => {
        if (!isSent) await store.inbox.enqueue("s", late)
        isSent = true
        return store.leases.release(...given)
      },
    },
  }
  const agent = await createAgent({ model: scripted(({ said }) => `${said} answered`), store: deaf, clock })
  const session = await agent.open({ id: "s" })
  await clock.run(session.ask("early"))
  await clock.advance(3000)
  const ended = (await session.facts()).flatMap((fact) => (fact.type === "turn-finished" ? [fact.text] : []))
  expect(ended).toEqual(["early answered", "late answered"])
  await clock.run(agent.close())
})

it("a failed run releases its session, so that another runner can try at once", async () => {
  const clock = new FakeClock()
  const store = memory()
  const full = { ...store, log: { ...store.log, append: () => Promise.reject(new Error("disk full")) } }
  const agent = await createAgent({ model: scripted(() => "x"), store: full, clock, onError: () => {} })
  const session = await agent.open({ id: "s" })
  await expect(session.ask("go")).rejects.toThrow("disk full")
  await settle()
  const [due] = await store.sessions.due({ before: clock.now() })
  expect(due).toMatchObject({ id: "s" })
  expect(due?.holder).toBeUndefined()
  await clock.run(agent.close())
})
