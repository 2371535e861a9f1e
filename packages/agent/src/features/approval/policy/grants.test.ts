import { describe, expect, it } from "vitest"
import type { Grant } from "../../../contracts/fact.ts"
import type { JsonObject } from "../../../contracts/json.ts"
import { type AskedFor, grantFor } from "./grants.ts"

const asked = (name: string, given: JsonObject = {}, risk: AskedFor["risk"] = "changes"): AskedFor => ({
  name,
  arguments: given,
  risk,
})
const grant = (tool: string, where?: Record<string, string>): Grant => ({
  tool,
  scope: "session",
  ...(where && { where }),
})

describe("grantFor", () => {
  it.each<[AskedFor, Grant, boolean]>([
    [asked("write_file", { path: "a.md" }), grant("write_file"), true],
    [asked("write_file", { path: "a.md" }), grant("edit_file"), false],
    [asked("write_file", { path: "docs/a.md" }), grant("write_file", { path: "docs/*" }), true],
    [asked("write_file", { path: "docs/b/a.md" }), grant("write_file", { path: "docs/*" }), false],
    [asked("write_file", { path: "docs/b/a.md" }), grant("write_file", { path: "docs/**" }), true],
    [asked("write_file", { path: "docs/../.env" }), grant("write_file", { path: "docs/**" }), false],
    [asked("write_file", { path: "docs/a.md" }), grant("write_file", { path: "docs/a.md" }), true],
    [asked("write_file", { path: "docsXa.md" }), grant("write_file", { path: "docs.a.md" }), false],
    [asked("write_file", {}), grant("write_file", { path: "**" }), false],
    [asked("send", { copies: 2 }), grant("send", { copies: "2" }), true],
    [asked("send", { copies: 3 }), grant("send", { copies: "2" }), false],
    [asked("send", { copies: 2, to: "ada" }), grant("send", { copies: "2" }), false],
    [asked("send", { copies: 2, to: "ada" }), grant("send", { copies: "**", to: "**" }), true],
    [asked("send", {}), grant("send", {}), true],
    [asked("send", { to: "ada" }), grant("send", {}), false],
    [asked("send", { command: "ls -l" }), grant("send", { command: "ls" }), false],
    [asked("send", { command: "ls -l" }), grant("send", { command: "ls*" }), false],
    [asked("run_command", { command: "git status -s" }), grant("run_command", { command: "git status" }), true],
    [asked("run_command", { command: "git status; rm x" }), grant("run_command", { command: "git status" }), false],
  ])("covers %j by the grant %j: %s", (call, given, expected) => {
    expect(grantFor(call, [given]) !== undefined).toBe(expected)
  })

  it.each([
    [asked("write_file", { path: ".bashrc" }), grant("write_file")],
    [asked("write_file", { path: ".bashrc" }), grant("write_file", { path: ".bashrc" })],
    [asked("write_file", { path: "a/.GIT/hooks/pre-commit" }), grant("write_file", { path: "**" })],
    [asked("move_file", { from: "a", to: ".config" }), grant("move_file", { from: "**", to: "**" })],
    [asked("fs__write", { files: [{ name: "/home/ada/.ssh/authorized_keys" }] }), grant("fs__write")],
    [asked("run_command", { command: "cp a ~/.profile" }), grant("run_command", { command: "cp a ~/.profile $" })],
    [asked("run_command", { command: "make", cwd: ".husky" }), grant("run_command")],
    [asked("run_command", { command: "tee>.vscode/tasks.json" }), grant("run_command")],
  ])("never covers the protected file in %j", (call, given) =>
    expect(grantFor(call, [given], "/work/garden")).toBeUndefined(),
  )

  it.each<JsonObject>([
    { path: `${"./".repeat(2100)}.git/hooks/pre-commit` },
    { path: `${"./".repeat(100_000)}a.md` },
    { files: { "/root/.bashrc": "evil" } },
    { "/root/.bashrc": "evil" },
    { path: "/root/.bashrc\n" },
    { path: " ~/.bashrc" },
    { path: '"/root/.bashrc"' },
    { path: "/root/.bashrc?x" },
    { path: "/root/.bashrc#x" },
    { path: "/work/garden/../../etc/cron.d/x" },
    { paths: "a.txt,/root/.bashrc" },
    { paths: "a.txt,.config" },
    { uri: "file:///root/.bashrc" },
    { uri: "file:///root/%2ebashrc" },
    { uri: "file:///root/%2Ebash%72c" },
    { uri: "file:///etc/x" },
    { input: '{"path":"/root/.bashrc"}' },
    { input: '{"path":"/root/\\u002ebashrc"}' },
    { input: '{"text":"a\\n.bashrc"}' },
    { input: '{"path":"Library/Application Support/Code/x"}' },
    { patch: "--- a/x\n+++ b/.git/hooks/pre-commit\n@@ -0,0 +1 @@\n+evil\n" },
    { patch: "*** Update File: .git/config\n" },
    { words: "cp x $HOME/.bashrc" },
    { words: "upload @/etc/x" },
  ])("never covers %j, however the arguments name the protected file", (given) => {
    expect(grantFor(asked("server__put", given), [grant("server__put")], "/work/garden")).toBeUndefined()
  })

  it.each<[string, JsonObject]>([
    [
      "server__put",
      { text: "Your profile is done / the library, too. See: git, config; ssh? (login) ... and/or #etc" },
    ],
    ["server__put", { profile: "in the library.", file: "src/profile.ts", library: { usr: "lib" } }],
    ["server__put", { path: "/work/garden/src/a b (1).ts", uri: "https://example.com/usr/lib?x=1#etc" }],
  ])("covers %s %j, which names no protected file", (tool, given) => {
    expect(grantFor(asked(tool, given), [grant(tool)], "/work/garden")).toBeDefined()
  })

  it.each<[string, JsonObject, readonly string[]]>([
    ["write_file", { path: "a.sh", content: `#!/bin/sh\n. ~/.bashrc\n${"x".repeat(100_000)}` }, ["content"]],
    ["edit_file", { path: "a.md", old_text: ".bashrc", new_text: "/etc/profile\n.git" }, ["old_text", "new_text"]],
  ])("ignores a file's new content only where the definition of %s declares that argument as contents", (...row) => {
    const [tool, given, contents] = row
    const covers = (call: AskedFor) => grantFor(call, [grant(tool)], "/work/garden") !== undefined
    expect(covers({ ...asked(tool, given), contents })).toBe(true)
    expect(covers(asked(tool, given))).toBe(false)
    expect(covers({ ...asked(tool, { path: "a", more: given }), contents })).toBe(false)
    expect(covers({ ...asked(tool, { ...given, path: ".git/config" }), contents })).toBe(false)
  })

  it("covers files of a workspace whose name has characters that separate words", () => {
    const given = grant("write_file", { path: "/opt/my app, new/*" })
    expect(grantFor(asked("write_file", { path: "/opt/my app, new/a.ts" }), [given], "/opt/my app, new")).toBe(given)
  })

  it("covers files of a workspace inside a folder for programs", () => {
    const given = grant("write_file", { path: "/usr/src/app/*" })
    expect(grantFor(asked("write_file", { path: "/usr/src/app/a.ts" }), [given], "/usr/src/app")).toBe(given)
  })

  it("never covers a destructive call", () => {
    expect(grantFor(asked("delete_file", { path: "a" }, "destructive"), [grant("delete_file")])).toBeUndefined()
  })
})
