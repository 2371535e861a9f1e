// Says once per process that a turn waits for a person, without a time limit, and that the process does not listen: a
// program that only awaits the result would wait forever without a word.
import type { Fact } from "../contracts/fact.ts"
import type { Store } from "../contracts/store.ts"
import { isAsking, isRunning, type State } from "../kernel/state/state.ts"
import { describeRequests, type OpenRequestInfo } from "../session/open-requests.ts"
import { isChild } from "../session/request-inbox.ts"

export interface UnheardPorts {
  readonly store: Store
  /** Whether a subscriber in this process gets all events of the session. */
  readonly isHeard: (session: string) => boolean
  /** Whether this process opened the session. What others opened, others listen to. */
  readonly isOpened: (session: string) => boolean
}

/** Long enough for a program that begins to listen, or decides, after the turn has begun. */
const GRACE_MS = 1000

/** Shared by all agents of the process. */
let isTold = false

export class UnheardRequests {
  readonly #ports: UnheardPorts
  readonly #timers = new Map<string, NodeJS.Timeout>()
  readonly #seen = new Set<string>()
  #isInboxRead = false

  constructor(ports: UnheardPorts) {
    this.#ports = ports
  }

  /** Call with durable facts. */
  publish(session: string, facts: readonly Fact[]): void {
    for (let at = 0; at < facts.length && !isTold; at++) {
      const fact = facts[at] as Fact
      const isRequest = fact.type === "approval-requested" || fact.type === "question-asked"
      if (isRequest && fact.expiresAt === undefined) this.#watch(session)
    }
  }

  /** A session that rests may wait since before this process opened it. */
  rest({ session, turn }: State): void {
    if (isTold || session === undefined || !isRunning(turn)) return
    if (turn.calls.some((call) => isAsking(call) && call.expiresAt === undefined)) this.#watch(session.id)
  }

  /** The program has looked at what this session asks; without an id: at what all sessions ask. */
  seen(session?: string): void {
    if (session === undefined) this.#isInboxRead = true
    else this.#seen.add(session)
  }

  close(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer)
    this.#timers.clear()
  }

  /** The time is the system's: the session's own clock may be that of a replay, which must not move because of this. */
  #watch(session: string): void {
    if (this.#timers.has(session) || !this.#isUnheard(session)) return
    const timer = setTimeout(() => {
      this.#timers.delete(session)
      // A store that fails has its own errors; a warning is not worth one.
      this.#look(session).catch(() => {})
    }, GRACE_MS)
    this.#timers.set(session, timer.unref())
  }

  async #look(session: string): Promise<void> {
    const { store } = this.#ports
    const row = await store.sessions.get(session)
    if (row === undefined || isChild(row)) return
    const open = await describeRequests(store.log, row)
    const endless = open.find(({ expiresAt }) => expiresAt === undefined)
    if (endless === undefined || isTold || !this.#isUnheard(session)) return
    isTold = true
    process.emitWarning(warningFor(session, endless), { type: "PawlWarning", code: "request-unheard" })
  }

  #isUnheard(session: string): boolean {
    const { isHeard, isOpened } = this.#ports
    return !this.#isInboxRead && !this.#seen.has(session) && isOpened(session) && !isHeard(session)
  }
}

function warningFor(session: string, { kind, name }: OpenRequestInfo): string {
  const [what, settle, otherwise] =
    kind === "approval"
      ? [
          `an approval of "${name}"`,
          'session.decide(event, "approve" or "deny")',
          'pass approve: "auto", "deny" or a function, ',
        ]
      : [`an answer to a question of "${name}"`, "session.answer(event, text)", ""]
  return (
    `Session ${session} waits for ${what}, without a time limit, and this process does not listen for it. Iterate session.send() or ` +
    `session.events() and call ${settle}, settle what agent.requests() lists, ${otherwise}or set approvals: { timeoutMs }. ` +
    "With timeoutMs: null the wait is meant, and this warning does not come."
  )
}
