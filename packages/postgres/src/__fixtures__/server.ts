// A PostgreSQL server of its own for tests: in a folder of its own, on a Unix socket, without syncs.
import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { chownSync, existsSync, mkdirSync, readdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import pg from "pg"

/** Quick, and lost with the power, but not with the server: good for tests alone. */
const UNSYNCED = ["fsync=off", "full_page_writes=off"]
const SETTINGS = ["max_connections=200", "shared_buffers=32MB", "log_min_messages=fatal"]

/** Linux sends this signal when the parent is gone. */
const TIED = ["setpriv", "--pdeathsig", "QUIT"]

export interface ServerOptions {
  /** Keeps the syncs, for measurements. */
  readonly isSynced?: boolean
  /** More settings, as "ssl=on". */
  readonly settings?: readonly string[]
  /** Where it listens besides its socket. */
  readonly port?: number
}

export class PostgresServer {
  readonly folder: string
  readonly #settings: readonly string[]
  readonly #port: number | undefined
  #process: ChildProcess | undefined

  /** `folder`: an empty folder, with a short path: the socket lies in it. */
  constructor(folder: string, { isSynced = false, settings = [], port }: ServerOptions = {}) {
    this.folder = folder
    const listening = port === undefined ? ["listen_addresses="] : ["listen_addresses=127.0.0.1", `port=${port}`]
    this.#settings = [...SETTINGS, ...listening, ...(isSynced ? [] : UNSYNCED), ...settings]
    this.#port = port
  }

  /** Starts the server, also again. Resolves when it takes connections. */
  async start(): Promise<void> {
    if (!existsSync(join(this.folder, "data"))) this.#prepare()
    const settings = this.#settings.flatMap((each) => ["-c", each])
    const words = ["-D", join(this.folder, "data"), "-k", this.folder, ...settings]
    // A server does not outlive the process that started it, however that ends.
    const [program = "", ...all] = [...(process.platform === "linux" ? TIED : []), binary("postgres"), ...words]
    this.#process = spawn(program, all, { ...asOther(), stdio: "ignore" })
    const end = once(this.#process)
    let isOver = false
    void end.then(() => {
      isOver = true
    })
    while (!(await canConnect(this.url("postgres")))) {
      if (isOver) throw new Error("PostgreSQL ended right after its start.")
      await pause(20)
    }
  }

  /** "fast" ends its connections, "immediate" is like a crash. Resolves when it is gone. */
  async stop(how: "fast" | "immediate" = "immediate"): Promise<void> {
    const running = this.#process
    this.#process = undefined
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return
    const gone = once(running)
    running.kill(how === "fast" ? "SIGINT" : "SIGQUIT")
    await gone
  }

  async remove(): Promise<void> {
    await this.stop()
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 })
  }

  url(database: string): string {
    return urlOf(this.folder, database, this.#port)
  }

  /** Files in the folder belong to the user that runs the server, as its key has to. */
  own(path: string): void {
    const { uid, gid } = asOther()
    if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid)
  }

  #prepare(): void {
    mkdirSync(this.folder, { recursive: true })
    this.own(this.folder)
    const how = ["-D", join(this.folder, "data"), "-U", "pawl", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]
    execFileSync(binary("initdb"), how, { ...asOther(), cwd: this.folder, stdio: "ignore" })
  }
}

export function urlOf(folder: string, database: string, port?: number): string {
  const at = port === undefined ? "" : `&port=${port}`
  return `postgres://pawl@localhost/${database}?host=${encodeURIComponent(folder)}${at}`
}

function once(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => child.once("exit", () => resolve()))
}

async function canConnect(url: string): Promise<boolean> {
  const client = new pg.Client(url)
  client.on("error", () => {})
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}

/** PostgreSQL refuses to run as root: then another user runs it. */
function asOther(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const [uid, gid] = ["-u", "-g"].map((flag) => Number(execFileSync("id", [flag, "nobody"], { encoding: "utf8" })))
  return { uid: uid ?? 65_534, gid: gid ?? 65_534 }
}

/** Debian keeps them outside of the PATH. PAWL_POSTGRES_BIN names the folder of another version. */
function binary(name: string): string {
  if (process.env.PAWL_POSTGRES_BIN) return join(process.env.PAWL_POSTGRES_BIN, name)
  const debian = "/usr/lib/postgresql"
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : []
  const found = versions.map((version) => join(debian, version, "bin", name)).find((path) => existsSync(path))
  return found ?? name
}

/** Whether the programs are there. On Linux `scripts/system-packages.sh` sees to it. */
export function hasServer(): boolean {
  try {
    execFileSync(binary("postgres"), ["--version"], { stdio: "ignore" })
    return true
  } catch {
    return process.platform === "linux"
  }
}
