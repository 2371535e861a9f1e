// A program on a pseudo-terminal of 100 x 40 (util-linux script): what it writes, and how much CPU time it has taken.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"

export interface Program {
  type(keys: string): void
  /** When this was written, after what was waited for last; on the clock of `performance`. */
  see(text: string): Promise<number>
  /** Of all its threads, so far. */
  cpuMs(): number
  stop(): Promise<void>
}

/** Hundredths of a second, on Linux everywhere. */
const TICK_MS = 10

export function onPty(words: readonly string[], { env, cwd }: { env: NodeJS.ProcessEnv; cwd: string }): Program {
  const line = [process.execPath, ...words].map((word) => `'${word}'`).join(" ")
  const command = `stty cols 100 rows 40 && exec ${line}`
  const child = spawn("script", ["-qfec", command, "/dev/null"], { env: { ...env, TERM: "xterm-256color" }, cwd })
  let unseen = ""
  let notify = () => {}
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    unseen += text
    notify()
  })
  const ended = once(child, "close")
  ended.then(() => notify())
  return {
    type: (keys) => void child.stdin.write(keys),
    async see(text) {
      for (;;) {
        const at = unseen.indexOf(text)
        if (at >= 0) {
          unseen = unseen.slice(at + text.length)
          return performance.now()
        }
        if (child.exitCode !== null) throw new Error(`"${text}" never came. The last output: ${unseen.slice(-2000)}`)
        await new Promise<void>((resolve) => {
          notify = resolve
        })
      }
    },
    cpuMs: () => cpuOf(childOf(child.pid ?? 0)),
    async stop() {
      child.kill("SIGKILL")
      await ended
    },
  }
}

/** The shell has become the program. */
function childOf(pid: number): number {
  return Number.parseInt(readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8"), 10)
}

function cpuOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}
