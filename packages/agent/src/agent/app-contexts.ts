// The one place that finds the context of the application for a turn: what `send` passed, else what `open` passed, else
// what is stored, else what the parent of a child has, else what `contextOf` returns.
import { defined } from "../base/defined.ts"
import type { Fact } from "../contracts/fact.ts"
import type { Store } from "../contracts/store.ts"
import type { ContextOf, TurnAbout } from "../contracts/turn-about.ts"
import { isRunning, type State, type Turn } from "../kernel/state/state.ts"
import { load } from "../session/load.ts"

export interface AppContextPorts {
  readonly store: Pick<Store, "log">
  readonly contextOf?: ContextOf
  /** False: this process runs no sessions, so it needs no contexts. */
  readonly runs: boolean
}

/** A context may be any value, so it is wrapped: `undefined` outside means that there is none. */
interface Found {
  readonly context: unknown
}

interface Known extends Found {
  readonly turn: number
  readonly command: string
}

/** Holds contexts only while a turn may need them: they may be large, and a process may open many sessions. */
export class AppContexts {
  readonly #ports: AppContextPorts
  /** What `send` passed, by session and command, until the command's turn is over. */
  readonly #given = new Map<string, unknown>()
  /** What `open` passed, by session, until the session rests. */
  readonly #opened = new Map<string, unknown>()
  /** What the turn that runs has, by session. */
  readonly #known = new Map<string, Known>()
  readonly #asking = new Map<string, Promise<void>>()

  constructor(ports: AppContextPorts) {
    this.#ports = ports
  }

  give(session: string, command: string, context: unknown): void {
    if (this.#ports.runs) this.#given.set(keyOf(session, command), context)
  }

  /** The command will start no turn here: it was refused, or its turn is over. */
  release(session: string, command: string): void {
    this.#given.delete(keyOf(session, command))
  }

  /** For the turn that opening the session continues. */
  opened(session: string, context: unknown): void {
    if (this.#ports.runs) this.#opened.set(session, context)
  }

  /** Call before a step of the turn is performed. Undefined when there is nothing to wait for, which is the usual case. */
  readonly ready = (state: State): Promise<void> | undefined => {
    const { session, turn } = state
    if (session === undefined || turn === undefined || this.#isUnused(session, turn) || !isRunning(turn))
      return undefined
    const passed = this.#passed(state)
    if (passed !== undefined) {
      this.#know(state, passed.context)
      return undefined
    }
    // A cancelled turn runs no more tools; it must not wait for a hook that hangs.
    if (turn.cancelled || this.#knownTo(state) !== undefined || !this.#mayAsk(session)) return undefined
    return this.#askOnce(state)
  }

  /** The context of the turn that runs, once `ready` has resolved. */
  of(state: State): unknown {
    const { session, turn } = state
    if (session === undefined || turn === undefined || this.#isUnused(session, turn)) return undefined
    return (this.#passed(state) ?? this.#knownTo(state))?.context
  }

  /** The same for code that has no state. */
  at({ session, turn }: Pick<TurnAbout, "session" | "turn">): unknown {
    const known = this.#known.get(session)
    return known?.turn === turn ? known.context : undefined
  }

  /** For a session that may not run here: nothing is remembered. */
  async find(state: State): Promise<unknown> {
    const found = this.#passed(state) ?? this.#knownTo(state)
    return found === undefined ? this.#ask(state) : found.context
  }

  /** Call with durable facts. */
  publish(session: string, facts: readonly Fact[]): void {
    if (this.#given.size === 0) return
    for (const fact of facts) {
      // It joined a turn, which keeps its own context.
      if (fact.type === "input-added") this.release(session, fact.command)
      const known = fact.type === "turn-finished" ? this.#known.get(session) : undefined
      if (known !== undefined) this.release(session, known.command)
    }
  }

  /** The session has nothing more to do for now. */
  rest({ session, turn }: State): void {
    if (session === undefined || isRunning(turn)) return
    this.#opened.delete(session.id)
    this.#known.delete(session.id)
  }

  #passed({ session, turn }: State): Found | undefined {
    if (session === undefined || turn === undefined) return undefined
    const key = this.#given.size === 0 ? "" : keyOf(session.id, turn.command)
    if (key !== "" && this.#given.has(key)) return { context: this.#given.get(key) }
    if (this.#opened.has(session.id)) return { context: this.#opened.get(session.id) }
    if (turn.context !== undefined) return { context: turn.context }
    return session.context === undefined ? undefined : { context: session.context }
  }

  #knownTo({ session, turn }: State): Known | undefined {
    const known = session && this.#known.get(session.id)
    return known?.turn === turn?.number ? known : undefined
  }

  #know({ session, turn }: State, context: unknown): void {
    if (session === undefined || turn === undefined) return
    this.#known.set(session.id, { turn: turn.number, command: turn.command, context })
  }

  /** No application passes or stores anything, as in most. */
  #isUnused(session: NonNullable<State["session"]>, turn: Turn): boolean {
    if (this.#ports.contextOf !== undefined || turn.context !== undefined || session.context !== undefined) return false
    return this.#given.size + this.#opened.size + this.#known.size === 0
  }

  #mayAsk({ delegated }: NonNullable<State["session"]>): boolean {
    if (this.#ports.contextOf !== undefined) return true
    const isUsed = this.#given.size + this.#opened.size + this.#known.size > 0
    return isUsed && delegated !== undefined
  }

  /** Steps of one turn begin side by side; the hook is asked once for all of them. */
  #askOnce(state: State): Promise<void> {
    const key = keyOf(state.session?.id ?? "", String(state.turn?.number))
    const before = this.#asking.get(key)
    if (before !== undefined) return before
    const asking = this.#ask(state)
      .then((context) => this.#know(state, context))
      .finally(() => this.#asking.delete(key))
    this.#asking.set(key, asking)
    return asking
  }

  /** Async, so that a hook that throws rejects. */
  async #ask({ session, turn }: State): Promise<unknown> {
    if (session === undefined || turn === undefined || !this.#mayAsk(session)) return undefined
    const { id, owner, delegated, parent } = session
    if (delegated !== undefined && parent !== undefined) {
      return this.find((await load(this.#ports.store.log, parent.session)).state)
    }
    return this.#ports.contextOf?.({ id, turn: turn.number, ...defined({ owner }) })
  }
}

function keyOf(session: string, command: string): string {
  return `${session}\n${command}`
}
