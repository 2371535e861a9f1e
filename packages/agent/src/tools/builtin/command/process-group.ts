// A process with its whole group, and how all of it is ended.
import { readdir, readFile } from "node:fs/promises"

/** After SIGTERM, before SIGKILL. An aborted turn waits a second for its tools, so all of this must be well below. */
const TERM_GRACE_MS = 300
/** A killed process takes a moment to be gone. */
const KILL_WAIT_MS = 200
const LOOK_EVERY_MS = 10

/** Marks every process a command starts, also those that left its group. */
export const MARK = "PAWL_COMMAND_ID"

export function isAlive(group: number): boolean {
  return send(group, 0)
}

/** Resolves when nothing of the group runs any more. */
export async function endGroup(group: number): Promise<void> {
  send(group, "SIGTERM")
  if (await until(() => !isAlive(group), TERM_GRACE_MS)) return
  send(group, "SIGKILL")
  await until(() => !isAlive(group), KILL_WAIT_MS)
}

/** Ends what moved into a group of its own (setsid, a daemon). Only where processes can be looked at: Linux. */
export async function endStragglers(mark: string): Promise<void> {
  if (process.platform !== "linux") return
  await until(async () => {
    const pids = await marked(mark)
    for (const pid of pids) send(-pid, "SIGKILL")
    // Looked for again until there are none: one may have started another meanwhile. The dead have no environment.
    return pids.length === 0
  }, KILL_WAIT_MS)
}

async function marked(mark: string): Promise<readonly number[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number)
  const found = await Promise.all(
    pids.map(async (pid) => {
      const environment = await readFile(`/proc/${pid}/environ`, "latin1").catch(() => "")
      return environment.includes(`${MARK}=${mark}\0`) ? [pid] : []
    }),
  )
  return found.flat()
}

/** Whether it came true in time. */
async function until(isTrue: () => boolean | Promise<boolean>, ms: number): Promise<boolean> {
  const deadline = performance.now() + ms
  while (!(await isTrue())) {
    if (performance.now() > deadline) return false
    await pause(LOOK_EVERY_MS)
  }
  return true
}

function send(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-group, signal)
    return true
  } catch {
    // Gone already, or not ours any more.
    return false
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
