// What is counted of a store: runs that lost their sessions, once each, and what waits for a process.
import { type Command, type Fact, memory, type Store } from "@pawl/agent"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { StoreCounts } from "./store-counts.ts"
import { waitingWork } from "./waiting-work.ts"

const RUNNER = { pid: 1, boot: "b", started: "s" }
const columns = {
  status: "processing",
  dueAt: 1,
  openRequests: [],
  turns: 0,
  messages: 0,
  usage: { inputTokens: 0, outputTokens: 0 },
  preview: "",
  updatedAt: 1,
  error: null,
} as const
const opened = { v: 1, seq: 1, at: 1, type: "session-opened", profile: "default" } as unknown as Fact

const said = (id: string): Command => ({ kind: "say", id, input: [{ type: "text", text: "Work." }], whenBusy: "queue" })

let plain: Store
let counts: StoreCounts
let store: Store

beforeEach(async () => {
  plain = memory()
  counts = new StoreCounts()
  store = counts.watching(plain)
  await store.sessions.create({ id: "s", opened, profile: "default" })
  for (const id of ["here", "there"]) await plain.leases.join({ id, ...RUNNER })
})

async function takenOver(): Promise<number> {
  const mine = await store.leases.acquire("s", "here")
  if (!mine.ok) throw new Error("The lease is free.")
  const theirs = await plain.leases.acquire("s", "there")
  if (theirs.ok || theirs.holder === undefined) throw new Error("The lease is taken.")
  expect(await plain.leases.acquire("s", "there", theirs.holder)).toMatchObject({ ok: true })
  return mine.epoch
}

const has = (line: string) => expect(counts.lines()).toContain(line)

describe("a run whose session another process took", () => {
  it("is counted once, whether a beat, an append or its end shows it first", async () => {
    const epoch = await takenOver()
    has("pawl_running_sessions 1")
    await store.leases.beat("here")
    has("pawl_fenced_runs_total 1")
    has("pawl_running_sessions 0")
    await store.log.append({ session: "s", expectedSeq: 1, epoch, facts: [], columns })
    await store.leases.release("s", epoch, { dueAt: null, seen: 0 })
    has("pawl_fenced_runs_total 1")
  })

  it("is counted by its append", async () => {
    const epoch = await takenOver()
    const refused = await store.log.append({ session: "s", expectedSeq: 1, epoch, facts: [], columns })
    expect(refused).toMatchObject({ ok: false })
    has("pawl_fenced_runs_total 1")
    has("pawl_append_seconds_count 1")
  })

  it("is counted by the look before a tool runs", async () => {
    await takenOver()
    await store.leases.epoch("s")
    has("pawl_fenced_runs_total 1")
    has("pawl_running_sessions 0")
  })

  it("is counted by its end", async () => {
    const epoch = await takenOver()
    expect(await store.leases.release("s", epoch, { dueAt: null, seen: 0 })).toBe(false)
    has("pawl_fenced_runs_total 1")
  })
})

it("a run of another agent of this process is not counted, which beats for itself", async () => {
  expect(await store.leases.acquire("s", "here")).toMatchObject({ ok: true })
  expect(await store.leases.beat("there")).toEqual([])
  has("pawl_fenced_runs_total 0")
  has("pawl_running_sessions 1")
})

it("a run that keeps its session is not counted", async () => {
  const acquired = await store.leases.acquire("s", "here")
  if (!acquired.ok) throw new Error("The lease is free.")
  const { epoch } = acquired
  await store.leases.beat("here")
  expect(await store.log.append({ session: "s", expectedSeq: 1, epoch, facts: [], columns })).toEqual({ ok: true })
  expect(await store.leases.release("s", epoch, { dueAt: null, seen: 0 })).toBe(true)
  has("pawl_fenced_runs_total 0")
  has("pawl_running_sessions 0")
})

it("a session beyond what its owner may run at once is refused, as without counting", async () => {
  await store.sessions.create({ id: "t", opened, profile: "default" })
  for (const id of ["s", "t"]) await store.inbox.enqueue(id, said(id))
  expect(await store.leases.acquire("s", "here", undefined, 1)).toMatchObject({ ok: true })
  expect(await store.leases.acquire("t", "here", undefined, 1)).toEqual({ ok: false, isFull: true })
  has("pawl_running_sessions 1")
})

describe("what waits", () => {
  // The time stands still unless a test moves it.
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date"] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)
  const say = (id: string) => plain.inbox.enqueue("s", said(id))

  /** A message came two minutes ago, and the last step of its turn is over since then. */
  async function midTurn(): Promise<void> {
    await say("m")
    pass(120)
    await plain.leases.join({ id: "here", ...RUNNER })
    const acquired = await plain.leases.acquire("s", "here")
    if (!acquired.ok) throw new Error("The lease is free.")
    const { epoch } = acquired
    const stepped = { ...columns, dueAt: Date.now() }
    expect(await plain.log.append({ session: "s", expectedSeq: 1, epoch, facts: [], columns: stepped })).toEqual({
      ok: true,
    })
  }

  const waits = async (sessions: number, seconds: number) =>
    expect(await waitingWork(plain)).toEqual(
      expect.arrayContaining([`pawl_due_sessions ${sessions}`, `pawl_oldest_due_seconds ${seconds}`]),
    )

  it("is nothing before a message comes, and then as old as the oldest message that nobody has taken up", async () => {
    pass(60)
    await waits(0, 0)
    await say("first")
    await waits(1, 0)
    pass(60)
    await say("second")
    pass(30)
    await waits(1, 90)
  })

  it("is not what a live process runs", async () => {
    await midTurn()
    pass(5)
    await waits(0, 0)
  })

  it("is also what a process held that has left, from its last step on", async () => {
    await midTurn()
    pass(5)
    await plain.leases.leave("here")
    await waits(1, 5)
  })

  it("is also what a process held that beats no more, from its last step on", async () => {
    await midTurn()
    pass(11)
    await waits(1, 11)
  })

  it("is unknown while the store does not answer, and that is said in time", async () => {
    const never = new Promise<never>(() => {})
    const away: Store = { ...plain, sessions: { ...plain.sessions, due: () => never } }
    const lines = await waitingWork(away, 10)
    expect(lines).toContain("pawl_store_up 0")
    expect(lines.join("\n")).not.toContain("pawl_due_sessions")
    expect(await waitingWork(plain)).toContain("pawl_store_up 1")
  })
})
