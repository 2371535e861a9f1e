// A command that tries to leave processes behind: children that leave its group and clear their environment end with it.
import { spawnSync } from "node:child_process"
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { MODES, pathFor } from "../../packages/agent/src/workspace/command/__fixtures__/modes.ts"
import { confinementFor } from "../../packages/agent/src/workspace/command/confinement.ts"
import { runProcess } from "../../packages/agent/src/workspace/command/run-process.ts"

let root = ""
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "pawl-processes-")))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** Whether the system can create PID namespaces, tested without Pawl's code. */
const userNamespaceArgs = process.getuid?.() === 0 ? [] : ["--user", "--map-current-user"]
const hasPidNamespaces =
  spawnSync("unshare", [...userNamespaceArgs, "--pid", "--fork", "--kill-child", "--mount-proc", "true"]).status === 0

/** Appends to a file for as long as it lives; no other process has these words in its command line. */
const NAME = `beats-of-${process.pid}`
const beat = `while :; do echo x >> ${NAME}; sleep 0.05; done`

/** Living processes that beat, found by command line, because they have other ids in a PID namespace. */
function beatingProcesses(): readonly string[] {
  const wordsOf = (pid: string) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, "latin1")
    } catch {
      return ""
    }
  }
  return readdirSync("/proc").filter((entry) => /^\d+$/.test(entry) && wordsOf(entry).includes(NAME))
}

for (const { mode, isPossible } of MODES) {
  describe.skipIf(!isPossible)(`run_command, ${mode},`, () => {
    it.each([
      ["a daemon in its own session", `setsid sh -c '${beat}' &`],
      [
        "a daemon without an environment",
        `setsid env -i /bin/sh -c 'PATH=/usr/bin:/bin; ${beat}' </dev/null >/dev/null 2>&1 &`,
      ],
      [
        "a daemon started by a daemon",
        `(setsid env -i /bin/sh -c 'PATH=/usr/bin:/bin; (${beat}) & ' </dev/null >/dev/null 2>&1 &)`,
      ],
    ])("ends %s together with the command", async (_name, command) => {
      const env = { PATH: pathFor(mode) }
      const confinement = confinementFor({ root, env, allowNetwork: false })
      expect(confinement.isClosed).toBe(mode === "confined" || hasPidNamespaces)
      // Without a closed confinement the result warns that children may live on.
      if (!confinement.isClosed) return
      const wait = `until [ -s ${NAME} ]; do sleep 0.02; done`
      const line = { file: "/bin/sh", args: ["-c", `${command}\n${wait}`], cwd: root, env }
      const how = { timeoutMs: 20_000, signal: new AbortController().signal, onOutput: () => {} }
      expect(await runProcess(confinement.wrap(line), how)).toMatchObject({ why: "exit", code: 0, hadBackground: true })
      expect(existsSync(join(root, NAME))).toBe(true)
      // The kernel takes a moment; a process that was not killed beats until the test fails.
      await expect.poll(beatingProcesses, { timeout: 10_000, interval: 10 }).toEqual([])
    })
  })
}
