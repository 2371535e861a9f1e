// Warns once per session when a turn waits for a person, without a time limit, and this process does not listen: a
// program that only awaits the result would wait forever without a word.
import type { Clock } from "../contracts/clock.ts"
import type { Fact } from "../contracts/fact.ts"
import type { Store } from "../contracts/store.ts"
import { isChild } from "../session/request-inbox.ts"

export interface UnheardPorts {
  readonly store: Store
  readonly clock: Clock
  /** Whether a subscriber in this process gets all events of the session. */
  readonly isHeard: (session: string) => boolean
  /** Whether this process opened the session. What others opened, others listen to. */
  readonly isOpened: (session: string) => boolean
  readonly warn: (message: string) => void
}

type Asked = Extract<Fact, { readonly type: "approval-requested" | "question-asked" }>

/** Long enough for a program that begins to listen, or decides, after the turn has begun. */
const GRACE_MS = 1000

export class UnheardRequests {
  readonly #ports: UnheardPorts
  readonly #warned = new Set<string>()
  readonly #waiting = new Set<() => void>()

  constructor(ports: UnheardPorts) {
    this.#ports = ports
  }

  publish(session: string, facts: readonly Fact[]): void {
    const asked = facts.find(isEndless)
    if (asked === undefined || !this.#isUnheard(session)) return
    const stop = this.#ports.clock.after(GRACE_MS, () => {
      this.#waiting.delete(stop)
      // A store that fails has its own errors; a warning is not worth one.
      this.#look(session, asked).catch(() => {})
    })
    this.#waiting.add(stop)
  }

  close(): void {
    for (const stop of this.#waiting) stop()
    this.#waiting.clear()
  }

  async #look(session: string, asked: Asked): Promise<void> {
    const { store, warn } = this.#ports
    const row = await store.sessions.get(session)
    const isOpen = row?.openRequests.some(({ call }) => call === asked.call) === true
    if (!isOpen || (await isChild(store, row)) || !this.#isUnheard(session)) return
    this.#warned.add(session)
    warn(warningFor(session, asked))
  }

  #isUnheard(session: string): boolean {
    const { isHeard, isOpened } = this.#ports
    return !this.#warned.has(session) && isOpened(session) && !isHeard(session)
  }
}

function isEndless(fact: Fact): fact is Asked {
  return (fact.type === "approval-requested" || fact.type === "question-asked") && fact.expiresAt === undefined
}

function warningFor(session: string, asked: Asked): string {
  const isApproval = asked.type === "approval-requested"
  const what = isApproval ? `the approval of a call of "${asked.name}"` : "the answer to a question"
  const settle = isApproval ? "session.approve(event)" : "session.answer(event, text)"
  const otherwise = isApproval ? ', or decide for all calls: approve: "auto" or "deny"' : ""
  return (
    `Session ${session} waits for ${what}. The wait has no time limit, and this process does not listen to the session. ` +
    `Iterate session.send() or session.events() and call ${settle}, settle what agent.requests() lists, or set a limit: ` +
    `approvals: { timeoutMs: 60_000 } (null: wait in silence)${otherwise}.`
  )
}
