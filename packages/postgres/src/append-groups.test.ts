// Appends that go to the database together. Those of sessions that stay due take another statement, which must do the same.
import type { ArchivedStore } from "@pawl/agent"
import type { Spent } from "@pawl/agent/types"
import pg from "pg"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { appendOf, type Change, fact, held, nudge, started } from "../../agent/src/store/conformance/data.ts"
import { hasServer } from "./__fixtures__/server.ts"
import { emptySchema } from "./__fixtures__/shared-server.ts"
import { postgres } from "./postgres.ts"

const SPENT: Spent = {
  day: 20_000,
  model: "acme:small",
  requests: 1,
  unpriced: 0,
  usage: { inputTokens: 100, outputTokens: 10, cacheReadTokens: 40, costUsd: 0.25 },
  toolCalls: 2,
  ms: 30,
}
const ODD = `"a" \\ {b,c} 'd' null\n"e"\t%s $1`

describe.skipIf(!hasServer()).each([
  { name: "sessions that rest", dueAt: null },
  { name: "sessions that stay due", dueAt: 0 },
])("appends of $name that go together", ({ dueAt }) => {
  let store: ArchivedStore
  let place: Awaited<ReturnType<typeof emptySchema>>
  let client: pg.Client
  beforeAll(async () => {
    place = await emptySchema()
    store = await postgres(place.url, { schema: place.schema })
    client = new pg.Client(place.url)
    await client.connect()
    await client.query(`set search_path = ${place.schema}`)
  })
  afterAll(() => Promise.all([store.close(), client.end()]))

  const together = (...appends: readonly (readonly [string, Change])[]) =>
    Promise.all(
      appends.map(([id, { columns, ...change }]) =>
        store.log.append(appendOf(id, { ...change, columns: { dueAt, ...columns } })),
      ),
    )

  it("are accepted or refused each on its own", async () => {
    for (const id of ["good", "fenced", "stale", "last"]) await held(store, id)
    expect(
      await together(
        ["good", {}],
        ["fenced", { epoch: 7 }],
        ["missing", {}],
        ["stale", { expectedSeq: 3 }],
        ["last", { facts: [fact(2), fact(3, started("c1"))] }],
      ),
    ).toEqual([
      { ok: true },
      { ok: false, reason: "fenced" },
      { ok: false, reason: "missing" },
      { ok: false, reason: "stale" },
      { ok: true },
    ])
    const heads = await Promise.all(["good", "fenced", "stale", "last"].map((id) => store.log.head(id)))
    expect(heads).toEqual([2, 1, 1, 3])
    expect(await store.log.read("last", 1)).toEqual([fact(2), fact(3, started("c1"))])
    const xmins = await client.query(
      "select distinct f.xmin::text from facts f join sessions s on s.key = f.session where s.id in ('good', 'last') and f.seq = 2",
    )
    expect(xmins.rows).toHaveLength(1)
  })

  it("keep facts and columns as they are, whatever their words are", async () => {
    const openRequests = [{ kind: "approval", call: ODD, tool: "pay", arguments: {} }] as never
    for (const id of ["odd", "even"]) await held(store, id)
    const columns = { status: "waiting", turns: 3, messages: 7, preview: ODD, updatedAt: 5432, error: ODD } as const
    const facts = [fact(2, nudge(ODD)), fact(3, started(ODD))]
    const usage = { inputTokens: 12, outputTokens: 34, costUsd: 0.5 }
    await together(["odd", { facts, columns: { ...columns, usage, openRequests, workspace: ODD } }], ["even", {}])
    expect(await store.log.read("odd", 1)).toEqual(facts)
    const row = { ...columns, usage, openRequests, workspace: ODD, dueAt, seq: 3 }
    expect(await store.sessions.get("odd")).toMatchObject(row)
    expect(await store.sessions.get("even")).toMatchObject({ workspace: null, error: null, seq: 2, dueAt })
    await together(["odd", { expectedSeq: 3 }], ["even", { expectedSeq: 2, facts: [] }])
    expect(await store.sessions.get("odd")).toMatchObject({ workspace: ODD, error: null, seq: 4 })
    expect(await store.sessions.get("even")).toMatchObject({ seq: 2 })
  })

  it("wait for who changes a row, and compare with what was committed", async () => {
    for (const id of ["taken", "kept", "gone"]) await held(store, id)
    await client.query("begin")
    await client.query("update sessions set epoch = epoch + 1 where id = 'taken'")
    await client.query("update sessions set title = 'Named' where id = 'kept'")
    await client.query("delete from sessions where id = 'gone'")
    const all = together(["taken", {}], ["kept", {}], ["gone", {}])
    await expect.poll(waiting).toBeGreaterThan(0)
    await client.query("commit")
    expect(await all).toEqual([{ ok: false, reason: "fenced" }, { ok: true }, { ok: false, reason: "missing" }])
    expect(await store.sessions.get("kept")).toMatchObject({ seq: 2, metadata: { title: "Named" } })
    expect(await store.log.head("taken")).toBe(1)
  })

  it("add what was spent to the sums of the owner, if they are accepted", async () => {
    for (const id of ["paid", "paid-twice", "refused", "free"]) await held(store, id)
    const before = await used()
    await together(
      ["paid", { spent: [SPENT] }],
      ["paid-twice", { spent: [SPENT, { ...SPENT, model: ODD, day: 20_001 }] }],
      ["refused", { epoch: 7, spent: [SPENT] }],
      ["free", {}],
    )
    expect((await used()).map((row, at) => row - (before[at] ?? 0))).toEqual([3, 300, 0.75])
    expect(await store.usage.list({ from: "2024-10-05" })).toMatchObject([
      { model: ODD, day: "2024-10-05", requests: 1 },
    ])
  })

  it("are written, refused and added up as well when one goes alone", async () => {
    await held(store, "alone")
    const before = await used()
    const alone = (change: Change) => together(["alone", change])
    const openRequests = [{ kind: "approval", call: ODD, tool: "pay", arguments: {} }] as never
    expect(await alone({ spent: [SPENT, SPENT], columns: { preview: ODD, openRequests } })).toEqual([{ ok: true }])
    expect(await alone({ spent: [SPENT] })).toEqual([{ ok: false, reason: "stale" }])
    expect(await alone({ epoch: 7, expectedSeq: 2 })).toEqual([{ ok: false, reason: "fenced" }])
    expect(await together(["nowhere", {}])).toEqual([{ ok: false, reason: "missing" }])
    expect(await alone({ expectedSeq: 2, facts: [fact(3, nudge(ODD)), fact(4, started(ODD))] })).toEqual([{ ok: true }])
    expect(await store.log.read("alone", 2)).toEqual([fact(3, nudge(ODD)), fact(4, started(ODD))])
    expect(await store.sessions.get("alone")).toMatchObject({ seq: 4, dueAt })
    expect((await used()).map((row, at) => row - (before[at] ?? 0))).toEqual([2, 200, 0.5])
  })

  /** Requests, tokens and cost of everybody. */
  async function used(): Promise<readonly number[]> {
    const rows = await store.usage.list({})
    const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((all, row) => all + of(row), 0)
    return [
      sum(({ requests }) => requests),
      sum(({ usage }) => usage.inputTokens),
      sum(({ usage }) => usage.costUsd ?? 0),
    ]
  }

  /** How many wait for the transaction of `client`. */
  async function waiting(): Promise<number> {
    const { rows } = await client.query(
      "select count(*) from pg_locks l where not l.granted and pg_backend_pid() = any(pg_blocking_pids(l.pid))",
    )
    return Number(rows[0]?.count)
  }
})
