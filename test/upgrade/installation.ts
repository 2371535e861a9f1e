// An installation as deploy/ describes it, on one machine: PostgreSQL, Restate, workers and servers behind their balancers.
import { type ChildProcess, spawn } from "node:child_process"
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { emptyDatabase } from "../../packages/postgres/src/__fixtures__/shared-server.ts"
import { end } from "../host/workers.ts"
import { freePorts, RestateServer } from "../restate/engine.ts"
import { Haproxy } from "./haproxy.ts"
import { program, type Version } from "./versions.ts"

const CONFIG = fileURLToPath(new URL("../../deploy/config.json", import.meta.url))
const MODEL = `scripted:${fileURLToPath(new URL("./busy-model.ts", import.meta.url))}`
/** On a busy machine a turn may take longer than the ten seconds for which a server waits unless told otherwise. */
const PATIENT = ["--drain-seconds", "60"]
const WORKERS = 3
const SERVERS = 2

export interface Running {
  readonly kind: "worker" | "server"
  readonly port: number
  readonly version: Version
  readonly child: ChildProcess
  stderr(): string
}

interface Parts {
  readonly folder: string
  readonly database: string
  readonly restate: RestateServer
  readonly workers: Haproxy
  readonly servers: Haproxy
}

export class Installation {
  readonly url: string
  readonly database: string
  readonly #parts: Parts
  /** A port for each process that will be started: here three times as many as run at once. */
  readonly #free: { readonly worker: number[]; readonly server: number[] }
  readonly #running = new Set<Running>()
  #token = ""
  #homes = 0

  private constructor(parts: Parts, free: { readonly worker: number[]; readonly server: number[] }) {
    this.#parts = parts
    this.#free = free
    this.url = parts.servers.url
    this.database = parts.database
  }

  static async start(): Promise<Installation> {
    const folder = mkdtempSync(join(tmpdir(), "pawl-upgrade-"))
    mkdirSync(join(folder, "work"))
    const [toWorkers = 0, toServers = 0, ...behind] = await freePorts(3 * (WORKERS + SERVERS) + 2)
    const free = { worker: behind.slice(0, 3 * WORKERS), server: behind.slice(3 * WORKERS) }
    const [restate, database, workers, servers] = await Promise.all([
      RestateServer.start(),
      emptyDatabase(),
      Haproxy.start("workers", toWorkers, free.worker),
      Haproxy.start("servers", toServers, free.server),
    ])
    const installation = new Installation({ folder, database, restate, workers, servers }, free)
    await installation.#addUser()
    for (let count = 0; count < WORKERS; count++) await installation.add("worker", "now")
    for (let count = 0; count < SERVERS; count++) await installation.add("server", "now")
    return installation
  }

  get running(): readonly Running[] {
    return [...this.#running]
  }

  /** What each process tells on its port for numbers. */
  async numbers(): Promise<readonly string[]> {
    return Promise.all(
      this.running.map(async ({ stderr }) => {
        const [, url = ""] = /"metrics":"([^"]+)"/.exec(stderr()) ?? []
        return (await fetch(`${url}/metrics`)).text()
      }),
    )
  }

  /** What the calls of the model's tool have done outside of the log. */
  notes(): readonly string[] {
    const file = join(this.#parts.folder, "notes.txt")
    return existsSync(file) ? readFileSync(file, "utf8").split("\n").filter(Boolean) : []
  }

  headers(): Readonly<Record<string, string>> {
    return { authorization: `Bearer ${this.#token}`, "content-type": "application/json" }
  }

  /** Resolves when the balancer gives it work. */
  async add(kind: Running["kind"], version: Version): Promise<Running> {
    const port = this.#free[kind].shift()
    if (port === undefined) throw new Error(`All ports of ${kind}s are in use.`)
    const words =
      kind === "worker"
        ? ["worker", "--json", "--restate-listen", String(port)]
        : ["serve", "--port", String(port), "--no-browser", "--log", "stderr", "--runner", "worker", ...PATIENT]
    const { child, stderr } = await this.#spawned(version, words)
    const running = { kind, port, version, child, stderr }
    this.#running.add(running)
    const failed = ended(child).then((code) => {
      if (this.#running.has(running)) throw new Error(`A ${kind} ended with ${code}: ${stderr()}`)
    })
    await Promise.race([this.#balancer(kind).sees(port, "UP"), failed])
    return running
  }

  /** SIGTERM, and nothing harder. Resolves with its exit code. */
  async stop(running: Running): Promise<number | null> {
    this.#running.delete(running)
    const over = ended(running.child)
    running.child.kill("SIGTERM")
    return over
  }

  async close(): Promise<void> {
    const { folder, restate, workers, servers } = this.#parts
    const children = this.running.map(({ child }) => child)
    this.#running.clear()
    await Promise.all(children.map(end))
    await Promise.all([restate.close(), workers.close(), servers.close()])
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }

  #balancer(kind: Running["kind"]): Haproxy {
    return kind === "worker" ? this.#parts.workers : this.#parts.servers
  }

  async #addUser(): Promise<void> {
    const { child, stdout, stderr } = await this.#spawned("now", ["users", "add", "ann", "--role", "admin"])
    const code = await ended(child)
    if (code !== 0) throw new Error(`No user could be made (${code}): ${stderr()}`)
    this.#token = /pawl_\S+/.exec(stdout())?.[0] ?? stdout().trim().split(/\s+/).at(-1) ?? ""
  }

  async #spawned(version: Version, words: readonly string[]) {
    const { folder, database, restate, workers, servers } = this.#parts
    const home = join(folder, `home-${++this.#homes}`)
    mkdirSync(home, { mode: 0o700 })
    copyFileSync(CONFIG, join(home, "config.json"))
    const env = {
      PATH: process.env.PATH ?? "",
      NODE_COMPILE_CACHE: CACHE,
      NOTES: join(folder, "notes.txt"),
      PAWL_HOME: home,
      PAWL_MODEL: MODEL,
      PAWL_DATABASE: database,
      PAWL_RESTATE_INGRESS: restate.ingress,
      PAWL_RESTATE_ADMIN: restate.admin,
      PAWL_WORKERS_ADDRESS: workers.url,
      PAWL_WORKER_HOST: "127.0.0.1",
      PAWL_PUBLIC_URL: servers.url,
      PAWL_METRICS: "0",
    }
    const child = spawn(process.execPath, [await program(version), ...words], { env, cwd: join(folder, "work") })
    child.stdin.end()
    const said = { stdout: "", stderr: "" }
    for (const name of ["stdout", "stderr"] as const)
      child[name].setEncoding("utf8").on("data", (text: string) => {
        said[name] += text
      })
    return { child, stdout: () => said.stdout, stderr: () => said.stderr }
  }
}

const CACHE = join(tmpdir(), "pawl-compile-cache")

function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode)
  return new Promise((resolve) => child.once("close", (code) => resolve(code)))
}
