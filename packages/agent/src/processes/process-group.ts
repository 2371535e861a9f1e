// Works with a whole process group: signals it, checks whether a process of it still runs, and kills it.
import { readdirSync, readFileSync } from "node:fs"
import { setTimeout as wait } from "node:timers/promises"

const LOOK_MS = 10

export interface Patience {
  /** How long to wait after SIGTERM, before SIGKILL. */
  readonly termMs: number
  /** How long to wait after SIGKILL: no process survives it, but the kernel takes a moment. */
  readonly killMs: number
}

/** Resolves when no process of the group runs any more, or the time is over. */
export async function endGroup(group: number, { termMs, killMs }: Patience): Promise<void> {
  signalGroup(group, "SIGTERM")
  if (await until(() => !isGroupAlive(group), termMs)) return
  signalGroup(group, "SIGKILL")
  await until(() => !isGroupAlive(group), killMs)
}

/** Returns whether a process got the signal. Windows has no groups: there only the process itself is signalled. */
export function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(process.platform === "win32" ? group : -group, signal)
  } catch {
    return false
  }
}

/** Zombies do not count: they stay until they are collected, in some containers for a second or without end. */
export function isGroupAlive(group: number): boolean {
  if (!signalGroup(group, 0)) return false
  if (process.platform !== "linux") return true
  return readdirSync("/proc").some((entry) => /^\d+$/.test(entry) && isLivingMember(entry, group))
}

function isLivingMember(pid: string, group: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
    // The process name before it may contain anything, also spaces and brackets.
    const [state = "", , member] = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
    return Number(member) === group && !"ZX".includes(state)
  } catch {
    return false
  }
}

/** Whether the condition became true in time. */
export async function until(isTrue: () => boolean | Promise<boolean>, ms: number): Promise<boolean> {
  const deadline = performance.now() + ms
  while (!(await isTrue())) {
    if (performance.now() > deadline) return false
    await wait(LOOK_MS)
  }
  return true
}
