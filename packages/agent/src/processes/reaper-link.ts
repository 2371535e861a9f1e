// This process's end of the reaper's pipe. There is one reaper for each process; it starts before the first command and
// ends soon after the last.
import { type ChildProcess, spawn } from "node:child_process"
import type { Writable } from "node:stream"
import { fileURLToPath } from "node:url"
import { ownFile } from "../outside/own-file.ts"

/** Kept for the next command: starting a reaper for each would cost more than many commands. */
const LINGER_MS = 10_000

/** A process group, or the text of a mark. */
type Watched = number | string

const watched = new Set<Watched>()
let reaper: ChildProcess | undefined
let lingerTimer: NodeJS.Timeout | undefined

/**
 * Call it with a mark before the process is spawned, and with its group right after, in the same tick. Then there is no
 * moment at which this process could die and leave a process that the reaper does not know. The kernel keeps a line even
 * if this process dies before the reaper reads it.
 */
export function watch(what: Watched): void {
  watched.add(what)
  clearTimeout(lingerTimer)
  if (reaper?.stdin?.writable === true) send(reaper, `+${what}\n`)
  else reaper = startReaper()
}

export function unwatch(what: Watched): void {
  watched.delete(what)
  if (reaper === undefined) return
  send(reaper, `-${what}\n`)
  if (watched.size === 0) lingerTimer = setTimeout(stopReaper, LINGER_MS).unref()
}

function stopReaper(): void {
  reaper?.stdin?.end()
  reaper = undefined
}

function startReaper(): ChildProcess {
  const script = ownFile(new URL("./reaper.js", import.meta.url))
  // Detached: a Ctrl-C in the terminal or a signal to our group must not reach it.
  // In "/": it must not keep a folder in use.
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
  // This process must not wait for the reaper when it exits.
  started.unref()
  unref(started.stdin)
  for (const each of watched) send(started, `+${each}\n`)
  return started
}

function send(to: ChildProcess, line: string): void {
  if (to.stdin?.writable === true) to.stdin.write(line)
}

function unref(stream: Writable | null): void {
  // A pipe to a child is a socket with `unref`, which the types do not show.
  if (stream !== null && "unref" in stream && typeof stream.unref === "function") stream.unref()
}
