// A real Restate server and a real balancer for tests: on free ports of this machine, with their data in a folder that goes away.
import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { randomInt } from "node:crypto"
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { type AddressInfo, connect, createServer, type Server } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { end, eventually } from "../host/workers.ts"
import { shippedBalancer } from "./shipped-balancer.ts"

/** Restate's server and the balancer exist for other systems too, but the tests bring them for this one only. */
export const RUNS_HERE = process.platform === "linux" && process.arch === "x64"

export class RestateServer {
  readonly ingress: string
  readonly admin: string
  readonly #ports: Ports
  readonly #signing: Readonly<Record<string, string>>
  readonly #folder = mkdtempSync(join(tmpdir(), "pawl-restate-"))
  #child: ChildProcess | undefined

  private constructor(ports: Ports, signingKey: string | undefined) {
    this.#ports = ports
    this.#signing = signingKey === undefined ? {} : { RESTATE_REQUEST_IDENTITY_PRIVATE_KEY_PEM_FILE: signingKey }
    this.ingress = `http://127.0.0.1:${ports.ingress}`
    this.admin = `http://127.0.0.1:${ports.admin}`
  }

  /** `signingKey`: the file of the private key with which it signs its requests. */
  static async start(signingKey?: string): Promise<RestateServer> {
    const [ingress = 0, admin = 0, fabric = 0] = await freePorts(3)
    const server = new RestateServer({ ingress, admin, fabric }, signingKey)
    await server.start()
    return server
  }

  async start(): Promise<void> {
    const { ingress, admin, fabric } = this.#ports
    const env = {
      PATH: process.env.PATH ?? "",
      RESTATE_BASE_DIR: join(this.#folder, "data"),
      RESTATE_LISTEN_MODE: "tcp",
      RESTATE_BIND_IP: "127.0.0.1",
      RESTATE_BIND_PORT: String(fabric),
      RESTATE_ADVERTISED_HOST: "127.0.0.1",
      RESTATE_INGRESS__BIND_ADDRESS: `127.0.0.1:${ingress}`,
      RESTATE_ADMIN__BIND_ADDRESS: `127.0.0.1:${admin}`,
      RESTATE_NODE_NAME: "test",
      RESTATE_DISABLE_TELEMETRY: "true",
      RESTATE_DEFAULT_NUM_PARTITIONS: "1",
      RESTATE_ROCKSDB_TOTAL_MEMORY_SIZE: "64MB",
      RESTATE_LOG_FILTER: "error",
      ...this.#signing,
    }
    this.#child = spawn(restateProgram(), ["--no-logo"], { env, stdio: "ignore" })
    await eventually("Restate is healthy", async () => {
      if (this.#child?.exitCode !== null) throw new Error(`Restate ended with ${this.#child?.exitCode}.`)
      return (
        (await answers(`${this.ingress}/restate/health`)) &&
        (await this.#ask("select id from sys_invocation limit 1")) !== undefined
      )
    })
  }

  /** Rows of Restate's own tables. */
  async rows(query: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
    const rows = await this.#ask(query)
    if (rows === undefined) throw new Error(`Restate could not answer: ${query}`)
    return rows
  }

  /** Undefined while it cannot answer. */
  async #ask(query: string): Promise<readonly Readonly<Record<string, unknown>>[] | undefined> {
    const headers = { "content-type": "application/json", accept: "application/json" }
    const how = { method: "POST", headers, body: JSON.stringify({ query }) }
    try {
      const response = await fetch(`${this.admin}/query`, how)
      const { rows } = (await response.json()) as { readonly rows?: readonly Readonly<Record<string, unknown>>[] }
      return rows
    } catch {
      return undefined
    }
  }

  async kill(): Promise<void> {
    if (this.#child !== undefined) await end(this.#child)
  }

  wipe(): void {
    rmSync(join(this.#folder, "data"), { recursive: true, force: true })
  }

  async close(): Promise<void> {
    await this.kill()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

interface Ports {
  readonly ingress: number
  readonly admin: number
  /** Where the nodes of a cluster would talk to each other. */
  readonly fabric: number
}

/**
 * Spreads runs over the workers, and leaves out those that do not answer: also those that hang, which only HTTP/2 shows. With the
 * settings that are shipped, so that what is measured behind it is what people get.
 */
export class Balancer {
  readonly url: string
  /** One for each worker that a test may start. */
  readonly workerPorts: readonly number[]
  readonly #folder = mkdtempSync(join(tmpdir(), "pawl-balancer-"))
  readonly #child: ChildProcess

  private constructor(port: number, workerPorts: readonly number[]) {
    this.url = `http://127.0.0.1:${port}`
    this.workerPorts = workerPorts
    const config = join(this.#folder, "haproxy.cfg")
    const stats = join(this.#folder, "stats")
    writeFileSync(config, shippedBalancer("workers", { port, behind: workerPorts, stats }))
    this.#child = spawn(haproxyProgram(), ["-q", "-db", "-f", config], { stdio: "ignore" })
  }

  static async start(): Promise<Balancer> {
    const [port = 0, ...workers] = await freePorts(4)
    const balancer = new Balancer(port, workers)
    await eventually("the balancer listens", () => listens(port))
    return balancer
  }

  /** How many workers it has seen healthy. */
  healthy(): Promise<number> {
    return new Promise((resolve, reject) => {
      let told = ""
      const socket = connect(join(this.#folder, "stats"), () => socket.end("show stat\n"))
      socket.on("data", (data) => {
        told += data
      })
      socket.once("error", reject)
      socket.once("close", () => resolve(told.match(/^workers,at\d+,.*,UP,/gm)?.length ?? 0))
    })
  }

  async close(): Promise<void> {
    await end(this.#child)
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

function restateProgram(): string {
  const found = fileURLToPath(
    new URL("./server/node_modules/@restatedev/restate-server-linux-x64/bin/restate-server", import.meta.url),
  )
  if (existsSync(found)) return found
  throw new Error('The Restate server for tests is not installed. Run "sh scripts/restate-server.sh".')
}

export function haproxyProgram(): string {
  const found = ["/usr/sbin/haproxy", "/usr/local/sbin/haproxy"].find((path) => existsSync(path))
  if (found !== undefined) return found
  if (spawnSync("haproxy", ["-v"]).status === 0) return "haproxy"
  throw new Error('haproxy is missing. Run "sh scripts/system-packages.sh", or install the package haproxy.')
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url)
    await response.arrayBuffer()
    return response.ok
  } catch {
    return false
  }
}

export function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true))
    socket.once("error", () => resolve(false))
    socket.once("connect", () => socket.destroy())
  })
}

/** Ports that nothing listens on. They lie below those that the system gives to outgoing connections. */
export async function freePorts(count: number): Promise<readonly number[]> {
  const held: Server[] = []
  while (held.length < count) {
    const server = await bound(randomInt(20_000, 32_000))
    if (server !== undefined) held.push(server)
  }
  const ports = held.map((server) => (server.address() as AddressInfo).port) // They listen on ports, not on paths.
  await Promise.all(held.map((server) => new Promise((resolve) => server.close(resolve))))
  return ports
}

function bound(port: number): Promise<Server | undefined> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once("error", () => resolve(undefined))
    server.listen(port, "127.0.0.1", () => resolve(server))
  })
}
