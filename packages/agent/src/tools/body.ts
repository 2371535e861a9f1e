// One run of a tool's body: its signal, its deadline and what it prints. Each of these is made when the body first uses it,
// for most bodies return at once and use none.
import type { Soon } from "../base/at-hand.ts"
import type { Clock } from "../contracts/clock.ts"
import { messageOf } from "../contracts/error.ts"
import type { RunOptions } from "../contracts/toolbox.ts"
import { MovingDeadline } from "./deadline.ts"
import type { Guard } from "./guard.ts"
import { Stop } from "./stop.ts"
import { type Tool, ToolFailure } from "./tool.ts"
import { readOutput } from "./validate-requests.ts"

const DEFAULT_TIMEOUT_MS = 30_000

export interface BodyPorts {
  readonly clock: Clock
  readonly guard: Guard
}

export class Body {
  readonly tool: Tool
  readonly how: RunOptions
  readonly guard: Guard
  readonly #clock: Clock
  readonly #began: number
  #isOver = false
  #stop: Stop | undefined
  #deadline: MovingDeadline | undefined
  #printed: ReturnType<Guard["output"]> | undefined

  constructor(tool: Tool, how: RunOptions, { clock, guard }: BodyPorts) {
    this.tool = tool
    this.how = how
    this.guard = guard
    this.#clock = clock
    this.#began = clock.monotonic()
  }

  /** Aborted when the call is stopped or its time is over. */
  signal(): AbortSignal {
    return this.#stopping().signal()
  }

  /** What the body returns, or the value of `late`: it is called with the limit that was reached. */
  inTime<T>(work: Promise<T>, late: (afterMs: number) => T): Soon<T> {
    return this.#timing().of(work, (afterMs) => {
      this.#stopping().abort("timeout")
      return late(afterMs)
    })
  }

  alive(): void {
    this.#timing().extend()
  }

  /** While a person or a model is asked, the deadline stands still. Rejects once the call is over. */
  async held<Value>(work: () => Promise<Value>): Promise<Value> {
    if (this.#isOver) throw new Error(`The call of "${this.tool.name}" is over: nobody waits for an answer any more.`)
    const release = this.#timing().hold()
    try {
      return await work()
    } finally {
      release()
    }
  }

  print(words: string): void {
    this.#printed ??= this.guard.output((text) => this.how.onOutput(text))
    this.#printed.push(readOutput(words))
  }

  /** The model is told that a file has changed since; it is not told that another runner has taken the session over. */
  async beforeChange(): Promise<void> {
    try {
      await this.how.beforeChange?.()
    } catch (error) {
      const code = error instanceof Error && "code" in error ? String(error.code) : ""
      throw code === CHANGED_BY_OTHERS ? new ToolFailure(code, messageOf(error)) : error
    }
  }

  /** What it does from now on changes nothing. */
  end(): void {
    this.#isOver = true
    this.#stop?.end()
    this.#deadline?.end()
    this.#printed?.end()
  }

  #stopping(): Stop {
    if (this.#stop === undefined) {
      this.#stop = new Stop(this.how.signal)
      if (this.#isOver) this.#stop.end()
    }
    return this.#stop
  }

  #timing(): MovingDeadline {
    if (this.#deadline === undefined) {
      const { timeoutMs = DEFAULT_TIMEOUT_MS, maxTimeoutMs } = this.tool
      this.#deadline = new MovingDeadline(this.#clock, timeoutMs, maxTimeoutMs, this.#began)
      if (this.#isOver) this.#deadline.end()
    }
    return this.#deadline
  }
}

/** The loop's code for a file that changed after the call was prepared. */
const CHANGED_BY_OTHERS = "changed-since"

export function timeoutOf({ timeoutMs = DEFAULT_TIMEOUT_MS }: Tool): number {
  return timeoutMs
}
