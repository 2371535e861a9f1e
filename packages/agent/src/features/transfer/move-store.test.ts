// A store copied into another: every field of a session, what goes on meanwhile, what is refused, and copies that are cut anywhere.
import { createHash } from "node:crypto"
import { describe, expect, it } from "vitest"
import { createAgent } from "../../agent/create-agent.ts"
import type { Fact } from "../../contracts/fact.ts"
import type { Runner } from "../../contracts/leases.ts"
import type { Columns, NewSession } from "../../contracts/sessions.ts"
import type { Store } from "../../contracts/store.ts"
import { call, scripted } from "../../model/scripted.ts"
import { identify } from "../../session/runner-identity.ts"
import { append, create, fact, idle, nudge, say, started } from "../../store/conformance/data.ts"
import { memory } from "../../store/memory.ts"
import { tool } from "../../tools/tool.ts"
import { exportSession } from "./export-session.ts"
import { HOLD } from "./hold-target.ts"
import { moveStore } from "./move-store.ts"

const alive: Runner = identify({ next: () => "alive" })

function blob(text: string) {
  const bytes = Buffer.from(text)
  return { hash: createHash("sha256").update(bytes).digest("hex"), bytes }
}

const long = blob("a long text")
const attached = blob("an attached file")
const part = ({ hash }: { readonly hash: string }) =>
  ({ type: "blob", hash, mime: "text/plain", chars: 11 }) as unknown as { readonly type: "text"; readonly text: string }

async function open(store: Store, id: string, more: Partial<NewSession> & { readonly at?: number } = {}) {
  const { at = 1000, ...about } = more
  const parent = about.parent && { parent: about.parent }
  const opened: Fact = { type: "session-opened", session: id, profile: "chat", v: 1, seq: 1, at, ...parent }
  await store.sessions.create({ id, opened, profile: "chat", ...about })
  await store.leases.join(alive)
  const acquired = await store.leases.acquire(id, alive.id)
  if (!acquired.ok) throw new Error(`${id} should be free.`)
  return acquired.epoch
}

const spent = { day: 20_000, model: "m", requests: 2, unpriced: 1, toolCalls: 3, ms: 40 }
const usage = { inputTokens: 7, outputTokens: 5, cacheReadTokens: 2, costUsd: 0.1 }

/** A store with a session of every sort, records, and sums of an owner whose session is gone. */
async function house(): Promise<Store> {
  const store = memory()
  const epoch = await open(store, "full", { owner: "ann" })
  const said = { ...started("c1"), input: [part(long)] } as ReturnType<typeof started>
  const columns: Partial<Columns> = { status: "waiting", turns: 1, messages: 2, usage, preview: "hi", updatedAt: 5000 }
  const asks = { openRequests: [{ call: "a", kind: "approval" as const }], error: "none", workspace: "/work" }
  const facts = [fact(2, said), ...Array.from({ length: 1200 }, (_, index) => fact(index + 3, nudge(`fact ${index}`)))]
  await append(store, "full", {
    epoch,
    facts,
    blobs: [long],
    columns: { ...columns, ...asks },
    spent: [{ ...spent, usage }],
  })
  await store.leases.release("full", epoch, { dueAt: 9_000_000_000_000, seen: 0 })
  await store.sessions.update("full", { title: "Named", pinned: true, tags: ["b", "a"] })

  const child = { session: "full", kind: "delegation", seq: 2 } as const
  const childEpoch = await open(store, "child", { owner: "ann", parent: child, at: 2000 })
  await store.leases.release("child", childEpoch, { dueAt: null, seen: 0 })

  const queueEpoch = await open(store, "queued", { at: 500 })
  await store.leases.release("queued", queueEpoch, { dueAt: null, seen: 0 })
  const withFile = { ...say("q1"), input: [part(attached)] }
  await store.inbox.enqueue("queued", withFile, { blobs: [attached] })
  await store.inbox.enqueue("queued", say("q2"))

  await create(store, "old", 100)
  await store.sessions.update("old", { archived: true }, 4321)
  await create(store, "waits-archived", 200)
  await store.inbox.enqueue("waits-archived", say("w"))
  await store.sessions.update("waits-archived", { archived: true }, 4322)

  const goneEpoch = await open(store, "gone", { owner: "eve" })
  await append(store, "gone", {
    epoch: goneEpoch,
    spent: [
      { ...spent, usage },
      { ...spent, model: "n", usage },
    ],
  })
  await store.sessions.remove("gone")
  await store.records.put("user", "ann", { role: "admin" })
  await store.records.put("setting", "title", "Ours")
  return store
}

const IDS = ["full", "child", "queued", "old", "waits-archived"]

async function contentOf(store: Store) {
  const sessions = []
  for (const id of IDS) {
    const exported = []
    for await (const line of exportSession(store, id)) exported.push(line)
    const commands = (await store.inbox.read(id)).map(({ command }) => command)
    sessions.push({ row: await store.sessions.get(id), exported, commands })
  }
  const records = []
  for (const kind of ["user", "setting"])
    records.push((await store.records.list(kind)).map(({ key, value }) => ({ key, value })))
  const all = (await store.sessions.list()).map(({ id }) => id)
  const file = (await store.blobs.read(attached.hash))?.toString()
  return { sessions, records, all, file, usage: await store.usage.list() }
}

describe("a store that is copied into another", () => {
  it("is equal: facts, blobs, rows, metadata, commands, records, and sums of owners without a session", async () => {
    const [from, to] = [await house(), memory()]
    const order: string[] = []
    const moved = await moveStore(from, to, { onSession: ({ id }) => order.push(id) })
    expect(moved).toMatchObject({ isEqual: true, unequal: [], sessions: { copied: 5, same: 0 }, facts: 1206, usage: 3 })
    expect(order).toEqual(["old", "waits-archived", "queued", "full", "child"])
    expect(await contentOf(to)).toEqual(await contentOf(from))
  })

  it("is not written again by the second copy, which only holds its place", async () => {
    const [from, to] = [await house(), memory()]
    await moveStore(from, to)
    const before = await contentOf(to)
    const counted = writesOf(to)
    const again = await moveStore(from, counted.failingAfter(Number.POSITIVE_INFINITY))
    expect([...counted.written]).toEqual([HOLD])
    expect(await contentOf(to)).toEqual(before)
    expect(again).toMatchObject({ isEqual: true, sessions: { copied: 0, same: 5 }, facts: 0, usage: 0 })
    expect(again.records).toEqual({ copied: 0, same: 2, removed: 0, refused: [] })
  })

  it("stays as it was with dryRun, which says what would be copied", async () => {
    const [from, to] = [await house(), memory()]
    const planned = await moveStore(from, writesOf(to).failingAfter(0), { dryRun: true })
    expect(planned).toMatchObject({ sessions: { copied: 5 }, facts: 1206, blobs: 1, records: { copied: 2 }, usage: 3 })
    expect(await to.sessions.list()).toEqual([])
  })

  it("is equal in the end wherever the copy is killed, and nobody may run a session that has not all its facts", async () => {
    const from = await house()
    const expected = await contentOf(from)
    const counted = writesOf(memory())
    await moveStore(from, counted.failingAfter(Number.POSITIVE_INFINITY))
    expect(counted.count).toBeGreaterThan(30)
    for (let writes = 0; writes < counted.count; writes++) {
      const to = memory()
      // A copy that cannot write reports each session as failed, or rejects; a killed one does neither.
      await moveStore(from, writesOf(to).failingAfter(writes)).catch(() => {})
      for (const { id } of await to.sessions.due({ before: Number.MAX_SAFE_INTEGER }))
        expect(await to.log.head(id), `${id} after ${writes}`).toBe(await from.log.head(id))
      expect(await moveStore(from, to), `after ${writes}`).toMatchObject({ isEqual: true })
      expect(await contentOf(to), `after ${writes}`).toEqual(expected)
    }
  })
})

describe("a session that goes on in the source", () => {
  it("is copied as far as it has come, is not due in the target, and is finished by the next copy", async () => {
    const [from, to] = [memory(), memory()]
    const epoch = await open(from, "s")
    await from.inbox.enqueue("s", say("later"))
    await append(from, "s", { epoch, columns: { status: "processing", dueAt: 1 } })
    expect(await moveStore(from, to)).toMatchObject({
      isEqual: false,
      unequal: [{ id: "s", outcome: "running", facts: 2 }],
    })
    expect(await to.sessions.due({ before: Number.MAX_SAFE_INTEGER })).toEqual([])
    const [later] = await from.inbox.read("s")
    const more = [fact(3, started("later")), fact(4)]
    await append(from, "s", { epoch, expectedSeq: 2, facts: more, consumed: [later?.place ?? 0] })
    await from.leases.release("s", epoch, { dueAt: null, seen: 9 })
    expect(await moveStore(from, to)).toMatchObject({ isEqual: true, sessions: { copied: 1 }, facts: 2 })
    expect(await to.log.read("s", 0)).toEqual(await from.log.read("s", 0))
  })

  it("is noticed while an agent runs it, also in the middle of a tool call", async () => {
    const [from, to] = [memory(), memory()]
    const [begun, may] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slow = tool({
      name: "slow",
      description: "Takes its time.",
      input: {},
      effect: "read",
      run: async () => {
        begun.resolve()
        await may.promise
        return "done"
      },
    })
    const model = scripted(({ results }) => (results.length === 0 ? { calls: [call("slow")] } : "Well."))
    const agent = await createAgent({ model, tools: [slow], store: from })
    const session = await agent.open({ id: "s" })
    const turn = session.send("Go.")
    await begun.promise
    expect(await moveStore(from, to)).toMatchObject({ unequal: [{ id: "s", outcome: "running" }] })
    expect(await to.sessions.due({ before: Number.MAX_SAFE_INTEGER })).toEqual([])
    may.resolve()
    await turn.result()
    await agent.close()
    expect(await moveStore(from, to)).toMatchObject({ isEqual: true, usage: 1 })
    expect(await to.log.read("s", 0)).toEqual(await from.log.read("s", 0))
    expect(await to.usage.list()).toEqual(await from.usage.list())
  })

  it("takes along what became of commands that were copied before", async () => {
    const [from, to] = [memory(), memory()]
    await create(from, "s")
    for (const id of ["a", "b", "c"]) await from.inbox.enqueue("s", say(id))
    await moveStore(from, to)
    await from.leases.join(alive)
    const acquired = await from.leases.acquire("s", alive.id)
    const epoch = acquired.ok ? acquired.epoch : 0
    const [a] = await from.inbox.read("s")
    await append(from, "s", { epoch, facts: [fact(2, started("a"))], consumed: [a?.place ?? 0] })
    await from.inbox.change("s", "b", { to: "unsend" })
    await from.leases.release("s", epoch, { dueAt: 1, seen: 99 })
    await from.sessions.update("s", { title: "Renamed" })
    expect(await moveStore(from, to)).toMatchObject({ isEqual: true })
    expect((await to.inbox.read("s")).map(({ command }) => command)).toEqual([
      say("c"),
      expect.objectContaining({ kind: "unsend", id: "b" }),
    ])
    expect(await to.sessions.get("s")).toEqual(await from.sessions.get("s"))
  })
})

describe("a session that the target has otherwise", () => {
  it.each<[string, (to: Store) => Promise<void>, string]>([
    ["more facts", (to) => written(to, [fact(2), fact(3)]), "the target has 3 facts, the source 2"],
    ["another fact", (to) => written(to, [fact(2, nudge("other"))]), "fact 2 is another one in the target"],
    [
      "a command of its own",
      async (to) => void (await to.inbox.enqueue("s", say("x"))),
      "the command x waits in the target alone",
    ],
  ])("is refused by name and left alone, the others are copied: %s", async (_, change, why) => {
    const [from, to] = [memory(), memory()]
    for (const store of [from, to]) await create(store, "s")
    await create(from, "other")
    await create(to, "unrelated")
    await written(from, [fact(2)])
    await change(to)
    const before = [await to.log.read("s", 0), await to.inbox.read("s"), await to.sessions.get("s")]
    const moved = await moveStore(from, to)
    expect(moved).toMatchObject({ isEqual: false, sessions: { copied: 1, refused: 1 }, unequal: [{ id: "s", why }] })
    expect([await to.log.read("s", 0), await to.inbox.read("s"), await to.sessions.get("s")]).toEqual(before)
  })

  async function written(store: Store, facts: readonly Fact[]): Promise<void> {
    await store.leases.join(alive)
    const acquired = await store.leases.acquire("s", alive.id)
    const epoch = acquired.ok ? acquired.epoch : 0
    await append(store, "s", { epoch, facts, columns: idle })
    await store.leases.release("s", epoch, { dueAt: null, seen: 0 })
  }
})

describe("records that are copied", () => {
  it("follow the source, also when it removes one, until the target changes them", async () => {
    const [from, to] = [memory(), memory()]
    for (const key of ["changed", "removed", "theirs"]) await from.records.put("token", key, 1)
    await moveStore(from, to)
    await from.records.put("token", "changed", 2)
    await from.records.remove("token", "removed")
    await from.records.put("token", "theirs", 2)
    await to.records.put("token", "theirs", 3)
    const { records, isEqual } = await moveStore(from, to)
    expect({ records, isEqual }).toEqual({
      records: { copied: 1, same: 0, removed: 1, refused: ["token/theirs"] },
      isEqual: false,
    })
    expect((await to.records.list("token")).map(({ key, value }) => [key, value])).toEqual([
      ["changed", 2],
      ["theirs", 3],
    ])
  })

  it("of kinds that the target keeps do not replace its own", async () => {
    const [from, to] = [memory(), memory()]
    await from.records.put("server", "secret", "old")
    await to.records.put("server", "secret", "new")
    expect(await moveStore(from, to, { keeps: ["server"] })).toMatchObject({ isEqual: true })
    expect((await to.records.get("server", "secret"))?.value).toBe("new")
  })
})

/** A target whose writes fail from one on, as those of a killed process never happen. Its runner is that of a process that is gone. */
function writesOf(store: Store) {
  const counter = { count: 0, written: new Set<unknown>(), failingAfter }
  function failingAfter(most: number): Store {
    const counted = <T extends object>(port: T, names: readonly (keyof T)[]): T => {
      const wrapped = names.map((name) => {
        const write = port[name] as (...args: unknown[]) => Promise<unknown>
        const guarded = async (...args: unknown[]) => {
          if (counter.count >= most) throw new Error("killed")
          counter.count += 1
          const [what] = args as readonly (string | { readonly id?: string; readonly session?: string })[]
          counter.written.add(typeof what === "object" ? (what.id ?? what.session) : what)
          return write(...args)
        }
        return [name, guarded] as const
      })
      return { ...port, ...Object.fromEntries(wrapped) }
    }
    const join = (runner: Runner) => store.leases.join({ ...runner, pid: 2 ** 30, started: "" })
    return {
      ...store,
      log: counted(store.log, ["append"]),
      inbox: counted(store.inbox, ["enqueue"]),
      sessions: counted(store.sessions, ["create", "update", "remove"]),
      records: counted(store.records, ["put", "remove"]),
      leases: counted({ ...store.leases, join, leave: async () => {} }, ["acquire", "release"]),
    }
  }
  return counter
}
