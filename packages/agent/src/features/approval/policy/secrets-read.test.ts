import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it, onTestFinished } from "vitest"
import type { Fact } from "../../../contracts/fact.ts"
import type { JsonObject } from "../../../contracts/json.ts"
import { namesSecret, secretsReadIn } from "./secrets-read.ts"

/** Logs that grow, with the positions they were read from. */
function logs() {
  const all = new Map<string, Fact[]>()
  const read: number[] = []
  const add = (session: string, fact: object) => {
    const facts = all.get(session) ?? []
    all.set(session, [...facts, { ...fact, seq: facts.length + 1 } as Fact])
  }
  return {
    read,
    opened: (session: string, parent?: string) =>
      add(session, {
        type: "session-opened",
        session,
        ...(parent && { parent: { session: parent, kind: "delegation" } }),
      }),
    started: (session: string, given: JsonObject, child?: string) =>
      add(session, { type: "tool-started", name: "a_tool", arguments: given, ...(child && { child }) }),
    blobs: { read: async () => undefined },
    log: {
      read: async (session: string, after: number, limit = 1) => {
        const facts = (all.get(session) ?? []).slice(after, after + limit)
        read.push(facts.length)
        return facts
      },
    },
  }
}

describe("secretsReadIn", () => {
  it("finds a secret once a call named one, and remembers it", async () => {
    const { opened, started, log, blobs, read } = logs()
    const has = secretsReadIn({ log, blobs }, "/work/garden")
    opened("s")
    for (let call = 0; call < 1200; call++) started("s", { path: "a.txt" })
    expect(await has("s")).toBe(false)
    expect(read.splice(0)).toEqual([500, 500, 201])
    started("s", { path: ".env" })
    expect(await has("s")).toBe(true)
    // It continues reading where it stopped.
    expect(read.splice(0)).toEqual([1])
    started("s", { path: "a.txt" })
    expect(await has("s")).toBe(true)
    expect(await has("other")).toBe(false)
  })

  it("finds a secret that a child, the parent or another child of it read", async () => {
    const { opened, started, log, blobs } = logs()
    opened("parent")
    for (const child of ["one", "two"]) {
      started("parent", { task: "look" }, child)
      opened(child, "parent")
    }
    started("one", { task: "look closer" }, "grandchild")
    opened("grandchild", "one")
    const has = secretsReadIn({ log, blobs }, "/work/garden")
    const family = ["parent", "one", "two", "grandchild"]
    for (const each of family) expect(await has(each), each).toBe(false)
    started("grandchild", { path: "/home/ada/notes" })
    for (const each of family) expect(await has(each), each).toBe(true)
  })
})

it.each<[JsonObject, boolean]>([
  [{ path: "notes.md" }, true],
  [{ command: "cat docs/more.md" }, true],
  [{ path: ".env\n" }, true],
  [{ path: `${"./".repeat(2100)}.env` }, true],
  [{ files: { "a/.env": "x" } }, true],
  [{ command: `cat${" a/b".repeat(500)}` }, true],
  [{ command: `cat${" a/b".repeat(499)}` }, false],
  [{ path: "a.md", options: { secrets: false } }, false],
])("namesSecret finds a secret in %j: %s", (given, expected) => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "pawl-secrets-")))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  writeFileSync(join(root, ".env"), "")
  mkdirSync(join(root, "docs"))
  symlinkSync(".env", join(root, "notes.md"))
  symlinkSync("../notes.md", join(root, "docs/more.md"))
  expect(namesSecret(given, root)).toBe(expected)
})
