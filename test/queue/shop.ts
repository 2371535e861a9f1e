// Workers on PostgreSQL, and a client of the same store that runs nothing.
import { type ChildProcess, spawn } from "node:child_process"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { Agent } from "../../packages/agent/src/agent/agent.ts"
import { createAgent } from "../../packages/agent/src/agent/create-agent.ts"
import type { Store } from "../../packages/agent/src/contracts/store.ts"
import { scripted } from "../../packages/agent/src/model/scripted.ts"
import type { SendOptions } from "../../packages/agent/src/session/handle.ts"
import type { TurnStream } from "../../packages/agent/src/session/turn-stream.ts"
import { emptySchema } from "../../packages/postgres/src/__fixtures__/shared-server.ts"
import { postgres } from "../../packages/postgres/src/postgres.ts"
import { bundled } from "../bundled.ts"
import { type Working, Workshop } from "../host/workers.ts"

const WORKER = fileURLToPath(new URL("./worker-program.ts", import.meta.url))

export class QueueShop extends Workshop {
  readonly #url: string
  readonly #schema: string
  readonly #store: Store
  readonly #agent: Agent

  private constructor(url: string, schema: string, store: Store, agent: Agent) {
    super()
    this.#url = url
    this.#schema = schema
    this.#store = store
    this.#agent = agent
  }

  static async open(): Promise<QueueShop> {
    const { url, schema } = await emptySchema()
    const store = await postgres(url, { schema })
    const agent = await createAgent({ store, model: scripted(() => ""), run: "none" })
    return new QueueShop(url, schema, store, agent)
  }

  /** Resolves when the message is durable. */
  async send(id: string, owner: string | undefined, how: Pick<SendOptions, "priority"> = {}): Promise<TurnStream> {
    const session = await this.#agent.open({ id, ...(owner !== undefined && { owner }) })
    const turn = session.send("Please work.", how)
    await turn.accepted()
    return turn
  }

  async work(name: string, options: Working): Promise<ChildProcess> {
    const args = [await bundled(WORKER), this.folder, name, this.#url, this.#schema, JSON.stringify(options)]
    const env = this.environment()
    return this.started(name, spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "inherit"] }))
  }

  release(): void {
    writeFileSync(join(this.folder, "release"), "")
  }

  /** The sessions in the order in which they began to work. */
  begun(): readonly string[] {
    return this.lines("log").flatMap((line) => (line.startsWith("begin ") ? [line.split(" ")[1] ?? ""] : []))
  }

  /** The largest number of sessions that were at work at once. One that is taken over is still the same. */
  mostAtOnce(): number {
    const open = new Set<string>()
    let most = 0
    for (const [what, session = ""] of this.lines("log").map((line) => line.split(" "))) {
      if (what === "begin") open.add(session)
      else open.delete(session)
      most = Math.max(most, open.size)
    }
    return most
  }

  override async close(): Promise<void> {
    await super.close()
    await this.#agent.close()
    await this.#store.close()
  }
}
