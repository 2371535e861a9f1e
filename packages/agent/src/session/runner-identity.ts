// Identifies this process, and checks whether another one is still alive: good enough to take over
// at once on the same machine.
import { readFileSync, readlinkSync } from "node:fs"
import { hostname } from "node:os"
import type { Ids } from "../contracts/clock.ts"
import type { Runner } from "../contracts/leases.ts"

export function identify(ids: Ids): Runner {
  return { id: ids.next(), pid: process.pid, boot: bootId(), started: startedAt(process.pid) ?? "" }
}

/** True only when it is certain. A process of another machine, container or boot cannot be seen from here. */
export function isDead(runner: Runner): boolean {
  if (runner.boot !== bootId()) return false
  const started = startedAt(runner.pid)
  // A reused pid belongs to a process that started at another time.
  if (started !== undefined) return runner.started !== "" && started !== runner.started
  return !canSignal(runner.pid)
}

/** True only when it is certain: a process of this machine that has not ended, though it may hang. */
export function isAlive(runner: Runner): boolean {
  return runner.boot === bootId() && !isDead(runner)
}

/** A pid means something only within one boot of one machine and one pid namespace. */
function bootId(): string {
  try {
    return `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()}/${readlinkSync("/proc/self/ns/pid")}`
  } catch {
    // Not Linux: use the host name.
    return hostname()
  }
}

/** Field 22 of /proc/PID/stat; the name before it may contain spaces and parentheses. Absent without /proc or process. */
function startedAt(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
    // A zombie has ended; only its parent has not collected it.
    return fields[0] === "Z" ? undefined : fields[19]
  } catch {
    return undefined
  }
}

function canSignal(pid: number): boolean {
  try {
    process.kill(pid, 0)
    // A zombie can be signalled; where /proc exists and showed no live process, it is dead.
    return !hasProc()
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"
  }
}

function hasProc(): boolean {
  return startedAt(process.pid) !== undefined
}
