// ReadGate: how often the file is looked at, and that no empty answer is given before a look.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Database } from "better-sqlite3"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { sqlitePackage } from "../../outside/packages.ts"
import { FileIdentity } from "./file-identity.ts"
import { ReadGate } from "./read-gate.ts"

let folder: string
let path: string
let db: Database
let gate: ReadGate
let looks: { readonly mock: { readonly calls: readonly unknown[] } }

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pawl-gate-"))
  path = join(folder, "a.db")
  db = new (sqlitePackage())(path)
  db.exec("create table words (word text)")
  gate = new ReadGate(path, db)
  looks = vi.spyOn(FileIdentity.prototype, "check")
})

afterEach(() => {
  vi.restoreAllMocks()
  db.close()
  rmSync(folder, { recursive: true })
})

const NOTHING = [undefined, []]
const emptyAnswers = (many: number) => Array.from({ length: many }, (_, at) => gate.ask(() => NOTHING[at % 2]))

describe("ReadGate", () => {
  it.each([1, 2, 3000])("looks at the file once for %d empty answers of one moment", async (many) => {
    await Promise.all(emptyAnswers(many))
    expect(looks.mock.calls).toHaveLength(1)
  })

  it("looks again for the next ones", async () => {
    await Promise.all(emptyAnswers(3))
    await Promise.all(emptyAnswers(3))
    expect(looks.mock.calls).toHaveLength(2)
  })

  it("does not look for answers that say something", async () => {
    await gate.ask(() => ["word"])
    expect(looks.mock.calls).toHaveLength(0)
  })

  it("gives none of the empty answers of a file that was replaced, however late in that moment", async () => {
    const answers = emptyAnswers(3)
    rmSync(path)
    writeFileSync(path, "another file")
    const gone = { status: "rejected", reason: { code: "store-gone" } }
    expect(await Promise.allSettled([...answers, ...emptyAnswers(1)])).toMatchObject([gone, gone, gone, gone])
  })
})
