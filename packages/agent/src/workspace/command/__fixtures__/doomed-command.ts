// Runs one command with run_command in a separate process, which a test can kill, and repeats what the command prints.
import { readdirSync, readFileSync } from "node:fs"
import { builtinTools } from "../../builtin-tools.ts"

const [workspace = "", command = "", flag] = process.argv.slice(2)
const tool = builtinTools({ workspace }).find(({ name }) => name === "run_command")
const output = (text: string) => void process.stdout.write(text)
const timers = flag === "--tell-what-is-left" ? recordTimers() : undefined
await tool?.run({ command } as never, { signal: new AbortController().signal, output } as never)
if (timers !== undefined) {
  const longest = Math.max(0, ...[...timers].flatMap(([timer, ms]) => (timer.hasRef() ? [ms] : [])))
  output(`longest timer: ${longest} ms\n`)
  // The event loop is empty now: report the child processes that are still running.
  process.once("beforeExit", () => output(`children at the end: ${children().length}\n`))
}

/** The timers that were not cleared. A timer with a reference keeps the process alive. */
function recordTimers(): ReadonlyMap<NodeJS.Timeout, number> {
  const made = new Map<NodeJS.Timeout, number>()
  const { setTimeout: set, clearTimeout: clear } = globalThis
  const recordingSet = (then: () => void, ms = 0) => {
    const timer = set(then, ms)
    made.set(timer, ms)
    return timer
  }
  const recordingClear = (timer?: NodeJS.Timeout) => {
    if (timer !== undefined) made.delete(timer)
    clear(timer)
  }
  Object.assign(globalThis, { setTimeout: recordingSet, clearTimeout: recordingClear })
  return made
}

function children(): readonly string[] {
  return readdirSync("/proc").filter((entry) => /^\d+$/.test(entry) && parentOf(entry) === process.pid)
}

function parentOf(pid: string): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
    const [state = "", parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
    return state === "Z" ? undefined : Number(parent)
  } catch {
    return undefined
  }
}
