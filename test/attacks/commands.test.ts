// What an attacker's words could make a command do without approval: read
// elsewhere, run programs of the workspace, or show one thing and run another.
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { createAgent } from "../../packages/agent/src/agent/create-agent.ts"
import { call, scripted } from "../../packages/agent/src/model/scripted.ts"
import { builtinTools } from "../../packages/agent/src/workspace/builtin-tools.ts"
import { MODES, pathFor } from "../../packages/agent/src/workspace/command/__fixtures__/modes.ts"
import { attacked, DECOY, NO_TURN, repository } from "./__fixtures__/attacked.ts"

describe("a command that reads outside the workspace", () => {
  it.each([
    ...[
      "git diff --no-index /dev/null /etc/shadow",
      "git diff /dev/null /etc/shadow",
      "git diff a.txt ../outside/secret.txt",
    ],
    ...["git diff --no-index a.txt link", "git diff -- link", "git log -- link/x", "git show HEAD -- ../outside"],
    ...[
      "cat ../outside/secret.txt",
      "cat /etc/shadow",
      "cat link",
      "cat folder/secret.txt",
      "cat chain",
      "cat dangling",
    ],
    ...["head link", "tail -n 5 link", "wc link", "grep decoy link", "grep -r decoy folder", "grep -rf link a.txt"],
    ...["ls folder", "ls folder/", "ls ..", "ls /", "ls ~", "ls ~root", "ls -L folder", "ls a.txt/../../outside"],
    ...["cat a.txt link", "ls && cat link", "cat a.txt | grep x link", "cat .env", "git show HEAD:.env", "grep . .env"],
    ...["cat tls/server.key", "cat $HOME/x", "cat a* link", "cat <link", "cat 'li''nk'", "cat lin\\k", "cat ./link"],
    ...[
      "cat -- link",
      "cat -n -- link",
      "grep -e x -- link",
      "cat ''../outside/secret.txt",
      'cat "../outside/secret.txt"',
    ],
    ...["cat notes.md", "head -1 notes.md", "grep . more.md", "cat shown/server", "ls | grep x notes.md"],
  ])("asks for approval: %s", (command) => {
    const { workspace, outside, put, tools } = repository()
    symlinkSync(join(outside, "secret.txt"), join(workspace, "link"))
    symlinkSync("link", join(workspace, "chain"))
    symlinkSync(join(outside, "none"), join(workspace, "dangling"))
    symlinkSync(outside, join(workspace, "folder"))
    put(".env", "KEY=decoy\n")
    put("tls/server.key", "decoy\n")
    symlinkSync(".env", join(workspace, "notes.md"))
    symlinkSync("notes.md", join(workspace, "more.md"))
    symlinkSync("server.key", join(workspace, "tls/server"))
    symlinkSync("tls", join(workspace, "shown"))
    expect(tools().asks("run_command", { command })).toBe(true)
  })

  it.each(["cat a.txt", "cat inner", "ls -la", "grep -rn one .", "head -1 a.txt", "wc -l a.txt", "git log -- a.txt"])(
    "does not ask where it stays inside: %s",
    (command) => {
      const { workspace, tools } = repository()
      symlinkSync("a.txt", join(workspace, "inner"))
      expect(tools().asks("run_command", { command })).toBe(false)
      expect(tools().asks("run_command", { command, cwd: "." })).toBe(true)
    },
  )

  it.each([
    ["of 500 words does not ask", "cat", 499, false],
    ["of 501 words asks", "cat", 500, true],
    ["of 501 words in several commands asks", "cat a/b && cat", 498, true],
    ["of 100000 words asks", "cat", 99_999, true],
  ])("has a limit on its words, each of which may be a file: a line %s", (_, first, count, expected) => {
    const { tools } = attacked()
    const command = `${first}${" a/b".repeat(count)}`
    expect(tools().asks("run_command", { command })).toBe(expected)
  })

  it("asks when its line is too long to parse", () => {
    const { tools } = attacked()
    const line = (length: number) => `ls${" ".repeat(length - 2)}`
    expect(tools().asks("run_command", { command: line(20_000) })).toBe(false)
    expect(tools().asks("run_command", { command: line(20_001) })).toBe(true)
  })

  it("always asks where the workspace is the whole file system", () => {
    const tool = builtinTools({ workspace: "/" }).find(({ name }) => name === "run_command")
    for (const command of ["ls", "cat etc/shadow", "pwd"])
      expect(typeof tool?.approval === "function" && tool.approval({ command } as never, NO_TURN)).toBe(true)
  })
})

for (const { mode, isPossible } of MODES) {
  describe.skipIf(!isPossible)(`programs in the workspace, ${mode}`, () => {
    beforeEach(() => void vi.stubEnv("PATH", pathFor(mode)))
    afterEach(() => void vi.unstubAllEnvs())

    const hostile = () => {
      const made = repository()
      for (const name of ["git", "ls", "cat", "grep", "head", "make"]) made.trap(`node_modules/.bin/${name}`)
      for (const name of ["git", "ls"]) made.trap(name)
      symlinkSync(join(made.workspace, "node_modules/.bin"), join(made.outside, "bin"))
      chmodSync(made.outside, 0o755)
      const first = [join(made.workspace, "node_modules/.bin"), join(made.outside, "bin"), "node_modules/.bin", "."]
      return { ...made, env: { PATH: `${first.join(":")}::${process.env.PATH}` } }
    }

    it.each(["git status", "ls", "cat a.txt", "ls | grep a", "head -1 a.txt"])(
      "do not run without approval as %s",
      async (command) => {
        const { tools, env, isSprung } = hostile()
        const { asks, use } = tools({ env })
        expect(asks("run_command", { command })).toBe(false)
        expect(await use("run_command", { command })).toContain("[Exit code 0")
        expect(isSprung()).toBe(false)
      },
    )

    it.each(["ls; true", "git --version", "make --version", "cd node_modules && ls; true", "command -v ls"])(
      "do not run by way of the user's PATH either: %s",
      async (command) => {
        const { tools, env, isSprung } = hostile()
        expect(await tools({ env }).use("run_command", { command })).toContain("[Exit code 0")
        expect(isSprung()).toBe(false)
      },
    )

    it("run when they are named by their path", async () => {
      const { tools, env, isSprung } = hostile()
      expect(tools({ env }).asks("run_command", { command: "./ls" })).toBe(true)
      await tools({ env }).use("run_command", { command: "./ls" })
      expect(isSprung()).toBe(true)
    })

    it("do not run without approval when environment variables name them", async () => {
      const { tools, workspace, trap, isSprung, put } = hostile()
      put("start", `touch '${workspace}/sprung'\n`)
      const evil = trap("evil")
      const env = {
        PATH: process.env.PATH,
        BASH_ENV: join(workspace, "start"),
        ENV: join(workspace, "start"),
        "BASH_FUNC_ls%%": `() { '${evil}'; }`,
        "BASH_FUNC_command%%": `() { '${evil}'; }`,
        GIT_EXTERNAL_DIFF: evil,
        GIT_SSH_COMMAND: evil,
        GIT_EXEC_PATH: workspace,
        GIT_CONFIG_GLOBAL: put("config", `[core]\n\tfsmonitor = ${evil}\n`),
        GIT_TRACE: join(workspace, "sprung"),
      }
      put("a.txt", "changed\n")
      const { use } = tools({ env })
      // The stand-in for bubblewrap is a script here, and starts as scripts do.
      isSprung()
      for (const command of ["ls", "git diff", "git status"]) {
        await use("run_command", { command })
        expect(isSprung(), command).toBe(false)
      }
    })
  })
}

describe("a command that is not what it looks like", () => {
  it.each([
    ["an escape", "git status -s 2>/dev/null \u001b[; $! ./a"],
    ["a backspace", "rm x\b\b\b\bls"],
    ["a carriage return", "rm -rf x\rls"],
    ["a zero byte", "ls\0rm"],
    ["a delete", "ls\u007f"],
    ["an 8-bit control character", "ls \u009b2K"],
    ["a form feed", "ls\f"],
    ["a vertical tab", "ls\vrm"],
  ])("is refused before approval is requested: it has %s", async (_, command) => {
    const { workspace, tools } = attacked()
    expect(tools().refuses("run_command", { command })).toBe("command-invalid")
    expect(await tools().use("run_command", { command })).toContain("control character")
    const model = scripted(({ results }) =>
      results.length === 0 ? { calls: [call("run_command", { command })] } : "done",
    )
    await using agent = await createAgent({ model, tools: builtinTools({ workspace }), approve: "ask" })
    const session = await agent.open()
    await session.ask("go")
    const facts = await session.facts()
    expect(facts.some(({ type }) => type === "approval-requested")).toBe(false)
    expect(facts.find((fact) => fact.type === "tool-finished")).toMatchObject({ code: "command-invalid" })
  })

  it("is accepted with line breaks, tabs and letters of all kinds", () => {
    const { tools } = attacked()
    expect(tools().refuses("run_command", { command: "cat <<X\n\tżółć 🎉\nX" })).toBeUndefined()
  })
})

describe("a decoy in a home folder", () => {
  it("is invisible to a confined command, and its programs are not found", async () => {
    const { tools, outside, workspace } = attacked()
    mkdirSync(join(workspace, "sub"))
    writeFileSync(join(outside, "id_rsa"), DECOY)
    const { use } = tools({ env: { PATH: process.env.PATH, HOME: outside } })
    const shown = await use("run_command", { command: `cat ~/id_rsa '${outside}/id_rsa'; echo "home: $HOME"` })
    if (shown.includes("not confined")) return
    expect(shown).not.toContain(DECOY)
    expect(shown).toContain("home: /tmp/home")
  })
})
