// A home, a workspace and a notebook for one story, and the `pawl` processes that run there.
import { type ChildProcessByStdio, spawn } from "node:child_process"
import { once } from "node:events"
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Readable } from "node:stream"
import { setTimeout as wait } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import type { Fact } from "../../packages/agent/src/contracts/fact.ts"
import type { Status } from "../../packages/agent/src/contracts/sessions.ts"
import { sqlite } from "../../packages/agent/src/store/sqlite.ts"
import { bundled, bundledWhole } from "../bundled.ts"

const PAWL = fileURLToPath(new URL("./pawl.ts", import.meta.url))
const SERVER = await bundledWhole(fileURLToPath(new URL("./notes-server.ts", import.meta.url)))
const HOOKED = { "packages/agent/src/store/open-sqlite.ts": new URL("./hooked-sqlite.ts", import.meta.url) }

/** Many short processes and the threads of stores read the same sources: compiling them once halves the time. */
const COMPILED = { NODE_COMPILE_CACHE: join(tmpdir(), "pawl-compile-cache") }
Object.assign(process.env, COMPILED)

/** Longer than the reaper waits for a server that does not react. */
const GONE_WITHIN_MS = 15_000
const LOOK_EVERY_MS = 10

const RUNS_NOTHING: ReadonlySet<string | undefined> = new Set(["sessions", "cleanup"])

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
  /** Time since its start, and since its first output. */
  readonly ms: { readonly all: number; readonly telling: number }
}

export type Kill =
  | { readonly write: number; readonly when: "before" | "after" }
  /** After the commit that holds a fact of this type for the `count`th time. */
  | { readonly fact: Fact["type"]; readonly count: number }
  /** From outside, this long after its start or after its first output. */
  | { readonly afterMs: number; readonly since: "start" | "first word" }

/** One line of the notebook: which tool acted, on which note, for which call. */
export interface Effect {
  readonly tool: string
  readonly note: string
  readonly key: string
}

/** What is durable at one moment. */
export interface Durable {
  readonly session: string | undefined
  readonly status: Status | undefined
  readonly facts: readonly Fact[]
  /** Ids of all accepted messages, carried out or not. */
  readonly accepted: readonly string[]
}

export class Place {
  readonly #folder = mkdtempSync(join(tmpdir(), "pawl-kill-cli-"))
  readonly #env: NodeJS.ProcessEnv

  constructor(modelUrl: string) {
    mkdirSync(this.#path("work"))
    const server = { command: process.execPath, args: [SERVER, this.#path("notebook")], env: COMPILED }
    writeFileSync(this.#path("mcp.json"), JSON.stringify({ mcpServers: { notes: server } }))
    this.#env = {
      PATH: process.env.PATH,
      HOME: this.#folder,
      PAWL_HOME: this.#path("home"),
      OPENAI_BASE_URL: modelUrl,
      OPENAI_API_KEY: "key",
      ...COMPILED,
    }
  }

  /** Runs the real command until it ends or is killed. */
  async pawl(words: readonly string[], kill?: Kill, env: NodeJS.ProcessEnv = {}): Promise<Ended> {
    const program = await bundled(PAWL, HOOKED)
    const runs = ["--approve", "auto", "--mcp-config", this.#path("mcp.json"), "--model", "openai:served"]
    const child = spawn(process.execPath, [program, ...words, ...(RUNS_NOTHING.has(words[0]) ? [] : runs)], {
      cwd: this.#path("work"),
      env: { ...this.#env, ...hookFor(kill), ...env },
      stdio: ["ignore", "pipe", "pipe"],
    })
    const began = performance.now()
    let firstWord = began
    child.stdout.once("data", () => {
      firstWord = performance.now()
    })
    const said = { stdout: "", stderr: "" }
    for (const name of ["stdout", "stderr"] as const) {
      child[name].setEncoding("utf8").on("data", (text: string) => {
        said[name] += text
      })
    }
    const killer = killLater(child, kill)
    return new Promise((resolve, reject) => {
      child.on("error", reject)
      child.on("close", (code, signal) => {
        killer.abort()
        const now = performance.now()
        resolve({ code, signal, ...said, ms: { all: now - began, telling: now - firstWord } })
      })
    })
  }

  effects(): readonly Effect[] {
    return linesOf(this.#path("notebook")).map((line) => JSON.parse(line) as Effect)
  }

  /** Read from a copy: the next process must find the files as the dead one left them. */
  async durable(): Promise<Durable> {
    const copy = this.#path("copy")
    if (!existsSync(this.#path("home/pawl.db"))) return NOTHING
    cpSync(this.#path("home"), copy, { recursive: true })
    const store = await sqlite(join(copy, "pawl.db"))
    try {
      const [row] = await store.sessions.list()
      if (row === undefined) return NOTHING
      const facts = await store.log.read(row.id, 0)
      const waiting = (await store.inbox.read(row.id)).map(({ command }) => command.id)
      const carriedOut = facts.flatMap((fact) => ("command" in fact ? [fact.command] : []))
      return { session: row.id, status: row.status, facts, accepted: [...carriedOut, ...waiting] }
    } finally {
      await store.close()
      rmSync(copy, { recursive: true })
    }
  }

  /** Processes that still run some time after their Pawl ended. All processes here have this folder in their command line. */
  async orphans(): Promise<readonly string[]> {
    const deadline = performance.now() + GONE_WITHIN_MS
    for (;;) {
      const alive = this.#running()
      if (alive.length === 0 || performance.now() > deadline) return alive.map(commandOf)
      await wait(LOOK_EVERY_MS)
    }
  }

  remove(): void {
    for (const pid of this.#running()) process.kill(pid, "SIGKILL")
    rmSync(this.#folder, { recursive: true })
  }

  #running(): readonly number[] {
    const pids = readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []))
    return pids.filter((pid) => commandOf(pid).includes(this.#folder))
  }

  #path(name: string): string {
    return join(this.#folder, name)
  }
}

function hookFor(kill: Kill | undefined): NodeJS.ProcessEnv {
  if (kill !== undefined && "fact" in kill)
    return { PAWL_KILL_FACT: kill.fact, PAWL_KILL_COUNT: String(kill.count), PAWL_COMMIT_ON: "thread" }
  if (kill === undefined || !("write" in kill)) return {}
  // While a commit is held on the thread, the main thread goes on
  // and could publish too early; on the caller's side it cannot.
  const commitOn = kill.when === "before" ? "thread" : "caller"
  return { PAWL_KILL_AT: String(kill.write), PAWL_KILL_WHEN: kill.when, PAWL_COMMIT_ON: commitOn }
}

function killLater(child: ChildProcessByStdio<null, Readable, Readable>, kill: Kill | undefined): AbortController {
  const controller = new AbortController()
  if (kill === undefined || !("afterMs" in kill)) return controller
  const { signal } = controller
  const began = kill.since === "start" ? Promise.resolve() : once(child.stdout, "data", { signal })
  began
    .then(() => wait(kill.afterMs, undefined, { signal }))
    .then(() => child.kill("SIGKILL"))
    .catch(() => {
      // The process ended before the kill.
    })
  return controller
}

const NOTHING: Durable = { session: undefined, status: undefined, facts: [], accepted: [] }

function linesOf(path: string): readonly string[] {
  return existsSync(path) ? readFileSync(path, "utf8").split("\n").filter(Boolean) : []
}

/** Dead processes have no command line. */
function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ")
  } catch {
    return ""
  }
}
