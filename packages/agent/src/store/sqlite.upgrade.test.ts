// Files of earlier schemas are opened and migrated; files of later ones are left unchanged.
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import Database from "better-sqlite3"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { createAgent } from "../agent/create-agent.ts"
import { scripted } from "../model/scripted.ts"
import { schemaOf, versionOf } from "./sqlite/file-version.ts"
import { APPLICATION_ID, factId, MIGRATIONS } from "./sqlite/schema.ts"
import { sqlite } from "./sqlite.ts"

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pawl-upgrade-"))
  path = join(folder, "pawl.db")
})
afterEach(() => rmSync(folder, { recursive: true }))

/** A session in the middle of a turn, as a Pawl with that many migrations left it when it was killed. */
function written(steps: number): void {
  const db = new Database(path)
  db.pragma("journal_mode = WAL")
  for (const step of MIGRATIONS.slice(0, steps)) db.exec(step)
  db.pragma(`application_id = ${APPLICATION_ID}`)
  db.pragma(`user_version = ${steps}`)
  db.prepare(
    `insert into sessions (key, id, profile, created_at, seq, epoch, runner, status, due_at, open_requests, turns, messages, usage,
       preview, updated_at, updated_second, title) values (1, 's', 'default', 1, 2, 1, 'old', 'processing', 0, '[]', 1, 1,
       '{"inputTokens":0,"outputTokens":0}', 'hello', 1, 0, 'kept')`,
  ).run()
  const facts = [
    { v: 1, seq: 1, at: 1, type: "session-opened", session: "s", profile: "default" },
    {
      v: 1,
      seq: 2,
      at: 2,
      type: "turn-started",
      turn: 1,
      trace: "t",
      command: "c",
      input: [{ type: "text", text: "hello" }],
    },
  ]
  for (const fact of facts)
    db.prepare("insert into facts (id, body) values (?, ?)").run(factId(1, fact.seq), JSON.stringify(fact))
  db.close()
}

const EARLIER = Array.from({ length: MIGRATIONS.length - 1 }, (_, index) => index + 1)

describe("a file of an earlier schema", () => {
  it("exists (otherwise this suite tests nothing)", () => expect(EARLIER.length).toBeGreaterThan(0))

  it.each(EARLIER)("%i opens, is migrated, and its interrupted turn continues", async (steps) => {
    written(steps)
    const store = await sqlite(path)
    const agent = await createAgent({ store, model: scripted(({ said }) => `heard ${said}`) })
    const session = await agent.open({ id: "s" })
    const ends: string[] = []
    for await (const event of session.events({ after: 0 })) {
      if (event.type !== "turn-end") continue
      ends.push(event.text)
      break
    }
    expect(ends).toEqual(["heard hello"])
    expect((await session.info()).metadata.title).toBe("kept")
    await agent.close()
    await store.close()
    const db = new Database(path, { readonly: true })
    expect(schemaOf(versionOf(db))).toBe(MIGRATIONS.length)
    db.close()
  })
})

it("migration dates archived sessions from the upgrade, so that the upgrade removes none", async () => {
  written(2)
  const db = new Database(path)
  db.exec("update sessions set archived = 1")
  db.close()
  const before = Date.now()
  const store = await sqlite(path)
  const { archivedAt = 0, workspace } = (await store.sessions.get("s")) ?? {}
  // The migration's clock has a resolution of seconds.
  expect(archivedAt).toBeGreaterThan(before - 2000)
  expect(workspace).toBeNull()
  await store.close()
})

describe("a file of a later schema", () => {
  it("is refused and left unchanged", async () => {
    written(MIGRATIONS.length)
    const db = new Database(path)
    db.pragma(`user_version = ${MIGRATIONS.length + 1}`)
    db.pragma("wal_checkpoint(TRUNCATE)")
    db.close()
    const before = readFileSync(path)
    await expect(sqlite(path)).rejects.toMatchObject({ code: "store-newer" })
    expect(readFileSync(path).equals(before)).toBe(true)
  })
})
