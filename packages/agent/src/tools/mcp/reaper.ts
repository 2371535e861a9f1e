// A program of its own: holds the read end of a pipe from us and the process groups of our servers. When the pipe ends we
// are gone, however we died, and it ends those groups. Imports nothing of ours, so that it starts quickly.
import process from "node:process"
import { setTimeout as wait } from "node:timers/promises"

const GRACE_MS = 1500
const LOOK_MS = 25

const groups = new Set<number>()
let rest = ""

process.stdin.setEncoding("utf8")
process.stdin.on("data", (chunk: string) => {
  const lines = (rest + chunk).split("\n")
  rest = lines.pop() ?? ""
  for (const line of lines) {
    const group = Number(line.slice(1))
    // 0 and 1 would mean our own group and everybody.
    if (!Number.isSafeInteger(group) || group <= 1) continue
    if (line.startsWith("+")) groups.add(group)
    else groups.delete(group)
  }
})
process.stdin.on("error", () => void endAll())
process.stdin.on("end", () => void endAll())

async function endAll(): Promise<void> {
  signalAll("SIGTERM")
  for (let waited = 0; waited < GRACE_MS && signalAll(0); waited += LOOK_MS) await wait(LOOK_MS)
  signalAll("SIGKILL")
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
