// The database is taken away under a running program: it notices at its next write, says so once, and saves what it knows.
import { copyFileSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createAgent, type Store, sqlite } from "@pawl/agent"
import { scripted } from "@pawl/agent/testing"
import { afterEach, beforeEach, describe, expect, it } from "vitest"

let folder = ""
const path = () => join(folder, "pawl.db")
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pawl-gone-"))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const model = scripted(({ said }) => `You said: ${said}`)

async function running(): Promise<{
  store: Store
  ask: (words: string) => Promise<unknown>
  close: () => Promise<void>
}> {
  const store = await sqlite(path())
  const agent = await createAgent({ model, store, onError: () => {} })
  const session = await agent.open({ id: "s" })
  expect(await session.ask("first")).toMatchObject({ outcome: "completed" })
  const close = async () => {
    await agent.close().catch(() => {})
    await store.close().catch(() => {})
  }
  return { store, ask: (words) => session.ask(words), close }
}

const rescued = () => readdirSync(folder).filter((name) => name.includes(".rescued-"))

describe("a store whose file", () => {
  it.each<{ name: string; attack: () => void; says: RegExp }>([
    { name: "is deleted", attack: () => rmSync(path()), says: /was deleted or moved while it was in use/ },
    { name: "is moved", attack: () => renameSync(path(), `${path()}.bak`), says: /was deleted or moved/ },
    {
      name: "is replaced",
      attack: () => {
        copyFileSync(path(), `${path()}.new`)
        renameSync(`${path()}.new`, path())
      },
      says: /was replaced by another file/,
    },
    { name: "loses its WAL", attack: () => rmSync(`${path()}-wal`), says: /-wal", in which the newest writes are/ },
  ])("$name stops at once, with one clear error and a copy of all it knew", async ({ attack, says }) => {
    const { ask, close } = await running()
    attack()
    await expect(ask("second")).rejects.toMatchObject({ code: "store-gone", message: expect.stringMatching(says) })
    await expect(ask("third")).rejects.toMatchObject({ code: "store-gone" })
    await close()
    expect(rescued()).toHaveLength(1)
    const again = await createAgent({ model, store: sqlite(join(folder, rescued()[0] ?? "")) })
    const facts = await (await again.open({ id: "s" })).facts()
    expect(facts.flatMap((fact) => (fact.type === "turn-finished" ? [fact.text] : []))).toContain("You said: first")
    await again.close()
  })
})

it("a store whose folder is gone saves its copy elsewhere, and says where", async () => {
  const { ask, close } = await running()
  rmSync(folder, { recursive: true })
  const error: unknown = await ask("second").catch((reason: unknown) => reason)
  expect(error).toMatchObject({ code: "store-gone" })
  const [, copy = ""] = /What this process knew of it is in "([^"]+)"/.exec(String(error)) ?? []
  expect(copy.startsWith(tmpdir())).toBe(true)
  await close()
  rmSync(copy)
})
