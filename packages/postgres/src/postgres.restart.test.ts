// The database restarts, or crashes, while sessions are written: nothing is lost, nothing is done twice, and everyone is told.
import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pg from "pg"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { appendOf, create, held, say } from "../../agent/src/store/conformance/data.ts"
import { hasServer, PostgresServer } from "./__fixtures__/server.ts"
import { postgres } from "./postgres.ts"

describe.skipIf(!hasServer())("a PostgreSQL that restarts", () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = new PostgresServer(mkdtempSync(join(tmpdir(), "pawl-pg-")))
    await server.start()
  })
  afterAll(() => server.remove())

  it.each(["fast", "immediate"] as const)("(%s) loses no write, and repeats none", async (how) => {
    const schema = `restart_${how}`
    const [store, other] = await Promise.all([1, 2].map(() => postgres(server.url("postgres"), { schema })))
    if (store === undefined || other === undefined) throw new Error("Both stores are open.")
    const ids = ["a", "b", "c"].map((id) => `${how}-${id}`)
    for (const id of ids) await held(store, id)
    const told = vi.fn()
    const stop = other.watch(told, "commands")
    let isOver = false
    const written = ids.map(async (id) => {
      let seq = 1
      for (; !isOver; seq++) {
        const [appended, enqueued] = await Promise.all([
          store.log.append(appendOf(id, { expectedSeq: seq })),
          store.inbox.enqueue(id, say(`${id}-${seq}`)),
        ])
        expect([appended, enqueued.outcome]).toEqual([{ ok: true }, "accepted"])
      }
      return seq
    })
    const far = async (seq: number) =>
      vi.waitFor(async () => expect(await store.log.head(ids[0] ?? "")).toBeGreaterThan(seq), 30_000)
    await far(5)
    for (let times = 0; times < 2; times++) {
      const before = await store.log.head(ids[0] ?? "")
      await server.stop(how)
      await server.start()
      await far(before + 5)
    }
    isOver = true
    const heads = await Promise.all(written)
    for (const [at, id] of ids.entries()) {
      const facts = await other.log.read(id, 0)
      expect(facts.map(({ seq }) => seq)).toEqual(Array.from({ length: heads[at] ?? 0 }, (_, index) => index + 1))
      expect(await other.inbox.read(id)).toHaveLength((heads[at] ?? 0) - 1)
    }
    // The listener is connected again: it is told of what comes now.
    await vi.waitFor(async () => {
      told.mockClear()
      await store.inbox.enqueue(ids[0] ?? "", say(`later-${performance.now()}`))
      await vi.waitFor(() => expect(told).toHaveBeenCalled(), 1000)
    }, 30_000)
    stop()
    await Promise.all([store.close(), other.close()])
  })

  it.each(["fast", "immediate"] as const)("(%s) does not make live runners look as if they had ended", async (how) => {
    const place = { schema: `restart_tied_${how}` }
    const [store, other] = await Promise.all([1, 2].map(() => postgres(server.url("postgres"), place)))
    if (store === undefined || other === undefined) throw new Error("Both stores are open.")
    await held(store, "a")
    await other.leases.join({ id: "other", pid: 2, boot: "boot", started: "2" })
    const tied = () => tiesIn(place.schema)
    await vi.waitFor(async () => expect(await tied()).toBe(2), 30_000)
    await server.stop(how)
    await server.start()
    const look = async () => {
      const refused = await other.leases.acquire("a", "other")
      return refused.ok || refused.holder?.isCutOff
    }
    expect(await look()).toBeUndefined()
    await vi.waitFor(async () => expect(await tied()).toBe(2), 30_000)
    expect(await look()).toBeUndefined()
    await store.close()
    // Both hold their connections again, so the end of one is noticed.
    await vi.waitFor(async () => expect(await look()).toBe(true), 30_000)
    await other.close()
  })

  /** How many runners hold their connection to the server as it runs now. */
  async function tiesIn(schema: string): Promise<number> {
    const client = new pg.Client(server.url("postgres"))
    await client.connect()
    const { rows } = await client
      .query(`set search_path to ${schema}; select from ties where server = server_start()`)
      .then(
        (results) => (results as unknown as readonly pg.QueryResult[])[1] ?? { rows: [] }, // Two statements, two results.
      )
    await client.end()
    return rows.length
  }

  it("tells listeners to look when they could not be told for a while", async () => {
    const how = { schema: "restart_wake" }
    const store = await postgres(server.url("postgres"), how)
    await create(store, "a")
    const told = vi.fn()
    const stop = store.watch(told, "commands")
    await vi.waitFor(() => expect(told).toHaveBeenCalled(), 30_000)
    told.mockClear()
    await server.stop("fast")
    await server.start()
    await vi.waitFor(() => expect(told).toHaveBeenCalled(), 30_000)
    stop()
    await store.close()
  })

  it("is given up after reconnectMs, and closing does not wait for it", async () => {
    const store = await postgres(server.url("postgres"), { schema: "restart_gone", reconnectMs: 300 })
    await server.stop("fast")
    await expect(store.sessions.list()).rejects.toMatchObject({
      code: "store-failed",
      message: expect.stringContaining("cannot be reached"),
    })
    await store.close()
    await expect(store.sessions.list()).rejects.toMatchObject({ code: "store-failed" })
    await expect(postgres(server.url("postgres"))).rejects.toMatchObject({ code: "store-failed" })
    await server.start()
  })
})
