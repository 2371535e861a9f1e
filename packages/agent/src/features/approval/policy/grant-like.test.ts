import { describe, expect, it } from "vitest"
import type { JsonObject } from "../../../contracts/json.ts"
import { grantLike } from "./grant-like.ts"
import { grantFor } from "./grants.ts"

const ROOT = "/work/garden"
const asked = (name: string, given: JsonObject) => ({ name, arguments: given, risk: "changes" }) as const
const command = (line: string) => asked("run_command", { command: line })

describe('L21: grantLike, the grant for calls "like this one"', () => {
  it.each([
    ["git status -s", "git status"],
    ["git log -p src", "git log"],
    ["git diff", "git diff"],
    ["ls -la", "ls"],
    ["npm test", "npm test"],
    ["npm run build", "npm run build"],
    ["make docs", "make docs"],
    ["cargo test", "cargo test"],
    ["pytest", "pytest"],
    ["pytest tests/a.py", "pytest tests/a.py $"],
    ["make test deploy", "make test deploy $"],
    ["git diff --no-index a b", "git diff --no-index a b $"],
    ["npm test -- --watch", "npm test -- --watch $"],
    ["python3 test.py", "python3 test.py $"],
    ["find . -name x", "find . -name x $"],
    ["cd sub && make", "cd sub && make $"],
    ["FOO=1 make", "FOO=1 make $"],
    ["echo hi > a", "echo hi > a $"],
    ["git commit -m 'a; b'", "git commit -m 'a; b' $"],
  ])("makes of the command %j the rule %j, which covers it", (line, rule) => {
    for (const scope of ["session", "always"] as const) {
      const grant = grantLike(command(line), scope, ROOT)
      expect(grant).toEqual({ tool: "run_command", scope, where: { command: rule }, workspace: ROOT })
      expect(grantFor(command(line), grant === undefined ? [] : [grant], ROOT)).toBe(grant)
    }
  })

  it.each([
    "rm -rf build",
    "ls && rm x",
    "sudo ls",
    "sh -c ls",
    "/bin/sh -c ls",
    "python3 -c 'print(1)'",
    "node -e 1",
    "find . -delete",
    "find . -name x -exec rm y",
    "git push",
    "git reset --hard",
    "git -c alias.x=y status",
    "git --no-pager diff",
    "git log --output=x",
    "curl example.com",
    "echo $(date)",
    "FOO=1 rm x",
    "echo x > a; rm y",
    "npm publish",
    `git push${" x".repeat(500)}`,
    `ls${" ".repeat(20_000)}`,
  ])("makes no grant for the command %j, which needs an approval each time", (line) => {
    expect(grantLike(command(line), "session", ROOT)).toBeUndefined()
    expect(grantLike(command(line), "always", ROOT)).toBeUndefined()
  })

  it("limits a command in a folder to that folder", () => {
    const inside = asked("run_command", { command: "make test", cwd: "sub" })
    const grant = grantLike(inside, "session", ROOT)
    expect(grant?.where).toEqual({ command: "make test", cwd: "sub" })
    expect(grantFor(command("make test"), grant ? [grant] : [], ROOT)).toBeUndefined()
    const top = grantLike(command("make test"), "session", ROOT)
    expect(grantFor(inside, top ? [top] : [], ROOT)).toBeUndefined()
  })

  it.each([
    ["write_file", { path: "docs/a.md" }, "session", { path: "**" }],
    ["write_file", { path: "docs/a.md" }, "always", { path: "/work/garden/docs/*" }],
    ["write_file", { path: "./a.md" }, "always", { path: "/work/garden/*" }],
    ["write_file", { path: "/data/x/a.md" }, "always", { path: "/data/x/*" }],
    ["move_file", { from: "a", to: "b/c" }, "always", { from: "/work/garden/*", to: "/work/garden/b/*" }],
  ] as const)("covers for %s %j with scope %s: %j", (tool, given, scope, where) => {
    expect(grantLike(asked(tool, given), scope, ROOT)).toEqual({ tool, scope, where, workspace: ROOT })
  })

  it.each<[JsonObject, Record<string, string>]>([
    [
      { to: "ada@example.com", copies: 2 },
      { to: '"ada@example.com"', copies: "2" },
    ],
    [
      { command: "make", args: ["test"] },
      { command: '"make"', args: '["test"]' },
    ],
    [{ path: "docs/a.md" }, { path: '"docs/a.md"' }],
    [{ url: "https://example.com" }, { url: '"https://example.com"' }],
    [
      { to: "*", all: { b: 1, a: ["**"] } },
      { to: '"*"', all: '{"a":["**"],"b":1}' },
    ],
    [{}, {}],
  ])("covers only the very same call of a tool that is not built in, in this workspace: %j", (given, where) => {
    for (const scope of ["session", "always"] as const)
      expect(grantLike(asked("server__do", given), scope, ROOT)).toEqual({
        tool: "server__do",
        scope,
        where,
        exact: true,
        workspace: ROOT,
      })
  })

  it.each<JsonObject>([{ ["x".repeat(2000)]: 1 }, { text: "x".repeat(2000) }, { command: "rm -r x" }])(
    "makes no grant for a tool that is not built in with %j",
    (given) => expect(grantLike(asked("server__do", given), "session", ROOT)).toBeUndefined(),
  )

  it.each([
    ["fetch_url", { url: "http://*/" }, ROOT],
    ["fetch_url", { url: "http://*.example.com/a" }, ROOT],
    ["run_command", { command: "make test", cwd: "**" }, ROOT],
    ["run_command", { command: "make test", cwd: "a*" }, ROOT],
    ["write_file", { path: "**/x.txt" }, ROOT],
    ["write_file", { path: "*" }, ROOT],
    ["move_file", { from: "a", to: "b*/c" }, ROOT],
    ["write_file", { path: "a.md" }, "/work/**"],
  ] as const)(
    "makes no grant with scope `always` for %s %j in %s, where a name would be a pattern",
    (tool, given, root) => {
      expect(grantLike(asked(tool, given), "always", root)).toBeUndefined()
      if (root === ROOT) expect(grantLike(asked(tool, given), "session", root)).toBeUndefined()
    },
  )

  it("covers the host of a page that has a star in its path, as for any other page", () => {
    const grant = grantLike(asked("fetch_url", { url: "https://docs.example.com/*" }), "session", ROOT)
    expect(grant?.where).toEqual({ url: "https://docs.example.com/**" })
  })

  it.each([
    ["docs/b.md", ROOT, true],
    ["docs/deep/b.md", ROOT, false],
    ["other/b.md", ROOT, false],
    ["docs/../.env", ROOT, false],
    ["docs/b.md", "/work/other", false],
  ])("with scope `always` for a file covers %s in %s: %s", (path, root, expected) => {
    const grant = grantLike(asked("write_file", { path: "docs/a.md" }), "always", ROOT)
    expect(grantFor(asked("write_file", { path }), grant ? [grant] : [], root) !== undefined).toBe(expected)
  })

  it.each([
    ["https://Docs.example.com", "https://docs.example.com/x?y=z", true],
    ["https://docs.example.com/a", "https://DOCS.example.com/../b", true],
    ["https://docs.example.com/a", "http://docs.example.com/a", false],
    ["https://docs.example.com/a", "https://docs.example.com:8443/a", false],
    ["https://docs.example.com/a", "https://docs.example.com.evil.net/", false],
    ["https://docs.example.com/a", "https://docs.example.com@evil.net/", false],
    ["https://docs.example.com/a", "https://evil.net/https://docs.example.com/a", false],
    ["https://docs.example.com/a", "https://evil.net\\@docs.example.com/", false],
  ])("covers the host of the page %s, and so %s: %s", (url, other, expected) => {
    const grant = grantLike(asked("fetch_url", { url }), "session", ROOT)
    expect(grant?.where).toEqual({ url: "https://docs.example.com/**" })
    expect(grantFor(asked("fetch_url", { url: other }), grant ? [grant] : [], ROOT) !== undefined).toBe(expected)
  })

  it.each([".git/config", "sub/.git/hooks/pre-commit", ".GIT/config", ".pawl/plugins/x.ts", ".pawl.json", ".mcp.json"])(
    "makes no grant for the protected path %s",
    (path) => {
      const grant = grantLike(asked("write_file", { path: "a.md" }), "session", ROOT)
      expect(grantFor(asked("write_file", { path }), grant ? [grant] : [], ROOT)).toBeUndefined()
      expect(grantLike(asked("write_file", { path }), "session", ROOT)).toBeUndefined()
    },
  )

  it("makes no grant for a destructive call", () => {
    const given = { name: "delete_file", arguments: { path: "a" }, risk: "destructive" } as const
    expect(grantLike(given, "session", ROOT)).toBeUndefined()
  })
})
