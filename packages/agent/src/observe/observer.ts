// Those who watch an agent: told of facts once they are durable, and never in the way. What one throws stops nobody.
import type { Fact } from "../contracts/fact.ts"
import type { FailureRecord } from "../contracts/failure-record.ts"
import type { Log } from "../contracts/store.ts"

/**
 * Is told of facts once they are durable. It can hold up nobody, and what it throws stops nobody.
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
   * Facts of one session in order, soon after they are durable. `before`: what the log held of the turn already, when this
   * process goes on with what another began; empty otherwise.
   */
  hear(session: string, facts: readonly Fact[], before: readonly Fact[]): void
  /** What happened to the process that runs sessions, and not to one of them. */
  runner?(record: RunnerRecord): void
  /** What a tool threw, or a provider said, in full: no fact has it. */
  failure?(record: FailureRecord): void
  /** Called when the agent is closed, after the last fact. */
  close?(): Promise<void> | void
}

/** Nothing of the process could run for this long, so that leases were nearly lost: something computed without a pause. */
export interface RunnerRecord {
  readonly kind: "loop-blocked"
  /** When it was noticed, in milliseconds since 1970. */
  readonly at: number
  /** For how long nothing could run. */
  readonly ms: number
  /** The sessions that were under way here. */
  readonly sessions: readonly string[]
}

export interface Observers {
  runner(record: RunnerRecord): void
  failure(record: FailureRecord): void
  publish(session: string, facts: readonly Fact[]): void
  close(): Promise<void>
}

interface Following {
  /** The number of the fact that comes next. Another one means that somebody else has written in between. */
  readonly next: number
  /** What has to be told first. */
  readonly telling?: Promise<void>
}

const PAGE = 200

export function observers(
  list: readonly Observer[],
  log: Log,
  onError: (session: string, error: unknown) => void,
): Observers {
  /** Sessions in the middle of a turn. */
  const following = new Map<string, Following>()

  function tell(session: string, facts: readonly Fact[], before: readonly Fact[]): void {
    each(session, (observer) => observer.hear(session, facts, before))
  }

  /** Only a process that takes a turn over has to read what was before. */
  async function tellLate(session: string, facts: readonly Fact[], first: Fact, known?: Following): Promise<void> {
    try {
      await known?.telling
      tell(session, facts, isNext(first, known) ? [] : await turnBefore(log, session, first.seq))
    } catch (error) {
      onError(session, error)
    }
  }

  /** What one of them throws is nobody else's trouble. */
  function each(session: string, say: (observer: Observer) => void): void {
    for (const observer of list) {
      try {
        say(observer)
      } catch (error) {
        onError(session, error)
      }
    }
  }

  return {
    runner: (record) => each("", (observer) => observer.runner?.(record)),
    failure: (record) => each(record.session ?? "", (observer) => observer.failure?.(record)),
    publish(session, facts) {
      const [first] = facts
      if (first === undefined) return
      const known = following.get(session)
      const next = first.seq + facts.length
      if (isNext(first, known) && known?.telling === undefined) {
        tell(session, facts, [])
        if (isOver(facts)) following.delete(session)
        else following.set(session, { next })
        return
      }
      const telling = tellLate(session, facts, first, known).then(() => {
        if (following.get(session)?.next !== next) return
        if (isOver(facts)) following.delete(session)
        else following.set(session, { next })
      })
      following.set(session, { next, telling })
    },
    async close() {
      await Promise.all([...following.values()].map(({ telling }) => telling))
      for (const observer of list) {
        try {
          await observer.close?.()
        } catch (error) {
          onError("", error)
        }
      }
    },
  }
}

function isNext(first: Fact, known: Following | undefined): boolean {
  return first.type === "turn-started" || known?.next === first.seq
}

/** Between turns a session is forgotten. */
function isOver(facts: readonly Fact[]): boolean {
  const last = facts.findLast(({ type }) => type === "turn-started" || type === "turn-finished")
  return last?.type === "turn-finished"
}

/** Facts of the turn that was under way at `seq`, without those from there on; none when there was no such turn. */
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
