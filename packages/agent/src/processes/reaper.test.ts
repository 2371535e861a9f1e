// The reaper when its parent is killed at a moment at which only the mark of a process is known.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { expect, it, vi } from "vitest"

const DIES = fileURLToPath(new URL("./__fixtures__/dies-in-between.ts", import.meta.url))

it.runIf(process.platform === "linux")(
  "the reaper kills a process that its parent spawned just before it died",
  async () => {
    const parent = spawn(process.execPath, [DIES], { stdio: ["ignore", "pipe", "inherit"] })
    const [[said], [, signal]] = await Promise.all([once(parent.stdout, "data"), once(parent, "exit")])
    expect(signal).toBe("SIGKILL")
    const pid = Number(said)
    expect(pid).toBeGreaterThan(1)
    try {
      await vi.waitFor(() => expect(commandOf(pid)).toBe(""), { timeout: 8000, interval: 20 })
    } finally {
      if (commandOf(pid) !== "") process.kill(pid, "SIGKILL")
    }
  },
)

/** Empty for a process that has ended. */
function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8")
  } catch {
    return ""
  }
}
