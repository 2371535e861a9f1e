// A program of its own: holds the read end of a pipe from us and knows our process groups and marks. When the pipe ends
// we are gone, however we died, and it ends all of them. Imports nothing of ours, so that it starts quickly.
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
  // 0 and 1 would mean our own group and everybody.
  if (isNew && Number.isSafeInteger(group) && group > 1) groups.add(group)
  else groups.delete(group)
}

async function endAll(): Promise<void> {
  signalAll("SIGTERM")
  for (let waited = 0; waited < GRACE_MS && signalAll(0); waited += LOOK_MS) await wait(LOOK_MS)
  signalAll("SIGKILL")
  // Again until there are none: one may have started another meanwhile.
  for (let waited = 0; waited < GRACE_MS && killMarked(); waited += LOOK_MS) await wait(LOOK_MS)
  process.exit(0)
}

/** Is any of them left? */
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

/** Those that left their group, and one that was started when we died before we could name its group. Were there any? */
function killMarked(): boolean {
  if (process.platform !== "linux" || marks.size === 0) return false
  const found = readdirSync("/proc").filter((entry) => /^\d+$/.test(entry) && isMarked(entry))
  for (const pid of found) {
    try {
      process.kill(Number(pid), "SIGKILL")
    } catch {
      // Gone already.
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
