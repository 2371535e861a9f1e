// The clean-up of seed 000: stuck turns, old sessions, and what must never be touched.
import { spawnSync } from "node:child_process"
import { describe, expect, it } from "vitest"
import { createAgent } from "../agent/create-agent.ts"
import type { AgentOptions } from "../agent/options.ts"
import { timeIds } from "../base/ids.ts"
import { systemClock } from "../base/system-clock.ts"
import type { Clock } from "../contracts/clock.ts"
import { plainText } from "../contracts/content.ts"
import type { Draft } from "../contracts/fact.ts"
import type { Store } from "../contracts/store.ts"
import { exportSession } from "../features/transfer/export-session.ts"
import { importSession } from "../features/transfer/import-session.ts"
import { columnsOf } from "../kernel/state/columns.ts"
import { foldFacts } from "../kernel/state/fold.ts"
import { call, scripted } from "../model/scripted.ts"
import { openAiObjections } from "../model/strict/history.ts"
import { toOpenAiMessages } from "../model/wire/openai-messages.ts"
import { auditOf } from "../observe/audit.ts"
import { checkLog } from "../replay/check-log.ts"
import { memory } from "../store/memory.ts"
import { aCall, answered, asked, cancelled, said, stamp, toolStarted } from "../testing/fact-builders.ts"
import { tool } from "../tools/tool.ts"
import { type CleanUpOptions, cleanUp } from "./clean-up.ts"
import { forkSession } from "./fork-session.ts"
import type { Session } from "./handle.ts"
import { identify } from "./runner-identity.ts"

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** A clock that is this much ahead. */
function ahead(ms: number): Clock {
  return { ...systemClock, now: () => Date.now() + ms }
}

function tidy(store: Store, ms: number, options: Partial<CleanUpOptions> = {}) {
  const times = { stuckAfterMs: 5 * MINUTE, archiveAfterMs: 30 * DAY, deleteAfterMs: 90 * DAY }
  const failsWhenStuck = (profile: string) => profile === "chat-service"
  return cleanUp(store, { ...times, failsWhenStuck, clock: ahead(ms), lapseMs: 100, ...options })
}

const NOTHING = { failed: [], interrupted: [], archived: [], deleted: [] }

/** A session whose process died after these facts. */
async function crashed(happened: readonly Draft[], profile = "chat-service"): Promise<Store> {
  const store = memory()
  const [opened, ...facts] = stamp([{ type: "session-opened", session: "s1", profile }, ...happened], Date.now())
  if (opened === undefined) throw new Error("There is always a first fact.")
  await store.sessions.create({ id: "s1", opened, profile })
  const dead = { ...identify(timeIds), id: "dead", pid: spawnSync("true").pid }
  await store.leases.join(dead)
  await store.leases.acquire("s1", dead.id)
  await store.log.append({
    session: "s1",
    expectedSeq: 1,
    epoch: 1,
    facts,
    columns: columnsOf(foldFacts([opened, ...facts])),
  })
  return store
}

describe("a turn whose process died", () => {
  it("is failed after five minutes without a heartbeat; a retry completes, and the message is in the history once (T6)", async () => {
    const store = await crashed([said("what is due?"), asked()])
    expect(await tidy(store, 4 * MINUTE)).toEqual(NOTHING)
    expect(await tidy(store, 6 * MINUTE, { dryRun: true })).toEqual({ ...NOTHING, failed: ["s1"] })
    expect((await store.sessions.get("s1"))?.status).toBe("processing")
    expect(await tidy(store, 6 * MINUTE)).toEqual({ ...NOTHING, failed: ["s1"] })
    expect(await store.sessions.get("s1")).toMatchObject({
      status: "failed",
      dueAt: null,
      error: expect.stringMatching(/^Timed out/),
    })
    expect(await tidy(store, 6 * MINUTE)).toEqual(NOTHING)

    const agent = await createAgent({ store, profile: "chat-service", model: scripted(() => "The rent is due.") })
    const session = await agent.open({ id: "s1" })
    expect(await (await session.retry()).result()).toMatchObject({ outcome: "completed", text: "The rent is due." })
    const spoken = (await session.messages()).map((message) =>
      message.role === "assistant" ? "assistant" : `${message.role}: ${plainText(message.parts)}`,
    )
    expect(spoken).toEqual([expect.stringMatching(/^user: what is due\?\n\[The last turn failed/), "assistant"])
    await expect(session.retry()).rejects.toMatchObject({ code: "command-refused" })
    await agent.close()
  })

  it("is aged by its last heartbeat, however old its last fact is", async () => {
    const store = await crashed([said("go"), asked()])
    const lastBeat = async () => Date.now() + 4 * MINUTE
    const beating = { ...store, leases: { ...store.leases, lastBeat } }
    expect(await tidy(beating, 8 * MINUTE)).toEqual(NOTHING)
    expect(await tidy(beating, 10 * MINUTE)).toEqual({ ...NOTHING, failed: ["s1"] })
  })

  it("has a result for each open call, unknown where the effect may have happened, and the next message is valid (T14)", async () => {
    const calls = [aCall("a"), aCall("b"), aCall("c")]
    const store = await crashed([said("go"), asked(), answered({ calls }), toolStarted("a"), toolStarted("b", "read")])
    await tidy(store, 6 * MINUTE)
    const results = (await store.log.read("s1", 0)).flatMap((fact) =>
      fact.type === "tool-finished" ? [`${fact.call} ${fact.outcome}`] : [],
    )
    expect(results).toEqual(["a unknown", "b error", "c skipped"])
    const agent = await createAgent({ store, profile: "chat-service", model: scripted(() => "Yes?") })
    const session = await agent.open({ id: "s1" })
    expect(await session.ask("are you there?")).toMatchObject({ text: "Yes?" })
    const messages = await session.messages()
    expect(openAiObjections(toOpenAiMessages({ system: "", messages, blobs: new Map() }))).toEqual([])
    await agent.close()
  })

  describe("in the middle of its calls, when it is retried,", () => {
    const calls = ["a", "b", "c", "d"].map((id) => aCall(id, "act", { id }))
    const happened = [said("go"), asked(), answered({ calls }), toolStarted("a"), toolStarted("b", "read")]

    async function retried(more: Partial<AgentOptions> = {}, before: readonly Draft[] = happened) {
      const store = await crashed(before)
      await tidy(store, 6 * MINUTE)
      const ran: string[] = []
      const act = (name: string) =>
        tool({
          name,
          description: "",
          input: { type: "object", properties: { id: { type: "string" } } },
          approval: false,
          effect: "once",
          run: ({ id }, { effectKey }) => {
            ran.push(`${id} ${effectKey}`)
            return `did ${id}`
          },
        })
      const tools = [act("act"), act("tool")]
      const agent = await createAgent({
        store,
        profile: "chat-service",
        tools,
        model: scripted(() => "Done."),
        ...more,
      })
      const session = await agent.open({ id: "s1" })
      return { store, agent, session, ran }
    }

    const resultsIn = async (session: Session) =>
      (await session.messages()).flatMap((message) =>
        message.role === "tool" ? [`${message.call}: ${plainText(message.parts)}`] : [],
      )

    it("runs pending calls first, under the same ids, and runs nothing twice (T7)", async () => {
      const { agent, session, ran } = await retried()
      expect(await (await session.retry()).result()).toMatchObject({ outcome: "completed", text: "Done." })
      expect(ran).toEqual(["b s1:b", "c s1:c", "d s1:d"])
      expect(await resultsIn(session)).toEqual([
        expect.stringMatching(/^a: .*may or may not have taken effect/),
        "b: did b",
        "c: did c",
        "d: did d",
      ])
      const messages = await session.messages()
      expect(openAiObjections(toOpenAiMessages({ system: "", messages, blobs: new Map() }))).toEqual([])
      expect(checkLog(await session.facts())).toBeUndefined()
      await agent.close()
    })

    it("repeats a call that must not happen twice only where the agent allows it", async () => {
      const { agent, session, ran } = await retried({ interruptedTools: "re-run" })
      await (await session.retry()).result()
      expect(ran[0]).toBe("a s1:a")
      await agent.close()
    })

    it("runs no pending call when new input is sent instead (T14)", async () => {
      const { agent, session, ran } = await retried()
      expect(await session.ask("never mind")).toMatchObject({ outcome: "completed" })
      expect(ran).toEqual([])
      expect(await resultsIn(session)).toHaveLength(4)
      expect((await session.info()).status).toBe("idle")
      await agent.close()
    })

    it("takes up no call in a fork: only the original session knows whether it ran", async () => {
      const { agent, session, ran } = await retried()
      const fork = await session.fork()
      await (await fork.retry()).result()
      expect(ran).toEqual([])
      await agent.close()
    })

    it("takes up no call of a cancelled turn", async () => {
      const { agent, session, ran } = await retried({}, [...happened, cancelled()])
      await (await session.retry()).result()
      expect(ran).toEqual([])
      await agent.close()
    })

    it("has one row for each call in the audit, with its final outcome", async () => {
      const { agent, session } = await retried()
      await (await session.retry()).result()
      const facts = await session.facts()
      expect(auditOf(facts).map(({ call, status }) => `${call} ${status}`)).toEqual([
        "a unknown",
        "b ok",
        "c ok",
        "d ok",
      ])
      expect(foldFacts(facts)).toMatchObject({ turns: 2, turn: { calls: [], finished: { outcome: "completed" } } })
      await agent.close()
    })
  })

  it("of another profile is left to its next runner", async () => {
    const store = await crashed([said("go"), asked()], "default")
    expect(await tidy(store, 6 * MINUTE)).toEqual({ ...NOTHING, interrupted: ["s1"] })
    const agent = await createAgent({ store, model: scripted(() => "Resumed.") })
    const session = await agent.open({ id: "s1" })
    for await (const event of session.events({ after: 0 })) if (event.type === "turn-end") break
    expect((await session.info()).status).toBe("idle")
    await agent.close()
  })

  it("is left unchanged when clean-up of stuck turns is off", async () => {
    const store = await crashed([said("go"), asked()])
    expect(await tidy(store, 6 * MINUTE, { stuckAfterMs: 0 })).toEqual(NOTHING)
  })
})

describe("a turn that runs", () => {
  /** An agent in the middle of a call; `end` ends the call. */
  async function busy(store: Store) {
    let end = () => {}
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    const slow = tool({
      name: "slow",
      description: "",
      input: {},
      approval: false,
      timeoutMs: 600_000,
      effect: "once",
      run: async () => ended.then(() => "late"),
    })
    const model = scripted(({ results }) => (results.length === 0 ? { calls: [call("slow")] } : "Done."))
    const leases = { beatMs: 10, lapseMs: 100, sweepMs: 20 }
    const agent = await createAgent({ store, model, tools: [slow], profile: "chat-service", leases, onError() {} })
    const session = await agent.open({ id: "s1" })
    const turn = session.send("go")
    for await (const event of session.events({ after: 0 })) if (event.type === "tool-call") break
    return { agent, session, turn, end }
  }

  it("is never failed while it beats, however long its step (T12)", async () => {
    const store = memory()
    const { agent, turn, end } = await busy(store)
    expect(await tidy(store, 60 * MINUTE)).toEqual(NOTHING)
    end()
    expect(await turn.result()).toMatchObject({ outcome: "completed", text: "Done." })
    await agent.close()
  })

  it("is failed when it hangs, and its late result is discarded (T12)", async () => {
    const store = memory()
    let isHung = false
    const beat: Store["leases"]["beat"] = async (runner) => {
      if (isHung) throw new Error("It hangs.")
      return store.leases.beat(runner)
    }
    const { agent, session, turn, end } = await busy({ ...store, leases: { ...store.leases, beat } })
    isHung = true
    expect(await tidy(store, 60 * MINUTE)).toEqual({ ...NOTHING, failed: ["s1"] })
    const facts = await session.facts()
    end()
    expect(await turn.result()).toMatchObject({ outcome: "failed", error: { code: "timed-out" } })
    await agent.close()
    expect(await session.facts()).toEqual(facts)
    expect(facts.at(-2)).toMatchObject({ type: "tool-finished", outcome: "unknown" })
  })
})

describe("sessions that rest (T25)", () => {
  async function shelf(): Promise<Store> {
    const store = memory()
    for (const id of ["plain", "pinned", "archived", "archived-pinned"]) {
      const [opened] = stamp([{ type: "session-opened", session: id, profile: "default" }], Date.now())
      if (opened !== undefined) await store.sessions.create({ id, opened, profile: "default" })
      await store.sessions.update(id, { pinned: id.includes("pinned"), archived: id.includes("archived") })
    }
    return store
  }

  it("are archived after 30 days, unless pinned", async () => {
    const store = await shelf()
    expect(await tidy(store, 29 * DAY)).toEqual(NOTHING)
    expect(await tidy(store, 31 * DAY)).toEqual({ ...NOTHING, archived: ["plain"] })
    expect((await store.sessions.get("plain"))?.metadata.archived).toBe(true)
    expect((await store.sessions.get("pinned"))?.metadata.archived).toBe(false)
  })

  it("are removed after 90 days if they were archived, unless pinned, and never archived and removed at once", async () => {
    const store = await shelf()
    expect(await tidy(store, 91 * DAY)).toEqual({ ...NOTHING, archived: ["plain"], deleted: ["archived"] })
    expect((await store.sessions.list()).map(({ id }) => id).sort()).toEqual(["archived-pinned", "pinned", "plain"])
  })

  it("are left unchanged when the option is 0, and in a dry run", async () => {
    const store = await shelf()
    expect(await tidy(store, 91 * DAY, { archiveAfterMs: 0, deleteAfterMs: 0 })).toEqual(NOTHING)
    expect(await tidy(store, 91 * DAY, { dryRun: true })).toMatchObject({ archived: ["plain"], deleted: ["archived"] })
    expect(await store.sessions.list()).toHaveLength(4)
  })

  it("are removed once they have been archived for 90 days, however old they were before", async () => {
    const store = await shelf()
    await tidy(store, 89 * DAY)
    expect(await tidy(store, (89 + 89) * DAY)).toEqual({ ...NOTHING, deleted: ["archived"] })
    expect(await tidy(store, (89 + 91) * DAY)).toEqual({ ...NOTHING, deleted: ["plain"] })
  })

  it("count as new when they are forks, however old their past is", async () => {
    const store = await shelf()
    const clock = ahead(100 * DAY)
    const lines: string[] = []
    for await (const line of exportSession(store, "plain")) lines.push(line)
    const fork = await forkSession(store, "plain", {}, { clock })
    const { id: copy } = await importSession(store, lines, { clock })
    const { archived } = await tidy(store, 101 * DAY)
    expect(archived).toEqual(["plain"])
    expect((await tidy(store, 131 * DAY)).archived.toSorted()).toEqual([fork, copy].toSorted())
  })

  it("are kept when they get input, or are unarchived, between the check and the removal", async () => {
    for (const change of [
      (store: Store) => store.inbox.enqueue("archived", { kind: "say", id: "wait", input: [], whenBusy: "queue" }),
      (store: Store) => store.sessions.update("archived", { archived: false }),
      (store: Store) => store.sessions.update("archived", { pinned: true }),
    ]) {
      const store = await shelf()
      const remove: Store["sessions"]["remove"] = async (id, only) => {
        await change(store)
        return store.sessions.remove(id, only)
      }
      const seen = { ...store, sessions: { ...store.sessions, remove } }
      expect((await tidy(seen, 91 * DAY, { archiveAfterMs: 0 })).deleted).toEqual([])
      expect(await store.sessions.get("archived")).toBeDefined()
      const isDue = (await store.sessions.due({ before: Date.now() })).map(({ id }) => id)
      expect(isDue).toEqual((await store.inbox.read("archived")).length > 0 ? ["archived"] : [])
    }
  })

  it("are kept while a live runner holds them", async () => {
    const store = await shelf()
    const runner = identify(timeIds)
    await store.leases.join(runner)
    await store.leases.acquire("archived", runner.id)
    expect((await tidy(store, 91 * DAY, { archiveAfterMs: 0 })).deleted).toEqual([])
  })

  it("are left unchanged while a command waits in their inbox", async () => {
    const store = await shelf()
    await store.inbox.enqueue("plain", { kind: "say", id: "later", input: [], whenBusy: "queue" })
    expect(await tidy(store, 91 * DAY, { deleteAfterMs: 0 })).toEqual(NOTHING)
  })
})

it("T13: children of a removed session stay if they had input within 90 days or are pinned", async () => {
  const store = memory()
  const start = Date.now()
  const make = async (id: string, parent?: string) => {
    const of = parent === undefined ? {} : { parent: { session: parent, kind: "delegation", call: "c1" } as const }
    const [opened] = stamp([{ type: "session-opened", session: id, profile: "default", ...of }], start)
    if (opened !== undefined) await store.sessions.create({ id, opened, profile: "default", ...of })
  }
  await make("parent")
  for (const child of ["spoken-to", "pinned", "left"]) await make(child, "parent")
  await store.leases.join({ ...identify(timeIds), id: "r" })
  const told = async (id: string, facts: readonly Draft[], at: number) => {
    const lease = await store.leases.acquire(id, "r")
    const epoch = lease.ok ? lease.epoch : 0
    const stamped = stamp(facts, at).map((fact, index) => ({ ...fact, seq: 2 + index }))
    const columns = { ...columnsOf(foldFacts(await store.log.read(id, 0))), updatedAt: at }
    await store.log.append({ session: id, expectedSeq: 1, epoch, facts: stamped, columns })
    await store.leases.release(id, epoch, { dueAt: null, seen: 0 })
  }
  const calls = ["spoken-to", "pinned", "left"].map((child): Draft => ({ ...toolStarted("1.1.1"), child }) as Draft)
  await told("parent", [said("begin"), ...calls], start)
  await told("spoken-to", [said("a word")], start + 100 * DAY)
  await store.sessions.update("pinned", { pinned: true })
  await store.sessions.update("parent", { archived: true }, start)
  expect((await tidy(store, 120 * DAY, { archiveAfterMs: 0 })).deleted).toEqual(["parent"])
  expect((await store.sessions.list()).map(({ id }) => id).sort()).toEqual(["pinned", "spoken-to"])
})
