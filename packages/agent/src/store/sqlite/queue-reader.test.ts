import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import Database from "better-sqlite3"
import { afterEach, beforeEach, expect, it } from "vitest"
import { sqlite } from "../sqlite.ts"
import { OLDEST, WAITING } from "./queue-reader.ts"

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pawl-queue-"))
})
afterEach(() => rmSync(folder, { recursive: true }))

it.each([
  ["how many wait", WAITING, [1, 1]],
  ["the oldest", OLDEST, []],
])("reads %s from the index of those that wait, and no other session", async (_, sql, values) => {
  const file = join(folder, "pawl.db")
  await (await sqlite(file)).close()
  const db = new Database(file)
  try {
    const plan = db.prepare(`explain query plan ${sql}`).all(...values) as readonly { readonly detail: string }[]
    const reads = plan.map(({ detail }) => detail).filter((detail) => /sessions/.test(detail))
    expect(reads).toEqual([expect.stringMatching(/^SEARCH sessions USING (?:COVERING )?INDEX sessions_waiting/)])
  } finally {
    db.close()
  }
})
