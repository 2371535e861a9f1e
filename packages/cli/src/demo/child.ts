// Runs a part of the demo in a child process, started by the same bin/pawl.js as every command.
import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"

const PAWL = fileURLToPath(new URL("../../bin/pawl.js", import.meta.url))

export interface Ended {
  readonly pid: number
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

export interface ChildOptions {
  /** Ends the process. */
  readonly signal: AbortSignal
  readonly onStart: (pid: number) => void
}

export function child(words: readonly string[], { signal, onStart }: ChildOptions): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const running = spawn(process.execPath, [PAWL, "demo-process", ...words], { stdio: "inherit" })
    const stop = () => running.kill()
    const pid = running.pid ?? 0
    if (pid > 0) onStart(pid)
    if (signal.aborted) stop()
    signal.addEventListener("abort", stop)
    running.once("error", reject)
    running.once("exit", (code, killed) => {
      signal.removeEventListener("abort", stop)
      resolve({ pid, code, signal: killed })
    })
  })
}
