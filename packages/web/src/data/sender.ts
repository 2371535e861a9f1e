// Sends what a person says in a session. Everything is shown at once and kept until a turn takes it; what fails stays, with the
// reason, and is sent again when the server is back.
import { type Event, type Input, PawlClientError, type Session } from "@pawl/client"
import { t } from "../i18n/words.ts"
import { client, connection } from "./client.ts"
import type { Observable } from "./observable.ts"
import { keepUnsent, type Unsent, unsentOf, withFiles } from "./outbox.ts"
import { withQueue } from "./view/queue.ts"
import { type ApprovalMode, isRunning, type Sent, type SessionView } from "./view/session-view.ts"

export interface SendHow {
  readonly whenBusy?: "queue" | "steer"
  readonly model?: string
  readonly approval?: ApprovalMode
}

/** After these the queue of the server is another one. */
const QUEUE_CHANGES: ReadonlySet<Event["type"]> = new Set(["turn-start", "turn-end", "input-added"])

/** A server that is there takes a message sooner. */
const SLOW_MS = 3000

/** How often a queue with something in it is looked at. */
const LOOK_MS = 4000

interface Of {
  readonly id: string
  readonly handle: Promise<Session>
  readonly view: Observable<SessionView>
}

export class Sender {
  readonly #of: Of
  /** Commands that a turn has taken: a late answer about the queue may still name them. */
  readonly #begun = new Set<string>()
  readonly #stop: () => void
  #timer: ReturnType<typeof setInterval> | undefined

  constructor(of: Of) {
    this.#of = of
    this.#stop = connection.subscribe(() => {
      if (connection.get() === "open") for (const each of this.#unreachable()) this.again(each)
    })
  }

  /** What a reload came between is sent: the server takes a command once, however often it comes. */
  start(): void {
    for (const unsent of unsentOf(this.#of.id)) void this.#resume(unsent)
    void this.loadQueue()
    // No event tells that a message was taken out of the queue in another tab.
    this.#timer = setInterval(() => {
      const { sent } = this.#of.view.get()
      if (!document.hidden && sent.some(({ isQueued = false }) => isQueued)) void this.loadQueue()
    }, LOOK_MS)
  }

  close(): void {
    this.#stop()
    clearInterval(this.#timer)
  }

  take(events: readonly Event[]): void {
    for (const event of events)
      if ("command" in event) {
        this.#begun.add(event.command)
        keepUnsent(this.#of.id, undefined, event.command)
      }
    if (events.some(({ type }) => QUEUE_CHANGES.has(type))) void this.loadQueue()
  }

  async send(input: Input, shown: Pick<Sent, "id" | "parts">, how: SendHow = {}): Promise<void> {
    const { whenBusy = "queue", ...rest } = how
    const { id } = shown
    const sent = { ...shown, ...rest, whenBusy, input }
    keepUnsent(this.#of.id, sent)
    this.#update((all) => [...all.filter((each) => each.id !== id), sent])
    const slow = setTimeout(() => {
      this.#change(id, { isSlow: true })
      client.check()
    }, SLOW_MS)
    try {
      const session = await this.#of.handle
      await session.send(input, { id, whenBusy, ...rest }).accepted()
      keepUnsent(this.#of.id, undefined, id)
      if (isRunning(this.#of.view.get())) void this.loadQueue()
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error)
      const isUnreachable = error instanceof PawlClientError && error.status === 0
      this.#change(id, { problem, isUnreachable })
    } finally {
      clearTimeout(slow)
      this.#change(id, { isSlow: false })
    }
  }

  again({ id, parts, input, whenBusy, model, approval }: Sent): void {
    if (input === undefined) return
    const how = { whenBusy, ...(model !== undefined && { model }), ...(approval !== undefined && { approval }) }
    void this.send(input, { id, parts }, how)
  }

  /** False when a turn has taken it in the meantime. */
  async drop(sent: Sent): Promise<boolean> {
    if (sent.isQueued === true && !(await (await this.#of.handle).unsend(sent.id))) return false
    keepUnsent(this.#of.id, undefined, sent.id)
    this.#update((all) => all.filter((each) => each.id !== sent.id))
    return true
  }

  /** What waits joins the running turn now. */
  async steer(sent: Sent): Promise<void> {
    await (await this.#of.handle).steer(sent.id)
    await this.loadQueue()
  }

  /** Without its files a message is not sent: its words can be taken back, or it is dropped. */
  async #resume(unsent: Unsent): Promise<void> {
    const { id, parts, input: _, ...how } = unsent
    const input = await withFiles(this.#of.id, unsent)
    if (input !== undefined) await this.send(input, { id, parts }, how)
    else this.#update((all) => [...all, { id, parts, ...how, problem: t("talk.filesLost") }])
  }

  async loadQueue(): Promise<void> {
    const queue = await this.#of.handle.then((session) => session.queued()).catch(() => undefined)
    if (queue === undefined) return
    const waiting = queue.filter(({ id }) => !this.#begun.has(id))
    this.#of.view.update((view) => withQueue(view, waiting))
  }

  #unreachable(): readonly Sent[] {
    return this.#of.view.get().sent.filter(({ isUnreachable = false }) => isUnreachable)
  }

  #change(id: string, part: Partial<Sent>): void {
    this.#update((all) => all.map((each) => (each.id === id ? { ...each, ...part } : each)))
  }

  #update(change: (sent: readonly Sent[]) => readonly Sent[]): void {
    this.#of.view.update((view) => ({ ...view, sent: change(view.sent) }))
  }
}
