// Appends that go to the database together. Those of sessions that stay due take another statement, which must do the same.
import type { ArchivedStore } from "@pawl/agent"
import pg from "pg"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { appendOf, type Change, fact, held, nudge, started } from "../../agent/src/store/conformance/data.ts"
import { hasServer } from "./__fixtures__/server.ts"
import { emptySchema } from "./__fixtures__/shared-server.ts"
import { postgres } from "./postgres.ts"

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

  /** How many wait for the transaction of `client`. */
  async function waiting(): Promise<number> {
    const { rows } = await client.query(
      "select count(*) from pg_locks l where not l.granted and pg_backend_pid() = any(pg_blocking_pids(l.pid))",
    )
    return Number(rows[0]?.count)
  }
})
