// The workers of a campaign: three real processes that are killed, replaced, stopped and woken.
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import { bundled } from "../../bundled.ts"
import { end, eventually, isStopped } from "../../host/workers.ts"
import { COMPILED } from "../story-agent.ts"
import { now } from "./notes.ts"
import type { WorkerSetup } from "./worker.ts"

const WORKER = fileURLToPath(new URL("./worker.ts", import.meta.url))

export interface Worker {
  readonly name: string
  /** Which of the places behind the balancer is its own. */
  readonly place: number
  readonly child: ChildProcess
}

export type SetupOf = (name: string, place: number) => WorkerSetup

export class Crew {
  readonly #setupOf: SetupOf
  readonly #working = new Map<number, Worker>()
  #hired = 0

  constructor(setupOf: SetupOf) {
    this.#setupOf = setupOf
  }

  get working(): readonly Worker[] {
    return [...this.#working.values()]
  }

  async hire(place: number): Promise<void> {
    const name = `w${++this.#hired}`
    const args = [await bundled(WORKER), JSON.stringify(this.#setupOf(name, place))]
    const env = { ...process.env, ...COMPILED }
    const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "inherit"] })
    this.#working.set(place, { name, place, child })
    const ended = once(child, "exit").then(() => Promise.reject(new Error(`Worker ${name} ended at its start.`)))
    await Promise.race([once(child.stdout, "data"), ended])
    // It may end later, whenever it is killed.
    ended.catch(() => {})
  }

  /** Resolves with the time at which it was gone. */
  async kill({ child, place }: Worker): Promise<number> {
    this.#working.delete(place)
    const at = now()
    await end(child)
    return at
  }

  async stop({ child }: Worker): Promise<number> {
    child.kill("SIGSTOP")
    await eventually("the worker is stopped", () => isStopped(child))
    return now()
  }

  wake({ child }: Worker): void {
    child.kill("SIGCONT")
  }

  async close(): Promise<void> {
    await Promise.all(this.working.map(({ child }) => end(child)))
  }
}
