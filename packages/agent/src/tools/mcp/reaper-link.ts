// Our end of the reaper's pipe: one reaper a process, started with the first server and gone with the last.
import { type ChildProcess, spawn } from "node:child_process"
import type { Writable } from "node:stream"
import { fileURLToPath } from "node:url"

const groups = new Set<number>()
let reaper: ChildProcess | undefined

/** Told right after the server was spawned, in the same tick: the kernel keeps the line even if we die before it is read. */
export function watchGroup(group: number): void {
  groups.add(group)
  if (reaper?.stdin?.writable === true) tell(reaper, `+${group}\n`)
  else reaper = startReaper()
}

export function forgetGroup(group: number): void {
  groups.delete(group)
  if (reaper === undefined) return
  tell(reaper, `-${group}\n`)
  if (groups.size > 0) return
  reaper.stdin?.end()
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
  for (const group of groups) tell(started, `+${group}\n`)
  return started
}

function tell(to: ChildProcess, line: string): void {
  if (to.stdin?.writable === true) to.stdin.write(line)
}

function unref(stream: Writable | null): void {
  // A pipe to a child is a socket, which the types do not say.
  if (stream !== null && "unref" in stream && typeof stream.unref === "function") stream.unref()
}
