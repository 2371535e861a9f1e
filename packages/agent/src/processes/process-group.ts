// A process group as a whole: signals to all of it, whether anybody in it still runs, and how all of it is ended.
import { readdirSync, readFileSync } from "node:fs"
import { setTimeout as wait } from "node:timers/promises"

const LOOK_MS = 10

export interface Patience {
  /** After SIGTERM, before SIGKILL. */
  readonly termMs: number
  /** After SIGKILL: nobody survives it, but the kernel takes a moment. */
  readonly killMs: number
}

/** Resolves when nothing of the group runs any more. */
export async function endGroup(group: number, { termMs, killMs }: Patience): Promise<void> {
  signalGroup(group, "SIGTERM")
  if (await until(() => !isGroupAlive(group), termMs)) return
  signalGroup(group, "SIGKILL")
  await until(() => !isGroupAlive(group), killMs)
}

/** Says whether anybody was there to hear it. Windows has no groups: there it is the process alone. */
export function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(process.platform === "win32" ? group : -group, signal)
  } catch {
    return false
  }
}

/** The dead stay in the table until they are collected, in some containers for a second or for ever: they do not count. */
export function isGroupAlive(group: number): boolean {
  if (!signalGroup(group, 0)) return false
  if (process.platform !== "linux") return true
  return readdirSync("/proc").some((entry) => /^\d+$/.test(entry) && isLivingMember(entry, group))
}

function isLivingMember(pid: string, group: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
    // The name before it may hold anything, also spaces and brackets.
    const [state = "", , member] = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
    return Number(member) === group && !"ZX".includes(state)
  } catch {
    return false
  }
}

/** Whether it came true in time. */
export async function until(isTrue: () => boolean | Promise<boolean>, ms: number): Promise<boolean> {
  const deadline = performance.now() + ms
  while (!(await isTrue())) {
    if (performance.now() > deadline) return false
    await wait(LOOK_MS)
  }
  return true
}
