// A command does not outlive the process that ran it, however that process ends, and does not keep it from ending.
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import { afterEach, describe, expect, it, vi } from "vitest"
import { bench } from "../__fixtures__/use-tools.ts"
import { MODES, pathFor, traced } from "./__fixtures__/modes.ts"

const DOOMED = fileURLToPath(new URL("./__fixtures__/doomed-command.ts", import.meta.url))

const started: ChildProcess[] = []
afterEach(() => {
  // A failed test leaves its process running.
  for (const child of started.splice(0)) child.kill("SIGKILL")
})

for (const { mode, isPossible } of MODES) {
  describe.skipIf(!isPossible)(`a command (${mode})`, () => {
    const start = (command: string, ...flags: readonly string[]) => {
      const { workspace } = bench()
      const { env, running } = traced()
      const child = spawn(process.execPath, [DOOMED, workspace, command, ...flags], {
        env: { ...process.env, ...env, PATH: pathFor(mode) },
        stdio: ["ignore", "pipe", "inherit"],
      })
      started.push(child)
      return { child, running }
    }

    it.each(["SIGKILL", "SIGTERM", "SIGINT"] as const)(
      "is gone after %s of the process that ran it",
      async (signal) => {
        const stubborn = `trap "" TERM HUP; echo ready; while :; do sleep 100; done`
        const daemon = `setsid bash -c 'trap "" TERM; echo ready; sleep 100' < /dev/null`
        const { child, running } = start(`(${daemon}) & (${stubborn}) & sleep 100`)
        let said = ""
        child.stdout.on("data", (text) => {
          said += text
        })
        await vi.waitFor(() => expect(said).toBe("ready\nready\n"), { timeout: 10_000, interval: 10 })
        // The two commands, and the process itself.
        expect(running().length).toBeGreaterThanOrEqual(3)
        child.kill(signal)
        await once(child, "exit")
        await vi.waitFor(() => expect(running()).toEqual([]), { timeout: 8000, interval: 20 })
      },
    )

    it("that has ended does not keep its process alive", async () => {
      const { child } = start("echo done", "--tell-what-is-left")
      let said = ""
      child.stdout.on("data", (text) => {
        said += text
      })
      expect(await once(child, "close")).toEqual([0, null])
      // The reaper stays for ten seconds. The process waited neither for it nor for that time.
      expect(said).toMatch(/^done\nlongest timer: \d{1,3} ms\nchildren at the end: 1\n$/)
    })
  })
}
