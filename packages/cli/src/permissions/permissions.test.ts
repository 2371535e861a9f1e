import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Grant } from "@pawl/agent"
import { afterAll, describe, expect, it } from "vitest"
import { grantText, isOutdated, localGrantsIn, permissionsIn } from "./permissions.ts"

const folder = mkdtempSync(join(tmpdir(), "pawl-permissions-"))
afterAll(() => rmSync(folder, { recursive: true }))
let files = 0
const fresh = () => join(folder, `new-${++files}`, "permissions.json")

describe("permissions", () => {
  it("are readable only for the user, stored once each, and can be revoked by another process", () => {
    const path = fresh()
    const here = permissionsIn(path)
    expect(here.list()).toEqual([])
    const grant = { tool: "write_file", scope: "always", where: { path: "docs/**" } } as const
    here.add(grant)
    here.add(grant)
    expect(here.list()).toEqual([grant])
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(permissionsIn(path).remove(0)).toEqual(grant)
    expect(here.list()).toEqual([])
    expect(here.remove(0)).toBeUndefined()
  })

  it("are revoked for a server by what they allow, wherever they stand by now", () => {
    const path = fresh()
    const [first, second] = [
      { tool: "write_file", scope: "always" },
      { tool: "edit_file", scope: "always" },
    ] as const
    permissionsIn(path).add(first)
    permissionsIn(path).add(second)
    const served = localGrantsIn(path)
    expect(served.list()).toEqual([first, second])
    permissionsIn(path).remove(0)
    expect([served.revoke(second), served.revoke(second), served.revoke(first)]).toEqual([true, false, false])
    expect(permissionsIn(path).list()).toEqual([])
  })

  it.each([
    "",
    "{}",
    "[]",
    '{"grants":[{"tool":1}]}',
    '{"grants":[{"tool":"a","scope":"never"}]}',
    '{"grants":[{"tool":"a","scope":"always","exact":1}]}',
    "null",
  ])("allow nothing when the file is unusable (%j), with an error", (content) => {
    const path = join(folder, `bad-${++files}.json`)
    writeFileSync(path, content)
    expect(() => permissionsIn(path).list()).toThrow(/does not hold permissions/)
    expect(readFileSync(path, "utf8")).toBe(content)
  })
})

it.each([
  [{ command: "ls" }, 'run_command with the command "ls", also with options that only change how it looks'],
  [{ command: "cd sub && make $" }, 'run_command with the command "cd sub && make"'],
  [undefined, "run_command, whatever it is given"],
])("grantText describes a permission for %j", (where, words) => {
  expect(grantText({ tool: "run_command", scope: "always", ...(where && { where }) })).toBe(words)
})

it.each<[Omit<Grant, "scope">, string]>([
  [
    { tool: "write_file", where: { path: "**" } },
    "write_file with any path (except files that decide what runs later), whatever it writes",
  ],
  [{ tool: "edit_file", where: { path: "docs/*" } }, 'edit_file with path "docs/*", whatever it writes'],
  [{ tool: "move_file", where: { from: "a", to: "b" } }, 'move_file with from "a" and to "b"'],
  [{ tool: "mail__send", where: { to: "a@b.c" } }, 'mail__send with to "a@b.c" and nothing else'],
  [{ tool: "ops__do", where: { command: "ls $" } }, 'ops__do with command "ls $" and nothing else'],
  [{ tool: "ops__do", where: {}, workspace: "/work" }, 'ops__do with no arguments, in "/work"'],
  [{ tool: "ops__do", where: {}, exact: true }, "ops__do with no arguments"],
  [
    { tool: "ops__do", where: { to: '"*"', force: "false", all: '{"a":["**"]}' }, exact: true },
    'ops__do with exactly to "*" and force false and all {"a":["**"]} and nothing else',
  ],
  [
    { tool: "ops__do", where: { force: '"false"' }, exact: true },
    'ops__do with exactly force "false" and nothing else',
  ],
  [
    { tool: "ops__do", where: { a: '"\\u001b[2J\\n"' }, exact: true },
    'ops__do with exactly a "\\u001b[2J\\n" and nothing else',
  ],
])("grantText describes the whole permission %j", (grant, words) => {
  expect(grantText({ ...grant, scope: "always" })).toBe(words)
})

it.each<[Omit<Grant, "scope">, boolean]>([
  [{ tool: "run_command", where: { command: "make" } }, true],
  [{ tool: "run_command", where: { command: "make" }, workspace: "/work" }, false],
  [{ tool: "write_file" }, true],
  [{ tool: "write_file", where: { path: "docs/*" } }, true],
  [{ tool: "write_file", where: { path: "docs/*" }, workspace: "/work" }, false],
  [{ tool: "write_file", where: { path: "/work/docs/*" } }, false],
  [{ tool: "move_file", where: { from: "/work/*", to: "**" } }, true],
  [{ tool: "fetch_url", where: { url: "https://example.com/**" } }, false],
  [{ tool: "mail__send" }, false],
])("isOutdated of the permission %j of an older version is %s", (grant, expected) => {
  expect(isOutdated({ ...grant, scope: "always" })).toBe(expected)
})
