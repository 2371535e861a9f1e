// A balancer with a configuration of deploy/haproxy: as it is shipped, but for addresses, which are those of this machine, and for how
// long a process may take to say that it is well: on a busy machine one that is slow would be taken for one that hangs, and cut off.
import { type ChildProcess, spawn } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { end, eventually } from "../host/workers.ts"
import { haproxyProgram, listens } from "../restate/engine.ts"
import { shippedBalancer } from "../restate/shipped-balancer.ts"

type Name = "workers" | "servers"

export class Haproxy {
  readonly url: string
  readonly #folder = mkdtempSync(join(tmpdir(), "pawl-haproxy-"))
  readonly #child: ChildProcess

  private constructor(name: Name, port: number, behind: readonly number[], everyMs: number) {
    this.url = `http://127.0.0.1:${port}`
    const file = join(this.#folder, "haproxy.cfg")
    const config = shippedBalancer(name, { port, behind, stats: join(this.#folder, "stats") })
    writeFileSync(file, patient(config, everyMs))
    this.#child = spawn(haproxyProgram(), ["-q", "-db", "-f", file], { stdio: "ignore" })
  }

  /** `behind`: a port for each process that there may be. `everyMs`: how often a worker is asked whether it is well. */
  static async start(name: Name, port: number, behind: readonly number[], everyMs = 30_000): Promise<Haproxy> {
    const haproxy = new Haproxy(name, port, behind, everyMs)
    await eventually(`the balancer of ${name} listens`, () => listens(port))
    return haproxy
  }

  /** Resolves when the process on this port is seen in one of these states. */
  async sees(port: number, ...states: readonly string[]): Promise<void> {
    await eventually(`the balancer sees port ${port} as ${states.join(" or ")}`, async () => {
      const row = (await this.#stat()).find((each) => each.split(",")[1] === `at${port}`)
      return states.some((state) => row?.split(",")[STATUS]?.startsWith(state))
    })
  }

  async close(): Promise<void> {
    await end(this.#child)
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #stat(): Promise<readonly string[]> {
    return new Promise((resolve, reject) => {
      let told = ""
      const socket = connect(join(this.#folder, "stats"), () => socket.end("show stat\n"))
      socket.on("data", (data) => {
        told += data
      })
      socket.once("error", reject)
      socket.once("close", () => resolve(told.split("\n")))
    })
  }
}

/** The column of a server's state in what haproxy tells of itself. */
const STATUS = 17

/** A machine that is busy with whole upgrades is not the place for short checks. */
function patient(config: string, everyMs: number): string {
  return config
    .replace(/^ {2}timeout check .*$/m, "  timeout check 30s")
    .replace(/ check-proto h2 inter \w+ /, ` check-proto h2 inter ${everyMs}ms `)
}
