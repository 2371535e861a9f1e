// Workers that Restate runs: real processes behind a balancer, on one SQLite file.
import { type ChildProcess, spawn } from "node:child_process"
import { fileURLToPath } from "node:url"
import { restateHost } from "../../packages/restate/src/restate-host.ts"
import { bundled } from "../bundled.ts"
import { eventually, type Working, Workshop } from "../host/workers.ts"
import { Balancer, type RestateServer } from "./engine.ts"

const WORKER = fileURLToPath(new URL("./worker-program.ts", import.meta.url))
let shops = 0

export class RestateShop extends Workshop {
  readonly #server: RestateServer
  readonly #balancer: Balancer
  readonly #service = `session_${process.pid}_${++shops}`
  #started = 0

  private constructor(server: RestateServer, balancer: Balancer) {
    super()
    this.#server = server
    this.#balancer = balancer
  }

  static async open(server: RestateServer): Promise<RestateShop> {
    return new RestateShop(server, await Balancer.start())
  }

  /** Wakes and evicts, and runs nothing. */
  client() {
    const { ingress, admin } = this.#server
    return restateHost({ ingress, admin, service: this.#service })
  }

  override async worker(name: string, commitHook?: URL, working?: Working): Promise<ChildProcess> {
    const { ingress, admin } = this.#server
    const port = this.#balancer.workerPorts[this.#started++]
    const options = { ingress, admin, service: this.#service, address: this.#balancer.url, listen: port }
    const args = [
      await bundled(WORKER),
      this.folder,
      name,
      JSON.stringify(options),
      ...(commitHook ? [commitHook.href] : []),
    ]
    const env = this.environment(working)
    return this.started(name, spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "inherit"] }))
  }

  /** Waits until the balancer gives work to so many workers. */
  async healthy(count: number): Promise<void> {
    await eventually(`${count} workers are healthy`, async () => (await this.#balancer.healthy()) === count)
  }

  override async close(): Promise<void> {
    await super.close()
    await this.#balancer.close()
  }
}
