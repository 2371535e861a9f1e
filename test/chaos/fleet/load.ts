// The people of a campaign: they send messages to many sessions, wait for each turn, and approve what they are asked.
import { setTimeout as wait } from "node:timers/promises"
import type { Agent } from "../../../packages/agent/src/agent/create-agent.ts"
import { isPawlError } from "../../../packages/agent/src/contracts/error.ts"
import type { SessionRow } from "../../../packages/agent/src/contracts/sessions.ts"
import type { Store } from "../../../packages/agent/src/contracts/store.ts"
import type { Session } from "../../../packages/agent/src/session/handle.ts"

/** Of ten messages. Nobody answers what "later" asks: it expires. */
const KINDS = ["work", "work", "work", "work", "work", "pay", "pay", "pay", "later", "chat"]
const LOOK_MS = 150

export interface LoadSetup {
  readonly agent: Agent
  readonly store: Store
  readonly sessions: number
  /** How long a person waits before the next message, at most. */
  readonly thinkMs: number
  readonly random: () => number
}

const NEW = { sent: 0, kind: "", approved: "", isBusy: false }

interface Spoken {
  readonly session: Session
  /** The ids of the messages that were accepted. */
  readonly accepted: string[]
  sent: number
  kind: string
  /** The call that was approved last. */
  approved: string
  speaksAt: number
  isBusy: boolean
}

export class Load {
  readonly complaints: string[] = []
  readonly #setup: LoadSetup
  readonly #all = new Map<string, Spoken>()
  #isOver = false

  constructor(setup: LoadSetup) {
    this.#setup = setup
  }

  get spoken(): readonly Spoken[] {
    return [...this.#all.values()]
  }

  async open(): Promise<void> {
    const { agent, sessions } = this.#setup
    for (let index = 0; index < sessions; index++) {
      const session = await agent.open({ id: `s${index}` })
      this.#all.set(session.id, { session, accepted: [], ...NEW, speaksAt: this.#later() })
    }
  }

  /** From now on nobody begins a turn, except in sessions that had none. */
  end(): void {
    this.#isOver = true
  }

  /** Resolves with the sessions that have not come to rest, at most so long after the end was told. */
  async run(patienceMs: number): Promise<readonly SessionRow[]> {
    const { store, sessions } = this.#setup
    let until = Number.POSITIVE_INFINITY
    for (;;) {
      const rows = await store.sessions.list({ limit: sessions + 1 })
      const moving = rows.filter((row) => !isAtRest(row) || this.#all.get(row.id)?.isBusy !== false)
      for (const row of rows) this.#attend(row)
      if (this.#isOver && until === Number.POSITIVE_INFINITY) until = performance.now() + patienceMs
      const isSpoken = this.spoken.every(({ accepted, isBusy }) => accepted.length > 0 && !isBusy)
      if (this.#isOver && isSpoken && moving.length === 0) return []
      if (performance.now() > until) return moving
      await wait(LOOK_MS)
    }
  }

  #attend(row: SessionRow): void {
    const spoken = this.#all.get(row.id)
    if (spoken === undefined || spoken.isBusy) return
    const [request] = row.openRequests
    const mayBegin = (!this.#isOver || spoken.sent === 0) && performance.now() > spoken.speaksAt
    const mayApprove = spoken.kind !== "later" && request?.call !== spoken.approved
    if (request !== undefined && mayApprove) this.#do(spoken, () => approve(spoken, request.call))
    else if (isAtRest(row) && mayBegin) this.#do(spoken, () => this.#speak(spoken))
  }

  #do(spoken: Spoken, work: () => Promise<void>): void {
    spoken.isBusy = true
    const failed = (error: unknown) => void this.complaints.push(`${spoken.session.id}: ${error}`)
    void work()
      .catch(failed)
      .finally(() => {
        spoken.isBusy = false
      })
  }

  async #speak(spoken: Spoken): Promise<void> {
    const { session, accepted } = spoken
    const id = `${session.id}-${++spoken.sent}`
    spoken.kind = KINDS[Math.floor(this.#setup.random() * KINDS.length)] ?? ""
    spoken.speaksAt = this.#later()
    await session.send(`${spoken.kind} ${id}`, { id }).accepted()
    accepted.push(id)
  }

  #later(): number {
    return performance.now() + this.#setup.random() * this.#setup.thinkMs
  }
}

/** Nothing runs, nothing is due, and nobody is asked. */
function isAtRest({ status, dueAt, openRequests }: SessionRow): boolean {
  return (status === "idle" || status === "failed") && dueAt === null && openRequests.length === 0
}

async function approve(spoken: Spoken, call: string): Promise<void> {
  try {
    await spoken.session.decide(call, "approve", { id: `ok-${call}` })
  } catch (error) {
    // It has expired.
    if (!isPawlError(error, "approval-not-open")) throw error
  }
  spoken.approved = call
}
