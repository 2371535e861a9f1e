// Names a process, so that another one can tell whether it is gone.
import { readFileSync } from "node:fs"

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // The process exists, and belongs to another user.
    return error instanceof Error && "code" in error && error.code === "EPERM"
  }
}

/**
 * Names a process: its number, and when it started where the system tells. In a container the next process often has the number of the
 * one before it.
 */
export function processMark(pid = process.pid): string {
  return `${pid}-${startOf(pid) ?? 0}`
}

export function isMarkOfLiving(mark: string): boolean {
  const [pid = "", started = "0"] = mark.split("-")
  // This process asks before it has made a mark of its own.
  if (mark === processMark()) return started !== "0"
  if (Number(pid) === process.pid || !isAlive(Number(pid))) return false
  const now = startOf(Number(pid))
  return started === "0" || now === undefined || now === started
}

/** In ticks since the machine started: field 22, after a name that may have spaces and parentheses. */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19]
  } catch {
    return undefined
  }
}
