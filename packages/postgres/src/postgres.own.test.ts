// What the PostgreSQL store does besides what every store does.
import { type ArchivedStore, type Draft, isPawlError } from "@pawl/agent"
import pg from "pg"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { append, appendOf, create, fact, held, nudge, say, started } from "../../agent/src/store/conformance/data.ts"
import { hasServer } from "./__fixtures__/server.ts"
import { emptyDatabase, emptySchema } from "./__fixtures__/shared-server.ts"
import { connecting } from "./connecting.ts"
import type { PostgresOptions } from "./options.ts"
import { postgres } from "./postgres.ts"
import { WAITING } from "./queue.ts"

describe.skipIf(!hasServer())("the PostgreSQL store", () => {
  let store: ArchivedStore
  /** Another process, as far as the store is concerned: they share nothing but the database. */
  let other: ArchivedStore
  let place: Awaited<ReturnType<typeof emptySchema>>
  beforeAll(async () => {
    place = await emptySchema()
    store = await postgres(place.url, { schema: place.schema })
    other = await postgres(place.url, { schema: place.schema, connections: 2 })
  })
  afterAll(() => Promise.all([store.close(), other.close()]))

  it("has times of today", async () => {
    const now = Date.now()
    const { epoch } = await held(store, "today")
    await append(store, "today", { epoch, columns: { dueAt: now, updatedAt: now } })
    expect(await store.leases.release("today", epoch, { dueAt: now + 5, dueIn: 5, seen: now })).toBe(true)
    expect(await store.sessions.due({ before: now + 5 })).toMatchObject([{ id: "today", dueAt: now + 5 }])
    const after = { updatedAt: now + 1, id: "" }
    expect((await store.sessions.list({ after, limit: 1 })).map(({ id }) => id)).toEqual(["today"])
    await store.sessions.remove("today")
  })

  it("keeps words that PostgreSQL has no characters for", async () => {
    await held(store, "odd")
    const odd = "a\u0000b\ud800c"
    await store.inbox.enqueue("odd", say(odd))
    const [queued] = await store.inbox.read("odd")
    expect(queued?.command.id).toBe(odd)
    const facts = [fact(2, started(odd)), fact(3, nudge(odd))]
    await append(store, "odd", { facts, consumed: [queued?.place ?? 0], columns: { preview: odd, error: odd } })
    expect(await store.log.read("odd", 1)).toEqual(facts)
    expect(await store.inbox.enqueue("odd", say(odd))).toEqual({ outcome: "duplicate" })
    expect((await store.sessions.get("odd"))?.preview).toBe("a\u{fffd}b\u{fffd}c")
    await store.sessions.update("odd", { title: odd, tags: [odd] })
    expect((await store.sessions.list({ tag: odd })).map(({ id }) => id)).toEqual(["odd"])
    expect((await store.sessions.find(odd)).map(({ id }) => id)).toEqual(["odd"])
    await store.sessions.remove("odd")
  })

  it("counts what waits by its index, however many sessions there are", async () => {
    const { url, schema } = await emptySchema()
    await (await postgres(url, { schema })).close()
    await asOwner(
      url,
      `insert into ${schema}.sessions (id, profile, created_at, seq, epoch, status, due_at, queued_at, open_requests, turns,
         messages, usage, preview, updated_at, updated_second)
       select 'many-' || n, 'default', 0, 1, 0, 'idle', case when n % 100 = 0 then 0 end, n, '[]', 0, 0, '{}', '', 0, 0
       from generate_series(1, 20000) n`,
    )
    await asOwner(url, `analyze ${schema}.sessions`)
    const plan = await asOwner(
      url,
      `explain ${WAITING.replaceAll("from sessions", `from ${schema}.sessions`).replace("$1", "50")}`,
    )
    const lines = plan.map((line) => Object.values(line).join())
    expect(lines.filter((line) => /Index Cond: .*due_at (?:<=|=) /.test(line))).toHaveLength(2)
    const reads = lines.filter((line) => line.includes(" on sessions s"))
    expect(reads).toHaveLength(2)
    for (const line of reads) expect(line).toMatch(/Index (?:Only )?Scan using sessions_waiting/)
  })

  it("groups appends that wait at the same time into one commit", async () => {
    const ids = Array.from({ length: 30 }, (_, at) => `grouped-${at}`)
    for (const id of ids) await held(store, id)
    expect(await Promise.all(ids.map((id) => store.log.append(appendOf(id))))).toEqual(ids.map(() => ({ ok: true })))
    const [commits] = await asOwner(
      place.url,
      `select count(distinct f.xmin::text) as at from ${place.schema}.facts f join ${place.schema}.sessions s on s.key = f.session
       where s.id like 'grouped-%' and f.seq = 2`,
    )
    expect(Number(commits?.at)).toBeLessThanOrEqual(3)
    for (const id of ids) await store.sessions.remove(id)
  })

  it("lets a message begin or be taken back, never both, when two processes do it at once", async () => {
    await held(store, "contested")
    for (let seq = 1; seq <= 20; seq++) {
      await store.inbox.enqueue("contested", say(`c${seq}`))
      const [queued] = await store.inbox.read("contested")
      const facts = [fact(seq + 1, started(`c${seq}`))]
      const consumed = [queued?.place ?? 0]
      const [begun, withdrawn] = await Promise.all([
        store.log.append(appendOf("contested", { expectedSeq: seq, facts, consumed })),
        other.inbox.change("contested", `c${seq}`, { to: "unsend" }),
      ])
      expect(begun.ok).toBe(withdrawn === undefined)
      if (!begun.ok) await append(store, "contested", { expectedSeq: seq, consumed: [withdrawn ?? 0] })
      expect(await store.inbox.read("contested")).toEqual([])
    }
    await store.sessions.remove("contested")
  })

  it("gives places in the order of commits, so that a reader that remembers the last one misses none", async () => {
    for (const id of ["slow", "quick"]) await create(store, id)
    const client = new pg.Client(place.url)
    await client.connect()
    await client.query(`set search_path = ${place.schema}; begin`)
    const command = say("c1")
    const put = `select put_command(key, $1, $2, 'none') as place from sessions where id = 'slow'`
    const { rows } = await client.query(put, [JSON.stringify({ id: "c1", kind: "say" }), JSON.stringify(command)])
    // The place is given, and not committed. Another command, to another session, waits for it.
    const later = store.inbox.enqueue("quick", say("c2"))
    const lock = `objid::bigint = hashtext('${place.schema}.inbox')::bigint & 4294967295`
    const blocked = `select count(*) as at from pg_locks where locktype = 'advisory' and ${lock} and not granted`
    await vi.waitFor(async () => expect(await asOwner(place.url, blocked)).toEqual([{ at: "1" }]), 30_000)
    expect(await store.inbox.arrivals(0)).toEqual([])
    await client.query("commit")
    await client.end()
    const first = Number(rows[0]?.place)
    const second = { session: "quick", place: (await later).outcome === "accepted" ? first + 1 : 0 }
    expect(await store.inbox.arrivals(0)).toEqual([{ session: "slow", place: first }, second])
    for (const id of ["slow", "quick"]) await store.sessions.remove(id)
  })

  it("keeps a session due for a command that arrives while another process appends", async () => {
    await held(store, "woken")
    for (let seq = 1; seq <= 20; seq++) {
      await Promise.all([
        store.log.append(appendOf("woken", { expectedSeq: seq, columns: { dueAt: null } })),
        other.inbox.enqueue("woken", say(`c${seq}`)),
      ])
      expect((await store.sessions.get("woken"))?.dueAt).toBe(0)
      const consumed = (await store.inbox.read("woken")).map((queued) => queued.place)
      await append(store, "woken", { expectedSeq: seq + 1, facts: [], consumed, columns: { dueAt: null } })
      expect((await store.sessions.get("woken"))?.dueAt).toBeNull()
    }
    await store.sessions.remove("woken")
  })

  it("fails only the append that cannot be stored, of those that went together", async () => {
    for (const id of ["good", "bad"]) await held(store, id)
    const wrong = appendOf("bad", { columns: { turns: 2 ** 40 } })
    const both = await Promise.allSettled([store.log.append(appendOf("good")), store.log.append(wrong)])
    expect(both).toMatchObject([{ value: { ok: true } }, { reason: { code: "store-failed" } }])
    expect([await store.log.head("good"), await store.log.head("bad")]).toEqual([2, 1])
    for (const id of ["good", "bad"]) await store.sessions.remove(id)
  })

  it("finds sessions by words and their beginnings, in messages and titles, and not those that are gone", async () => {
    const said = { apples: "We ate Äpfel and apples yesterday.", pears: "Pears are better.", both: "apples" }
    for (const [id, text] of Object.entries(said)) {
      await held(store, id)
      await append(store, id, { facts: [fact(2, saying(text))] })
    }
    await append(store, "both", { expectedSeq: 2, facts: [fact(3, saying("and pears"))], columns: { updatedAt: 3000 } })
    const found = async (words: string) => (await other.archive.search(words)).map(({ id, seq }) => `${id} ${seq}`)
    expect(await found("apples")).toEqual(["both 2", "apples 2"])
    expect(await found("APFEL yest")).toEqual(["apples 2"])
    expect(await found("pear apple")).toEqual(["both 3"])
    expect(await found("'; drop table sessions")).toEqual([])
    await store.sessions.update("pears", { title: "Fruit", tags: ["orchard"] })
    expect(await found("orchard fruit")).toEqual(["pears 0"])
    expect((await store.archive.search("yesterday"))[0]?.excerpt).toContain("Äpfel")
    await store.sessions.remove("apples")
    expect(await found("yesterday")).toEqual([])
    await expect(store.archive.backup("copy")).rejects.toMatchObject({ code: "config-invalid" })
    for (const id of ["pears", "both"]) await store.sessions.remove(id)
  })

  it("brings text in flight to other processes: long, from its beginning, and until it ends", async () => {
    const stop = other.watch(() => {})
    const long = `${"x".repeat(20_000)}ä\u0000🦀`
    store.live.write("flying", { attempt: "m1", text: "begun before anyone reads" })
    await vi.waitFor(async () => expect(await other.live.read("flying")).toMatchObject({ attempt: "m1" }), 30_000)
    store.live.write("flying", { attempt: "m2", text: long })
    store.live.write("flying", { attempt: "m2", text: `${long} and more` })
    await vi.waitFor(async () => {
      expect(await other.live.read("flying")).toEqual({ attempt: "m2", text: `${long} and more` })
    }, 30_000)
    store.live.write("flying", undefined)
    await vi.waitFor(async () => expect(await other.live.read("flying")).toBeUndefined(), 30_000)
    stop()
  })

  it("tells those who look only for commands of nothing else", async () => {
    await create(store, "told")
    const [all, commands] = [vi.fn(), vi.fn()]
    const stops = [other.watch(all), other.watch(commands, "commands")]
    // Until the store listens: then it tells all of them, because it may have missed something.
    await vi.waitFor(async () => {
      await store.sessions.update("told", { title: "Named" })
      expect(all).toHaveBeenCalled()
    }, 30_000)
    commands.mockClear()
    all.mockClear()
    await store.sessions.update("told", { title: "Changed" })
    await vi.waitFor(() => expect(all).toHaveBeenCalled(), 30_000)
    expect(commands).not.toHaveBeenCalled()
    await store.inbox.enqueue("told", say("c1"))
    await vi.waitFor(() => expect(commands).toHaveBeenCalled(), 30_000)
    for (const stop of stops) stop()
    await store.sessions.remove("told")
  })

  it("reads what was committed until now, whatever the database is set to", async () => {
    const url = await emptyDatabase()
    const name = /test_\w+/.exec(url)?.[0]
    await asOwner(url, `alter database ${name} set default_transaction_isolation = 'serializable'`)
    const client = new pg.Client(connecting(url, {}).config)
    await client.connect()
    const { rows } = await client.query("show transaction_isolation")
    await client.end()
    expect(rows).toEqual([{ transaction_isolation: "read committed" }])
  })

  it("needs no right to change tables once they are there", async () => {
    const url = await emptyDatabase()
    await asOwner(url, "create role app login; create schema pawl; grant usage on schema pawl to app")
    await asOwner(url, "alter default privileges in schema pawl grant select, insert, update, delete on tables to app")
    await asOwner(url, "alter default privileges in schema pawl grant usage on sequences to app")
    const asApp = url.replace("pawl@", "app@")
    await expect(postgres(asApp)).rejects.toMatchObject({
      message: expect.stringMatching(
        /could not be opened: .* Give this role the rights that the guide on PostgreSQL lists\.$/,
      ),
    })
    await (await postgres(url)).close()
    const app = await postgres(asApp)
    await held(app, "a")
    await append(app, "a", { facts: [fact(2, saying("hello"))], blobs: [{ hash: "h", bytes: new Uint8Array([1]) }] })
    await app.inbox.enqueue("a", say("c1"))
    await app.records.put("user", "ann", 1)
    expect(await app.archive.search("hello")).toHaveLength(1)
    expect(await app.sessions.remove("a")).toBe(true)
    const asked = { model: "m", limits: { concurrency: 1 }, perMs: 60_000, tokens: [1], away: { count: 0, tokens: 0 } }
    const [place = 0] = (await app.rates?.take(asked))?.places ?? []
    app.rates?.close("m", place, { isGone: false, tokens: 2 })
    expect((await app.rates?.take(asked))?.places).toHaveLength(1)
    app.rates?.teach("m", { refused: { sentAgoMs: 0, retryAfterMs: 60_000 } })
    await app.close()
    expect(await asOwner(url, "select model from pawl.rate_lessons")).toEqual([{ model: "m" }])
    await asOwner(url, "revoke all on pawl.sessions from app")
    const poor = await postgres(asApp)
    await expect(poor.sessions.list()).rejects.toThrow(/could not do this: .* that the guide on PostgreSQL lists\.$/)
    await expect(poor.leases.leave("a")).rejects.toThrow(/Nothing of this write was kept\.$/)
    await poor.close()
    await asOwner(url, "update pawl.store set version = 999, usable_from = 999")
    await expect(postgres(url)).rejects.toMatchObject({ code: "store-newer" })
    await asOwner(url, "update pawl.store set usable_from = null")
    await expect(postgres(url)).rejects.toMatchObject({ code: "store-newer" })
    await asOwner(url, "drop owned by app; drop role app")
  })

  it("uses the tables of a newer Pawl as they are, if that one left them usable", async () => {
    const url = await emptyDatabase()
    const running = await postgres(url)
    await held(running, "a")
    // What a migration of the next version may do, while this process runs and when one starts.
    await asOwner(url, "alter table pawl.sessions add column more text; update pawl.store set version = version + 1")
    await append(running, "a", { facts: [fact(2, saying("hello"))] })
    expect(await running.sessions.get("a")).toMatchObject({ id: "a", seq: 2 })
    const started = await postgres(url)
    expect(await started.sessions.list()).toMatchObject([{ id: "a", seq: 2 }])
    expect(await started.sessions.get("a")).not.toHaveProperty("more")
    await running.close()
    await started.close()
  })

  it.each([
    ["mysql://host/db", {}, /begin with postgres:/],
    ["postgres://localhost/pawl", { schema: 'x"; drop' }, /schema is/],
    ["postgres://localhost/pawl", { connections: 0 }, /connections is 0/],
    ["postgres://localhost/pawl", { conections: 3 }, /has no option "conections"; the nearest is connections/],
    ["postgres://eve:secret@127.0.0.1:1/pawl", {}, /"pawl" on 127\.0\.0\.1:1 .*cannot be reached/],
  ])("refuses %s with %j, and says nothing of passwords", async (url, options, message) => {
    const error = await postgres(url, options as PostgresOptions).catch((thrown: unknown) => thrown)
    expect(isPawlError(error) && error.message).toMatch(message)
    expect(String(error)).not.toContain("secret")
  })

  it("refuses reads, writes and listeners after it was closed, and has written what it accepted", async () => {
    const closing = await postgres(place.url, { schema: place.schema })
    await held(closing, "last")
    const accepted = Promise.all([closing.log.append(appendOf("last")), closing.inbox.enqueue("last", say("c1"))])
    await closing.close()
    expect(await accepted).toMatchObject([{ ok: true }, { outcome: "accepted" }])
    await expect(closing.log.read("last", 0)).rejects.toMatchObject({ code: "store-failed" })
    await expect(closing.log.append(appendOf("last", { expectedSeq: 2 }))).rejects.toMatchObject({
      code: "store-failed",
    })
    expect(() => closing.watch(() => {})).toThrow(/is closed/)
    expect(await store.log.head("last")).toBe(2)
    await closing.close()
    await store.sessions.remove("last")
  })
})

function saying(text: string): Draft {
  return { ...started("c"), input: [{ type: "text", text }] } as Draft
}

async function asOwner(url: string, statements: string): Promise<readonly { readonly at?: string }[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(statements)).rows ?? []
  } finally {
    await client.end()
  }
}
