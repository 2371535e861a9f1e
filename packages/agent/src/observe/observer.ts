// Observers of an agent: they get facts once these are durable, and cannot delay the loop. An error in one of them affects
// neither the session nor the other observers.
import type { Fact } from "../contracts/fact.ts"
import type { FailureRecord } from "../contracts/failure-record.ts"
import type { Log } from "../contracts/store.ts"

/**
 * Gets facts once they are durable. It cannot delay a session, and an error in it affects no other code.
 *
 * @example
 * ```ts
 * import { createAgent, type Observer } from "@pawl/agent"
 *
 * const counter: Observer = { hear: (session, facts) => console.log(session, facts.length) }
 * const agent = await createAgent({ model, observe: [counter] })
 * ```
 */
export interface Observer {
  /**
   * Facts of one session in order, soon after they are durable. `before`: the earlier facts of the turn, when this process
   * continues a turn that another one began; empty otherwise.
   */
  hear(session: string, facts: readonly Fact[], before: readonly Fact[]): void
  /** Events of the process that runs sessions, rather than of one session. */
  runner?(record: RunnerRecord): void
  /** The full text of what a tool threw or a provider answered; no fact contains it. */
  failure?(record: FailureRecord): void
  /** Called when the agent is closed, after the last fact. */
  close?(): Promise<void> | void
}

/** The event loop was blocked for this long, so that leases were nearly lost: something computed without a pause. */
export interface RunnerRecord {
  readonly kind: "loop-blocked"
  /** When it was noticed, in milliseconds since 1970. */
  readonly at: number
  /** For how long nothing could run. */
  readonly ms: number
  /** The sessions that were running here. */
  readonly sessions: readonly string[]
}

interface Following {
  /** The seq of the next fact. Any other seq means that another process has written in between. */
  readonly next: number
  /** The delivery that has to complete first. */
  readonly delivery?: Promise<void>
}

type OnError = (session: string, error: unknown) => void

export class Observers {
  readonly #list: readonly Observer[]
  readonly #log: Log
  readonly #onError: OnError
  /** Sessions in the middle of a turn. */
  readonly #following = new Map<string, Following>()

  constructor(list: readonly Observer[], log: Log, onError: OnError) {
    this.#list = list
    this.#log = log
    this.#onError = onError
  }

  runner(record: RunnerRecord): void {
    this.#each("", (observer) => observer.runner?.(record))
  }

  failure(record: FailureRecord): void {
    this.#each(record.session ?? "", (observer) => observer.failure?.(record))
  }

  publish(session: string, facts: readonly Fact[]): void {
    const [first] = facts
    if (first === undefined) return
    const known = this.#following.get(session)
    const next = first.seq + facts.length
    if (isNext(first, known) && known?.delivery === undefined) {
      this.#deliver(session, facts, [])
      this.#follow(session, facts, next)
      return
    }
    const delivery = this.#deliverLate(session, facts, known).then(() => {
      if (this.#following.get(session)?.next === next) this.#follow(session, facts, next)
    })
    this.#following.set(session, { next, delivery })
  }

  async close(): Promise<void> {
    await Promise.all([...this.#following.values()].map(({ delivery }) => delivery))
    for (const observer of this.#list) {
      try {
        await observer.close?.()
      } catch (error) {
        this.#onError("", error)
      }
    }
  }

  #deliver(session: string, facts: readonly Fact[], before: readonly Fact[]): void {
    this.#each(session, (observer) => observer.hear(session, facts, before))
  }

  /** Reads the earlier facts first, which is only needed in a process that takes a turn over. */
  async #deliverLate(session: string, facts: readonly Fact[], known?: Following): Promise<void> {
    const first = facts[0] as Fact // There is one.
    try {
      await known?.delivery
      this.#deliver(session, facts, isNext(first, known) ? [] : await turnBefore(this.#log, session, first.seq))
    } catch (error) {
      this.#onError(session, error)
    }
  }

  /** Forgets a session between turns. */
  #follow(session: string, facts: readonly Fact[], next: number): void {
    if (isOver(facts)) this.#following.delete(session)
    else this.#following.set(session, { next })
  }

  /** An error in one observer does not affect the others. */
  #each(session: string, say: (observer: Observer) => void): void {
    for (const observer of this.#list) {
      try {
        say(observer)
      } catch (error) {
        this.#onError(session, error)
      }
    }
  }
}

function isNext(first: Fact, known: Following | undefined): boolean {
  return first.type === "turn-started" || known?.next === first.seq
}

function isOver(facts: readonly Fact[]): boolean {
  const last = facts.findLast(({ type }) => type === "turn-started" || type === "turn-finished")
  return last?.type === "turn-finished"
}

const PAGE = 200

/** Facts of the turn that was under way at `seq`, before that seq; empty if there was no such turn. */
async function turnBefore(log: Log, session: string, seq: number): Promise<readonly Fact[]> {
  let found: readonly Fact[] = []
  for (let end = seq - 1; end > 0; end -= PAGE) {
    const from = Math.max(0, end - PAGE)
    found = [...(await log.read(session, from, end - from)), ...found]
    const at = found.findLastIndex(({ type }) => type === "turn-started" || type === "turn-finished")
    if (at >= 0) return found[at]?.type === "turn-started" ? found.slice(at) : []
  }
  return []
}
