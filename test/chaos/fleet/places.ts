// The servers of a campaign: PostgreSQL, and Restate with a balancer in front of the workers. All of them are real, and restart.
import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { PostgresServer } from "../../../packages/postgres/src/__fixtures__/server.ts"
import { type RestateHost, restateHost } from "../../../packages/restate/src/restate-host.ts"
import { Balancer, RestateServer } from "../../restate/engine.ts"
import type { WorkerSetup } from "./worker.ts"

export class Places {
  readonly postgres: PostgresServer
  readonly restate: RestateServer | undefined
  readonly #balancer: Balancer | undefined

  private constructor(postgres: PostgresServer, restate?: RestateServer, balancer?: Balancer) {
    this.postgres = postgres
    this.restate = restate
    this.#balancer = balancer
  }

  static async open(host: "restate" | "leases"): Promise<Places> {
    const postgres = new PostgresServer(mkdtempSync(join(tmpdir(), "pawl-pg-")), { isSynced: true })
    await postgres.start()
    if (host === "leases") return new Places(postgres)
    return new Places(postgres, await RestateServer.start(), await Balancer.start())
  }

  get url(): string {
    return this.postgres.url("postgres")
  }

  /** Wakes sessions, and runs none. */
  client(): RestateHost | undefined {
    const { restate } = this
    return restate && restateHost({ ingress: restate.ingress, admin: restate.admin })
  }

  /** How a worker at this place is given sessions. */
  workAt(place: number): Pick<WorkerSetup, "restate"> {
    const listen = this.#balancer?.workerPorts[place]
    if (this.restate === undefined || this.#balancer === undefined || listen === undefined) return {}
    const { ingress, admin } = this.restate
    return { restate: { ingress, admin, address: this.#balancer.url, listen } }
  }

  /** Whether the balancer gives work to so many workers; without one they help themselves. */
  async areAllServing(workers: number): Promise<boolean> {
    return this.#balancer === undefined || (await this.#balancer.healthy()) === workers
  }

  async close(): Promise<void> {
    await this.#balancer?.close()
    await this.restate?.close()
    await this.postgres.remove()
  }
}
