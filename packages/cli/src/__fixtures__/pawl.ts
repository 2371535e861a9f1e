// Runs the command with temporary folders: inside this process, or spawned where a test is about the process itself.
import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { ownEnvironment, runInside, runOnTerminal, type TerminalInside } from "./inside.ts"

export const BIN = fileURLToPath(new URL("../../bin/pawl.js", import.meta.url))
export const ECHO = `scripted:${fileURLToPath(new URL("./echo.ts", import.meta.url))}`

/** The shell becomes the program, so that both have one process id. */
const PASSING = 'LISTEN_PID=$$ exec "$@"'

/** Compile cache, shared by all tests but not with the user who runs them. */
const CACHE = join(tmpdir(), `pawl-test-cache-${process.getuid?.()}`)

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

export interface How {
  readonly stdin?: string | Buffer
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly cwd?: string
  readonly onOutput?: (stdout: string, stderr: string) => void
}

export interface SpawnHow extends Omit<How, "onOutput"> {
  readonly uid?: number
  /** An open file that the process gets as its fourth, with its own id in LISTEN_PID. */
  readonly fd?: number
  readonly onOutput?: (stdout: string, stderr: string, child: ChildProcess) => void
}

/** A home and a workspace that are removed afterwards. */
export function makePlace() {
  const root = mkdtempSync(join(tmpdir(), "pawl-cli-"))
  const home = join(root, "home")
  const work = join(root, "work")
  const notes = join(root, "notes.txt")
  mkdirSync(work)
  const children = new Set<ChildProcess>()
  const terminals = new Set<ReturnType<typeof runOnTerminal>>()
  const base = { PAWL_HOME: home, PAWL_MODEL: ECHO, NOTES: notes, NO_COLOR: "1", XDG_CACHE_HOME: CACHE }

  function envWith(more: How["env"]) {
    const { PAWL_MODEL: _m, PAWL_HOME: _h, NODE_OPTIONS: _o, ...inherited } = ownEnvironment()
    return { ...inherited, ...base, ...more }
  }

  /** Spawns the real command. */
  function start(
    words: readonly string[],
    how: SpawnHow = {},
  ): { readonly child: ChildProcess; readonly ended: Promise<Ended> } {
    const env = envWith(how.env)
    const options = { env, cwd: how.cwd ?? work, ...(how.uid !== undefined && { uid: how.uid, gid: how.uid }) }
    const stdio = ["pipe", "pipe", "pipe"] as const
    const child =
      how.fd === undefined
        ? spawn(process.execPath, [BIN, ...words], { ...options, stdio: [...stdio] })
        : (spawn("sh", ["-c", PASSING, "sh", process.execPath, BIN, ...words], {
            ...options,
            stdio: [...stdio, how.fd],
          }) as ChildProcessWithoutNullStreams)
    children.add(child)
    const said = { stdout: "", stderr: "" }
    for (const name of ["stdout", "stderr"] as const) {
      child[name].setEncoding("utf8").on("data", (text: string) => {
        said[name] += text
        how.onOutput?.(said.stdout, said.stderr, child)
      })
    }
    // A process that reads nothing may end before everything is written.
    child.stdin.on("error", () => {})
    child.stdin.end(how.stdin ?? "")
    const ended = new Promise<Ended>((resolve) => {
      child.on("close", (code, signal) => resolve({ code, signal, ...said }))
    })
    return { child, ended }
  }

  return {
    root,
    home,
    work,
    notes,
    base,
    children,
    start,
    spawned: (words: readonly string[], how?: SpawnHow) => start(words, how).ended,
    /** Runs the program in this process. */
    pawl: (words: readonly string[], how: How = {}) =>
      runInside(words, { ...how, root, env: envWith(how.env), cwd: how.cwd ?? work }),
    /** Runs the program in this process, on an in-memory terminal. */
    onTerminal(words: readonly string[], { env, ...how }: Pick<TerminalInside, "columns" | "onShown"> & How) {
      const started = runOnTerminal(words, { ...how, root, env: envWith({ TERM: "xterm", ...env }), cwd: work })
      terminals.add(started)
      const gone = () => void terminals.delete(started)
      started.ended.then(gone, gone)
      return started
    },
    async remove() {
      // A failed test may have left a run open, which would block the others.
      for (const child of children) if (child.exitCode === null) child.kill("SIGKILL")
      for (const started of terminals) {
        started.hangUp()
        await started.ended
      }
      rmSync(root, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

export type Place = ReturnType<typeof makePlace>
