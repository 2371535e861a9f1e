import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { grantLike, grantText, permissionsIn } from "./permissions.ts"

const folder = mkdtempSync(join(tmpdir(), "pawl-permissions-"))
afterAll(() => rmSync(folder, { recursive: true }))
let files = 0
const fresh = () => join(folder, `new-${++files}`, "permissions.json")

describe("permissions", () => {
  it("are kept for the user alone, once each, and can be taken back by another process", () => {
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

  it.each(["", "{}", "[]", '{"grants":[{"tool":1}]}', '{"grants":[{"tool":"a","scope":"never"}]}', "null"])(
    "that cannot be read (%j) allow nothing, and say so",
    (content) => {
      const path = join(folder, `bad-${++files}.json`)
      writeFileSync(path, content)
      expect(() => permissionsIn(path).list()).toThrow(/does not hold permissions/)
      expect(readFileSync(path, "utf8")).toBe(content)
    },
  )
})

describe('"like this one"', () => {
  it.each([
    ["run_command", { command: "git status -s" }, "session", { command: "git status" }],
    ["run_command", { command: "ls -la" }, "always", { command: "ls" }],
    ["run_command", { command: "npm test" }, "always", { command: "npm test" }],
    ["write_file", { path: "docs/a.md" }, "always", { path: "docs/**" }],
    ["write_file", { path: "a.md" }, "always", { path: "**" }],
    ["write_file", { path: "docs/a.md" }, "session", undefined],
    ["send", { to: "ada" }, "always", undefined],
  ] as const)("%s %j for the %s: %j", (tool, given, scope, where) => {
    expect(grantLike(tool, given, scope)).toEqual({ tool, scope, ...(where && { where }) })
  })

  it("is told in words", () => {
    expect(grantText({ tool: "run_command", scope: "always", where: { command: "ls" } })).toBe(
      'run_command with command "ls"',
    )
    expect(grantText({ tool: "send", scope: "session" })).toBe("send, whatever it is given")
  })
})
