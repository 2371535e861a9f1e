// Worker processes for tests, and helpers to wait for their effects.
import { type ChildProcess, spawn } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import Database from "better-sqlite3"
import type { AgentOptions } from "../../packages/agent/src/agent/options.ts"
import { bundled } from "../bundled.ts"

/** How a worker runs sessions. */
export type Working = Pick<AgentOptions, "concurrency" | "limits">

const WORKER = fileURLToPath(new URL("./worker-program.ts", import.meta.url))

export class Workshop {
  readonly folder = mkdtempSync(join(tmpdir(), "pawl-host-"))
  readonly #children: ChildProcess[] = []

  async worker(name: string, commitHook?: URL, working?: Working): Promise<ChildProcess> {
    const args = [await bundled(WORKER), this.folder, name, ...(commitHook ? [commitHook.href] : [])]
    const env = this.environment(working)
    return this.started(name, spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "inherit"] }))
  }

  protected environment(working: Working = {}): NodeJS.ProcessEnv {
    const cache = join(tmpdir(), "pawl-compile-cache")
    return { ...process.env, NODE_COMPILE_CACHE: cache, PAWL_WORKING: JSON.stringify(working) }
  }

  /** Resolves when the worker says that it is ready. It is ended with the workshop. */
  protected async started(name: string, child: ChildProcess): Promise<ChildProcess> {
    this.#children.push(child)
    await new Promise<void>((resolve, reject) => {
      child.stdout?.once("data", () => resolve())
      child.once("exit", (code) => reject(new Error(`Worker ${name} ended with ${code}.`)))
    })
    return child
  }

  lines(file: string): readonly string[] {
    const path = join(this.folder, file)
    return existsSync(path) ? readFileSync(path, "utf8").split("\n").filter(Boolean) : []
  }

  async close(): Promise<void> {
    await Promise.all(this.#children.map(end))
    rmSync(this.folder, { recursive: true, force: true })
  }
}

export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once("exit", resolve))
  child.kill("SIGKILL")
  await ended
}

/** Polls until `isSo` holds. Fails after half a minute, because a busy machine is slow. */
export async function eventually(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const until = performance.now() + 30_000
  while (!(await isSo())) {
    if (performance.now() > until) throw new Error(`Never happened: ${what}.`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/**
 * Stops a process between two of its commits. One that is stopped within a commit keeps the file locked until it goes on, and nobody
 * can take over: that is the file's own limit.
 */
export async function stopBetweenCommits(child: ChildProcess, file: string): Promise<void> {
  await eventually("the process is stopped and has no lock", async () => {
    child.kill("SIGSTOP")
    await eventually("the process is stopped", () => isStopped(child))
    if (canBeWritten(file)) return true
    child.kill("SIGCONT")
    return false
  })
}

function canBeWritten(file: string): boolean {
  const db = new Database(file, { timeout: 0 })
  try {
    db.exec("begin immediate; rollback")
    return true
  } catch {
    return false
  } finally {
    db.close()
  }
}

/** Whether the kernel reports the process as stopped by a signal. */
export function isStopped(child: ChildProcess): boolean {
  const stat = readFileSync(`/proc/${child.pid}/stat`, "utf8")
  return stat.slice(stat.lastIndexOf(")") + 2).startsWith("T")
}
