// Starts the model server and the contenders, each in its own process, and compares them by medians.
import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { median } from "../figures.ts"
import type { Contender, Cost, Task } from "./contender.ts"
import { inTurns, type Sampling } from "./sampling.ts"

export type Ask = (task: Task) => Promise<Cost>

/** What was measured of each contender, by its name, and in how many processes. */
export type Costs<Part extends string> = Readonly<
  Record<string, Readonly<Record<Part, Cost>> & { readonly processes: number }>
>

export async function withServer<T>(use: (base: string) => Promise<T>): Promise<T> {
  const server = fork(new URL("server.ts", import.meta.url), { execArgv: [] })
  try {
    const [port] = (await once(server, "message")) as [number]
    return await use(`http://127.0.0.1:${port}`)
  } finally {
    server.disconnect()
  }
}

/** Each sample of each contender is a process of its own: `measure` says what it is asked for, part by part. */
export async function compare<Part extends string>(
  contenders: readonly Contender[],
  sampling: Sampling,
  measure: (ask: Ask) => Promise<Readonly<Record<Part, Cost>>>,
): Promise<Costs<Part>> {
  const found = await inTurns(contenders, sampling, (contender) => withRunner(contender, measure))
  return Object.fromEntries(
    Object.entries(found).map(([name, costs]) => [name, { ...medians(costs), processes: costs.length }]),
  )
}

export async function withRunner<T>({ url }: Contender, use: (ask: Ask) => Promise<T>): Promise<T> {
  const runner = fork(new URL("runner.ts", import.meta.url), [url], {
    execArgv: ["--expose-gc"],
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  })
  const said = new Said(runner)
  try {
    await said.next()
    return await use((task) => {
      runner.send(task)
      return said.next() as Promise<Cost>
    })
  } finally {
    if (runner.connected) runner.disconnect()
  }
}

/** The messages of a process; waiting for one ends when the process does, with the last of what it complained about. */
class Said {
  readonly #runner: ChildProcess
  #complaints = ""

  constructor(runner: ChildProcess) {
    this.#runner = runner
    runner.stderr?.on("data", (bytes: Buffer) => {
      this.#complaints = (this.#complaints + bytes).slice(-4000)
    })
  }

  next(): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const onClose = () => reject(new Error(reasonIn(this.#complaints)))
      this.#runner.once("close", onClose)
      this.#runner.once("message", (message) => {
        this.#runner.off("close", onClose)
        resolve(message)
      })
    })
  }
}

function reasonIn(complaints: string): string {
  return /^\w*Error.*$/m.exec(complaints)?.[0] ?? (complaints.trim() || "its process ended")
}

function medians<Part extends string>(costs: readonly Readonly<Record<Part, Cost>>[]): Readonly<Record<Part, Cost>> {
  const parts = Object.keys(costs[0] ?? {}) as Part[]
  const of = (part: Part, field: keyof Cost) => median(costs.map((cost) => cost[part][field]))
  return Object.fromEntries(
    parts.map((part) => [part, { cpuMs: of(part, "cpuMs"), wallMs: of(part, "wallMs"), kb: of(part, "kb") }]),
  ) as Record<Part, Cost>
}
