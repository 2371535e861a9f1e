// Our end of the reaper's pipe: one reaper a process, started before the first that it watches, gone soon after the last.
import { type ChildProcess, spawn } from "node:child_process"
import type { Writable } from "node:stream"
import { fileURLToPath } from "node:url"

/** Commands come one after another: a reaper for each would cost more than many of them. */
const LINGER_MS = 10_000

/** A process group, or the text of a mark. */
type Watched = number | string

const watched = new Set<Watched>()
let reaper: ChildProcess | undefined
let leaving: NodeJS.Timeout | undefined

/**
 * A mark is watched before its process is spawned, a group right after, in the same tick: so there is no moment at which
 * we could die and leave something unknown. The kernel keeps a line even if we die before it is read.
 */
export function watch(what: Watched): void {
  watched.add(what)
  clearTimeout(leaving)
  if (reaper?.stdin?.writable === true) tell(reaper, `+${what}\n`)
  else reaper = startReaper()
}

export function forget(what: Watched): void {
  watched.delete(what)
  if (reaper === undefined) return
  tell(reaper, `-${what}\n`)
  if (watched.size === 0) leaving = setTimeout(dismiss, LINGER_MS).unref()
}

function dismiss(): void {
  reaper?.stdin?.end()
  reaper = undefined
}

function startReaper(): ChildProcess {
  const script = new URL(import.meta.url.endsWith(".ts") ? "./reaper.ts" : "./reaper.js", import.meta.url)
  // Detached: a Ctrl-C in the terminal or a signal to our group must not reach it. At the root: it holds no folder.
  const started = spawn(process.execPath, [fileURLToPath(script)], {
    detached: true,
    cwd: "/",
    env: {},
    stdio: ["pipe", "ignore", "ignore"],
  })
  const lost = () => {
    if (reaper === started) reaper = undefined
  }
  started.on("error", lost)
  started.on("exit", lost)
  started.stdin?.on("error", lost)
  // It waits for us, never we for it.
  started.unref()
  unref(started.stdin)
  for (const each of watched) tell(started, `+${each}\n`)
  return started
}

function tell(to: ChildProcess, line: string): void {
  if (to.stdin?.writable === true) to.stdin.write(line)
}

function unref(stream: Writable | null): void {
  // A pipe to a child is a socket, which the types do not say.
  if (stream !== null && "unref" in stream && typeof stream.unref === "function") stream.unref()
}
