// Command lines that run without approval and demand all memory:
// by patterns and formats that are known to grow, and by others.
import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import { mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { deflateSync } from "node:zlib"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { MODES, pathFor } from "../../packages/agent/src/workspace/command/__fixtures__/modes.ts"
import { repository } from "./__fixtures__/attacked.ts"

describe("a command line that is known to need much memory", () => {
  it.each([
    "grep -E '((a{1,200}){1,200}){1,200}' a.txt",
    "grep -E -e '((a{200}){200}){200}' a.txt",
    "grep -E --regexp='((a{,200}){,200}){,200}' a.txt",
    String.raw`grep '\(\(a\{200,\}\)\{200,\}\)\{200,\}' a.txt`,
    "grep -E 'a{1,30000}' a.txt",
    "ls | grep -E '(a{1,1000}){1,1000}'",
    "git log --date=format:%999999999d --format=%ad",
    "git log --date=format:%-999999999d",
    "git log --format=%<(999999999)%s",
    "git log --format=%>|(999999999)%s",
    "git show --pretty=%w(0,0,99999999)%b",
    "git log -E --grep='((a{1,200}){1,200}){1,200}'",
    "git log -E --author='((a{1,200}){1,200}){1,200}'",
  ])("asks for approval: %s", (command) => {
    expect(repository().tools().asks("run_command", { command })).toBe(true)
  })

  it.each([
    "grep -E '[0-9]{1,3}(,[0-9]{3}){2}' a.txt",
    "grep -E 'a{1,100}' a.txt",
    "git log --date=format:%Y-%m-%d",
    "git log '--format=%<(20)%an %s'",
    "git log --grep=fix",
  ])("does not ask where it needs little: %s", (command) => {
    expect(repository().tools().asks("run_command", { command })).toBe(false)
  })
})

for (const { mode, isPossible } of MODES) {
  describe.skipIf(!isPossible || process.platform !== "linux")(
    `a command line that runs without approval, ${mode}`,
    () => {
      beforeEach(() => void vi.stubEnv("PATH", pathFor(mode)))
      afterEach(() => void vi.unstubAllEnvs())

      it("gets at most 2 GB of memory, whatever it runs", async () => {
        const { workspace, tools } = repository()
        const pipe = join(workspace, "pipe")
        execFileSync("mkfifo", [pipe])
        const { asks, use } = tools()
        expect(asks("run_command", { command: "cat pipe" })).toBe(false)
        const shown = use("run_command", { command: "cat pipe" })
        const limits = await vi.waitFor(() => limitsOf("cat", workspace), { timeout: 10_000 })
        writeFileSync(pipe, "through\n")
        expect(await shown).toContain("through")
        expect(limits).toMatch(new RegExp(`^Max address space +${2 * 1024 ** 3} +${2 * 1024 ** 3} `, "m"))
      })

      it("reports in its result that 2 GB were not enough", async () => {
        const { workspace, tools } = repository()
        const id = hugeTree(workspace)
        const { asks, use } = tools()
        expect(asks("run_command", { command: `git show ${id}` })).toBe(false)
        expect(await use("run_command", { command: `git show ${id}` })).toMatch(
          /\[It ran out of memory: what runs without asking gets 2 GB/,
        )
        // An approved command has no such limit.
        expect(await use("run_command", { command: `git show ${id}; true` })).not.toContain("ran out of memory: what")
      })
    },
  )
}

/** An object whose header claims 3 GB. */
function hugeTree(workspace: string): string {
  const content = "tree 3000000000\0"
  const id = createHash("sha1").update(content).digest("hex")
  const path = join(workspace, ".git/objects", id.slice(0, 2), id.slice(2))
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, deflateSync(content))
  return id
}

/** The limits of the process with that name that works in `folder`, also when it runs in its own PID namespace. */
function limitsOf(name: string, folder: string): string {
  for (const pid of readdirSync("/proc").filter((each) => /^\d+$/.test(each))) {
    try {
      const isIt =
        readFileSync(`/proc/${pid}/comm`, "utf8").trim() === name && readlinkSync(`/proc/${pid}/cwd`) === folder
      if (isIt) return readFileSync(`/proc/${pid}/limits`, "utf8")
    } catch {
      // The process has ended, or belongs to another user.
    }
  }
  throw new Error(`No ${name} works in ${folder}`)
}
