// A stdio server as a process. It has its own process group, so that its children end with it, and the reaper knows it.
import { type ChildProcessByStdio, spawn } from "node:child_process"
import { once } from "node:events"
import { statSync } from "node:fs"
import type { Readable, Writable } from "node:stream"
import { setTimeout as wait } from "node:timers/promises"
import { defined } from "../base/defined.ts"
import { newMark } from "../processes/mark.ts"
import { endGroup, signalGroup } from "../processes/process-group.ts"
import { unwatch, watch } from "../processes/reaper-link.ts"
import type { StdioServer } from "./config.ts"
import { passedEnvironment } from "./passed-environment.ts"
import type { Tail } from "./tail.ts"

const EOF_GRACE_MS = 300
const TERM_GRACE_MS = 1500
const KILL_GRACE_MS = 1000
// Output that the server wrote before it ended may still arrive.
const DRAIN_MS = 200

/** How a server ended, in plain text. */
export interface Ending {
  readonly words: string
  /** It exited by itself and without an error. */
  readonly isClean: boolean
}

export class ServerProcess {
  /** Resolves when the process has ended and its output was read, with how it ended. */
  readonly ended: Promise<Ending>
  /** Resolves when its whole process group is gone; its children may take longer to end. */
  readonly gone: Promise<void>
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>
  #stopping: Promise<void> | undefined

  private constructor(child: ChildProcessByStdio<Writable, Readable, Readable>, stderr: Tail) {
    this.#child = child
    child.stderr.on("data", (chunk: Buffer) => stderr.add(chunk))
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on("error", () => {})
    child.on("error", () => {})
    const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()))
    const drained = new Promise<void>((resolve) => child.once("close", () => resolve()))
    // Child processes that it left behind would outlive it.
    this.gone = exited.then(() => this.#endGroup())
    this.ended = exited.then(() => this.#drain(drained))
  }

  static async start(server: StdioServer, stderr: Tail): Promise<ServerProcess> {
    // Node reports a missing folder as a missing program.
    if (server.cwd !== undefined && statSync(server.cwd, { throwIfNoEntry: false })?.isDirectory() !== true) {
      throw new Error(`its folder ${server.cwd} does not exist`)
    }
    const child = spawnWatched(server)
    await once(child, "spawn")
    return new ServerProcess(child, stderr)
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  get stdout(): Readable {
    return this.#child.stdout
  }

  write(line: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#child.stdin.write(line, (error) => (error ? reject(error) : resolve()))
    })
  }

  /** Closes its input, then sends SIGTERM, then SIGKILL. */
  stop(options: { readonly atOnce?: boolean } = {}): Promise<void> {
    this.#stopping ??= this.#end(options.atOnce === true)
    return this.#stopping
  }

  async #end(atOnce: boolean): Promise<void> {
    this.#child.stdin.end()
    if (atOnce) signalGroup(this.pid, "SIGKILL")
    else if (!(await this.#endsWithin(EOF_GRACE_MS))) {
      signalGroup(this.pid, "SIGTERM")
      if (!(await this.#endsWithin(TERM_GRACE_MS))) signalGroup(this.pid, "SIGKILL")
    }
    await Promise.all([this.gone, this.ended])
  }

  /** Waits only a moment: child processes that it left behind may hold its pipes open. */
  async #drain(drained: Promise<void>): Promise<Ending> {
    const child = this.#child
    await Promise.race([drained, wait(DRAIN_MS)])
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy()
    const { signalCode, exitCode } = child
    const words = signalCode === null ? `it ended with exit code ${exitCode}` : `it was ended by ${signalCode}`
    return { words, isClean: exitCode === 0 }
  }

  async #endGroup(): Promise<void> {
    await endGroup(this.pid, { termMs: TERM_GRACE_MS, killMs: KILL_GRACE_MS })
    unwatch(this.pid)
  }

  async #endsWithin(ms: number): Promise<boolean> {
    const late = new AbortController()
    const timer = wait(ms, false, { signal: late.signal }).catch(() => false)
    const ended = await Promise.race([this.ended.then(() => true), timer])
    late.abort("ended")
    return ended
  }
}

function spawnWatched(server: StdioServer): ChildProcessByStdio<Writable, Readable, Readable> {
  const mark = newMark()
  watch(mark.text)
  try {
    const child = spawn(server.command, server.args, {
      env: { ...passedEnvironment(process.env), ...server.env, ...mark.env },
      ...defined({ cwd: server.cwd }),
      detached: process.platform !== "win32",
      windowsHide: true,
      stdio: ["pipe", "pipe", "pipe"],
    })
    if (child.pid !== undefined) watch(child.pid)
    return child
  } finally {
    // From here on its process group is known. What a server moves out of its group is meant to outlive it.
    unwatch(mark.text)
  }
}
