// Runs one session of thousands of steps in its own process: measures the cost of early and late steps, and memory.
import { fork } from "node:child_process"
import { once } from "node:events"
import type { LongTask } from "./long-runner.ts"

export interface Long extends LongTask {
  /** CPU time a step, in microseconds, as a median of blocks. */
  readonly first: number
  readonly last: number
  readonly growth: number
  /** Live memory in MB after a fifth, and at the end. */
  readonly heapEarly: number
  readonly heapLate: number
  readonly compactions: number
}

export async function longRun(task: LongTask): Promise<Long> {
  const runner = fork(new URL("./long-runner.ts", import.meta.url), [JSON.stringify(task)], {
    execArgv: ["--conditions=@pawl/source", "--expose-gc"],
  })
  const [found] = (await Promise.race([
    once(runner, "message"),
    once(runner, "exit").then(([code]) => {
      throw new Error(`The long run ended with code ${code}.`)
    }),
  ])) as [Long]
  runner.disconnect()
  return found
}
