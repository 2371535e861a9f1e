// `pawl migrate`: real stores from SQLite to PostgreSQL and back, and a copy whose process is really killed.
import { readdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Store, sqlite } from "@pawl/agent"
import { exportSession, moveStore } from "@pawl/agent/sessions"
import { postgres } from "@pawl/postgres"
import Database from "better-sqlite3"
import pg from "pg"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { append, create, fact, nudge, runner, say, started } from "../packages/agent/src/store/conformance/data.ts"
import { makePlace, type Place } from "../packages/cli/src/__fixtures__/pawl.ts"
import { hasServer } from "../packages/postgres/src/__fixtures__/server.ts"
import { emptyDatabase } from "../packages/postgres/src/__fixtures__/shared-server.ts"

/** Everything that a person could miss after the move. */
async function contentOf(store: Store) {
  const rows = await store.sessions.list({ limit: 1000 })
  const sessions = []
  for (const row of rows) {
    const exported = []
    for await (const line of exportSession(store, row.id)) exported.push(line)
    sessions.push({ row, exported, commands: (await store.inbox.read(row.id)).map(({ command }) => command) })
  }
  const kinds = (await store.records.kinds()).filter((kind) => kind !== "moved")
  const records = []
  for (const kind of kinds)
    for (const { key, value } of await store.records.list(kind)) records.push({ kind, key, value })
  return { sessions, records, usage: await store.usage.list() }
}

async function contentAndClose(opening: Promise<Store>) {
  const store = await opening
  return contentOf(store).finally(() => store.close())
}

/** Behind the store's back. Returns the first column of what the statement returns. */
function change(file: string, sql: string): unknown {
  const db = new Database(file)
  const statement = db.prepare(sql)
  const found = statement.reader ? statement.pluck().get() : statement.run().changes
  db.close()
  return found
}

const used = { inputTokens: 3, outputTokens: 2, costUsd: 0.25 }

/** A long session among short ones. */
async function fill(file: string, sessions: number, facts: number): Promise<void> {
  const store = await sqlite(file)
  for (let index = 0; index < sessions; index++) await create(store, `s${index}`, 1000 + index, "ann")
  await store.leases.join(runner)
  const acquired = await store.leases.acquire("s1", runner.id)
  const epoch = acquired.ok ? acquired.epoch : 0
  const all = Array.from({ length: facts }, (_, index) => fact(index + 2, nudge(`fact ${index} ${"word ".repeat(50)}`)))
  await append(store, "s1", { epoch, facts: all })
  await store.leases.release("s1", epoch, { dueAt: null, seen: 0 })
  await store.leases.leave(runner.id)
  await store.inbox.enqueue("s1", say("waits"))
  await store.close()
}

describe.skipIf(!hasServer())("pawl migrate", () => {
  let place: Place
  let url: string
  beforeEach(async () => {
    place = makePlace()
    url = await emptyDatabase()
  })
  afterEach(() => place.remove())
  const file = (name: string) => join(place.home, name)
  const address = (name: string) => `sqlite://${file(name)}`

  it("copies from SQLite to PostgreSQL and back, and nothing is lost or changed on the way", async () => {
    writeFileSync(join(place.work, "note.txt"), "an attached file ".repeat(20_000))
    await place.pawl(["-p", "Read @note.txt", "--title", "With a \u{1f600} file"])
    await place.pawl(["-p", "good night", "--title", "Old"])
    await place.pawl(["sessions", "archive", "Old"])
    await place.pawl(["sessions", "tag", "With a \u{1f600} file", "vip"])
    await place.pawl(["fork", "Old", "--title", "Copy"])
    await place.pawl(["send", "new", "later"])
    await place.pawl(["users", "add", "ann", "--role", "admin"])
    const before = await contentAndClose(sqlite(file("pawl.db")))
    expect(before.sessions).toHaveLength(4)
    expect(before.records.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["user", "token"]))

    const planned = await place.pawl(["migrate", address("pawl.db"), url, "--dry-run"])
    expect(planned).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^4 sessions would be copied, 0 are equal/),
    })
    const untouched = await place.pawl(["migrate", url, address("back.db")])
    expect(untouched).toMatchObject({ code: 42, stderr: expect.stringContaining("has no store of Pawl") })

    const there = await place.pawl(["migrate", address("pawl.db"), url])
    expect(there).toMatchObject({ code: 0, stdout: expect.stringContaining("Everything is equal on both sides.") })
    expect(await contentAndClose(postgres(url))).toEqual(before)
    const back = await place.pawl(["migrate", url, address("back.db"), "--json"])
    expect(JSON.parse(back.stdout)).toMatchObject({ isEqual: true, sessions: { copied: 4 } })
    expect(await contentAndClose(sqlite(file("back.db")))).toEqual(before)

    // What moved goes on in its new place, and is found there.
    expect(await place.pawl(["worker", "--once", "--database", url])).toMatchObject({ code: 0 })
    expect((await place.pawl(["sessions", "search", "later", "--database", url])).stdout).toContain("later")
    const refused = await place.pawl(["migrate", address("pawl.db"), url])
    expect(refused).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^refused: \w+, the target has \d+ facts/m),
    })
  })

  it("follows a source that goes on: commands that became facts, new facts, another status, another name", async () => {
    await place.pawl(["sessions", "list"])
    const [from, to] = [await sqlite(file("pawl.db")), await postgres(url)]
    await create(from, "s", 1000, "ann")
    for (const id of ["a", "b"]) await from.inbox.enqueue("s", say(id))
    expect(await moveStore(from, to)).toMatchObject({ isEqual: true })
    expect(await contentOf(to)).toEqual(await contentOf(from))
    await from.leases.join(runner)
    const acquired = await from.leases.acquire("s", runner.id)
    const epoch = acquired.ok ? acquired.epoch : 0
    const [a] = await from.inbox.read("s")
    const spent = [{ day: 20_000, model: "m", requests: 1, unpriced: 0, toolCalls: 0, ms: 5, usage: used }]
    await append(from, "s", { epoch, facts: [fact(2, started("a"))], consumed: [a?.place ?? 0], spent })
    await from.sessions.update("s", { title: "Named", archived: true, tags: ["x"] }, 4000)
    expect(await moveStore(from, to)).toMatchObject({ isEqual: false, sessions: { running: 1 }, facts: 1, usage: 1 })
    expect(await to.sessions.due({ before: Number.MAX_SAFE_INTEGER })).toEqual([])
    await append(from, "s", { epoch, expectedSeq: 2, facts: [], columns: { status: "failed", error: "Broken." } })
    await from.leases.release("s", epoch, { dueAt: 9_000_000_000_000, seen: 99 })
    await from.sessions.update("s", { archived: false, tags: [] })
    expect(await moveStore(from, to)).toMatchObject({ isEqual: true, sessions: { copied: 1 }, facts: 0, usage: 0 })
    expect(await contentOf(to)).toEqual(await contentOf(from))
    expect(await moveStore(from, to)).toMatchObject({ isEqual: true, sessions: { same: 1 } })
    await Promise.all([from.close(), to.close()])
  })

  it.each([1, 3])("that is killed after %i sessions goes on where it was", async (most) => {
    await place.pawl(["sessions", "list"])
    await fill(file("pawl.db"), 40, 4000)
    const before = await contentAndClose(sqlite(file("pawl.db")))
    const words = ["migrate", address("pawl.db"), url, "--json"]
    const { ended } = place.start(words, {
      onOutput: (_out, stderr, child) => void (stderr.split("\n").length > most && child.kill("SIGKILL")),
    })
    expect(await ended).toMatchObject({ signal: "SIGKILL" })
    const half = await contentAndClose(postgres(url))
    expect(half.sessions.length).toBeLessThan(40)
    const again = await place.spawned(words)
    expect(again).toMatchObject({ code: 0 })
    expect(JSON.parse(again.stdout).sessions.same).toBeGreaterThanOrEqual(most - 1)
    expect(await contentAndClose(postgres(url))).toEqual(before)
  })

  it.each([
    [
      "a fact",
      "update pawl.facts set body = replace(body, 'good night', 'good light') where seq = 2",
      /fact 2 is another one/,
    ],
    ["a blob", "update pawl.blobs set bytes = 'other'", /the blob [0-9a-f]{64} is another one in the target/],
    ["a blob that is gone", "delete from pawl.blobs", /the blob [0-9a-f]{64} is missing in the target/],
  ])("finds what was altered in the target after it was copied, and exits 1: %s", async (_, sql, why) => {
    await place.pawl(["-p", "good night"])
    const words = ["migrate", address("pawl.db"), url]
    expect(await place.pawl(words)).toMatchObject({ code: 0 })
    const client = new pg.Client(url)
    await client.connect()
    expect((await client.query(sql)).rowCount).toBeGreaterThan(0)
    await client.end()
    const before = await contentAndClose(postgres(url))
    const [id = ""] = before.sessions.map(({ row }) => row.id)
    const { code, stdout } = await place.pawl(words)
    expect({ code, line: stdout.split("\n").find((line) => line.startsWith(`refused: ${id}, `)) }).toEqual({
      code: 1,
      line: expect.stringMatching(why),
    })
    expect(stdout).not.toContain("Everything is equal")
    expect(await contentAndClose(postgres(url))).toEqual(before)
  })

  it("knows a database under two names", async () => {
    const other = `${url}${url.includes("?") ? "&" : "?"}application_name=other`
    expect(await place.pawl(["migrate", url, other])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("FROM and TO are the same store"),
    })
  })

  it("ends at once when another process copies into the same store, which is not disturbed", async () => {
    await place.pawl(["sessions", "list"])
    await fill(file("pawl.db"), 40, 4000)
    const words = ["migrate", address("pawl.db"), url, "--json"]
    const stopped = Promise.withResolvers<void>()
    let isStopped = false
    const first = place.start(words, {
      onOutput: (_out, _err, child) => {
        if (!isStopped) child.kill("SIGSTOP")
        isStopped = true
        stopped.resolve()
      },
    })
    await stopped.promise
    expect(await place.spawned(words)).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining("Another process copies into this store. Nothing was changed."),
    })
    first.child.kill("SIGCONT")
    expect(await first.ended).toMatchObject({ code: 0 })
    expect(await contentAndClose(postgres(url))).toEqual(await contentAndClose(sqlite(file("pawl.db"))))
  })
})

describe("pawl migrate", () => {
  let place: Place
  beforeEach(() => {
    place = makePlace()
  })
  afterEach(() => place.remove())

  it.each([
    [[], 2, /From where to where\?/],
    [["sqlite://a.db"], 2, /From where to where\?/],
    [["sqlite://a.db", "mysql://eve:hunter22secret@host/db"], 2, /A store is named by/],
    [["sqlite://a.db", "sqlite://./a.db"], 2, /the same store/],
    [["postgres://eve:hunter22secret@h/x", "postgresql://eve:hunter22secret@h/x"], 2, /the same store/],
    [["sqlite://a.db", "sqlite://b.db", "--database", "postgres://h/x"], 2, /leave --database out/],
    [["sqlite://missing.db", "sqlite://b.db"], 42, /There is no file .*missing\.db/],
    [["postgres://eve:hunter22secret@127.0.0.1:1/x", "sqlite://b.db"], 1, /cannot be reached/],
  ])("refuses %j, makes no file, and repeats no password", async (words, code, message) => {
    const ended = await place.pawl(["migrate", ...words])
    expect(ended).toMatchObject({ code, stdout: "", stderr: expect.stringMatching(message) })
    expect(ended.stderr).not.toContain("hunter22secret")
    expect(readdirSync(place.work)).toEqual([])
  })

  it("says of the sessions that it skips that they were not compared again", async () => {
    for (const text of ["good morning", "good night"]) await place.pawl(["-p", text])
    const words = ["migrate", `sqlite://${join(place.home, "pawl.db")}`, "sqlite://copy.db"]
    await place.pawl(words)
    change(
      join(place.work, "copy.db"),
      "update facts set body = replace(body, 'good night', 'good light') where body like '%turn-started%'",
    )
    const skipping = await place.pawl([...words, "--skip-unchanged"])
    expect(skipping).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("0 are equal already, 2 look unchanged"),
    })
    expect(skipping.stdout).toContain("2 sessions look unchanged and were not compared again")
    expect(skipping.stdout).not.toContain("Everything is equal")
    expect(await place.pawl(words)).toMatchObject({ code: 1, stdout: expect.stringContaining("1 are equal already (") })
  })

  it("names the sessions for which the source has lost a blob, and copies the others", async () => {
    for (const text of ["good morning", "good night"]) await place.pawl(["-p", text])
    writeFileSync(join(place.work, "note.txt"), "an attached file ".repeat(20_000))
    await place.pawl(["-p", "Read @note.txt", "--title", "With a file"])
    const lost = change(
      join(place.home, "pawl.db"),
      "delete from blobs where hash = (select hash from blobs order by length(bytes) desc limit 1) returning hash",
    )
    const listed = JSON.parse((await place.pawl(["sessions", "list", "--json"])).stdout) as {
      id: string
      title: string
    }[]
    const id = listed.find(({ title }) => title === "With a file")?.id
    const words = ["migrate", `sqlite://${join(place.home, "pawl.db")}`, "sqlite://copy.db"]
    for (const line of ["2 sessions copied, 0 are equal", "0 sessions copied, 2 are equal"]) {
      const { code, stdout } = await place.pawl(words)
      expect(code).toBe(1)
      expect(stdout).toContain(line)
      expect(stdout).toContain(`damaged: ${id}, the source has lost the blob ${lost}\n`)
    }
  })

  it("shows on a terminal how many sessions are done", async () => {
    await place.pawl(["-p", "good morning"])
    const words = ["migrate", `sqlite://${join(place.home, "pawl.db")}`, "sqlite://copy.db"]
    const shown: string[] = []
    expect(await place.onTerminal(words, { onShown: (text) => void shown.push(text) }).ended).toBe(0)
    expect(shown.join("")).toMatch(/1 of 1 sessions[^\n]*1 sessions copied/)
  })
})
