// Real processes of one owner on one SQLite file share the owner's limit.
import { execFile } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { expect, it, onTestFinished } from "vitest"
import { sqlite } from "../store/sqlite.ts"

const script = fileURLToPath(new URL("./__fixtures__/spend.ts", import.meta.url))

async function spend(path: string, session: string): Promise<{ readonly asked: number; readonly code?: string }> {
  const args = ["--conditions=@pawl/source", script, path, session]
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 30_000 })
  return JSON.parse(stdout)
}

it("two processes of one owner share the owner's limit, and a third one finds it reached (X20)", async () => {
  const folder = mkdtempSync(join(tmpdir(), "pawl-shared-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, "agent.db")
  const [first, second] = await Promise.all([spend(path, "a"), spend(path, "b")])
  const asked = first.asked + second.asked
  expect([first.code, second.code]).toEqual(["usage-limit", "usage-limit"])
  // Ten requests reach the limit. One more may have been under way in the other process.
  expect([10, 11]).toContain(asked)
  expect(await spend(path, "c")).toEqual({ asked: 0, code: "usage-limit" })
  const store = await sqlite(path)
  const rows = await store.usage.list({ owner: "ann" })
  await store.close()
  expect(rows.reduce((sum, row) => sum + row.requests, 0)).toBe(asked)
})
