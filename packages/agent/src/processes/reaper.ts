// A separate program that kills commands whose parent has died. It reads process groups and marks from a pipe. When the
// pipe ends, the parent is gone, however it died, and the reaper kills all of them. It imports nothing of ours, so that
// it starts quickly.
import { readdirSync, readFileSync } from "node:fs"
import process from "node:process"
import { setTimeout as wait } from "node:timers/promises"

const GRACE_MS = 1500
const LOOK_MS = 25

const groups = new Set<number>()
const marks = new Set<string>()
let rest = ""

process.stdin.setEncoding("utf8")
process.stdin.on("data", (chunk: string) => {
  const lines = (rest + chunk).split("\n")
  rest = lines.pop() ?? ""
  for (const line of lines) handle(line)
})
process.stdin.on("error", () => void endAll())
process.stdin.on("end", () => void endAll())

/** `+` or `-`, then a process group or a mark, which is `NAME=value`. */
function handle(line: string): void {
  const isNew = line.startsWith("+")
  const what = line.slice(1)
  if (what.includes("=")) {
    if (isNew) marks.add(what)
    else marks.delete(what)
    return
  }
  const group = Number(what)
  // 0 would mean our own group, and 1 all processes.
  if (isNew && Number.isSafeInteger(group) && group > 1) groups.add(group)
  else groups.delete(group)
}

async function endAll(): Promise<void> {
  signalAll("SIGTERM")
  for (let waited = 0; waited < GRACE_MS && signalAll(0); waited += LOOK_MS) await wait(LOOK_MS)
  signalAll("SIGKILL")
  // Repeats until none is left: one may have started another meanwhile.
  for (let waited = 0; waited < GRACE_MS && killMarked(); waited += LOOK_MS) await wait(LOOK_MS)
  process.exit(0)
}

/** Returns whether any group is left. */
function signalAll(signal: NodeJS.Signals | 0): boolean {
  for (const group of groups) {
    try {
      process.kill(-group, signal)
    } catch {
      groups.delete(group)
    }
  }
  return groups.size > 0
}

/** Kills processes that left their group, and one whose parent died before it sent the group. Returns if any existed. */
function killMarked(): boolean {
  if (process.platform !== "linux" || marks.size === 0) return false
  const found = readdirSync("/proc").filter((entry) => /^\d+$/.test(entry) && isMarked(entry))
  for (const pid of found) {
    try {
      process.kill(Number(pid), "SIGKILL")
    } catch {
      // Ended already.
    }
  }
  return found.length > 0
}

function isMarked(pid: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, "latin1")
      .split("\0")
      .some((entry) => marks.has(entry))
  } catch {
    return false
  }
}
