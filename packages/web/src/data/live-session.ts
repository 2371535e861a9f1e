// A session as this tab sees it: loads the last turns, follows what happens, and sends what the person says.

import type { Event, Session } from "@pawl/client"
import { client } from "./client.ts"
import { serverNow } from "./clock.ts"
import { EventBatch } from "./event-batch.ts"
import { Observable } from "./observable.ts"
import { type Opening, openingOf } from "./opening.ts"
import { Sender } from "./sender.ts"
import { applyEvent } from "./view/apply-event.ts"
import { withExact } from "./view/exact.ts"
import { EMPTY_VIEW, isRunning, type SessionView } from "./view/session-view.ts"

export type LoadState =
  | { readonly kind: "loading" }
  | { readonly kind: "ready" }
  | { readonly kind: "failed"; readonly error: unknown }

/** How many earlier turns are loaded at once. */
const TURNS_A_PAGE = 15

export class LiveSession {
  readonly id: string
  readonly view = new Observable<SessionView>(EMPTY_VIEW)
  readonly state = new Observable<LoadState>({ kind: "loading" })
  readonly handle: Promise<Session>
  readonly sender: Sender
  readonly #end = new AbortController()
  readonly #batch = new EventBatch((events) => this.#take(events))
  #row: Awaited<Opening["row"]> | undefined
  #loadsEarlier: Promise<void> | undefined

  constructor(id: string) {
    this.id = id
    this.handle = client.open({ id, create: false })
    // Reported by `state`.
    this.handle.catch(() => {})
    this.sender = new Sender(this)
  }

  /** The session as it was when it was loaded; known once it is ready. */
  get row() {
    return this.#row
  }

  /** Loads and follows until `close`. */
  async start(): Promise<void> {
    try {
      // Shown as soon as they are there: only what follows needs the handle.
      const opening = openingOf(this.id)
      const [row, { turns, position, earlier }] = await Promise.all([opening.row, opening.turns])
      this.#row = row
      this.view.update((view) => ({ ...view, turns, earlier }))
      this.state.set({ kind: "ready" })
      this.sender.start()
      const session = await this.handle
      for await (const event of session.events({ after: position, signal: this.#end.signal })) this.#batch.add(event)
    } catch (error) {
      if (!this.#end.signal.aborted) this.state.set({ kind: "failed", error })
    }
  }

  close(): void {
    this.#end.abort()
    this.#batch.close()
    this.sender.close()
  }

  /** Loads the turns before the first that is shown. */
  loadEarlier(): Promise<void> {
    this.#loadsEarlier ??= this.#earlier().finally(() => {
      this.#loadsEarlier = undefined
    })
    return this.#loadsEarlier
  }

  async #earlier(): Promise<void> {
    const first = this.view.get().turns[0]?.turn
    if (first === undefined || !this.view.get().earlier) return
    const page = await this.#page({ last: TURNS_A_PAGE, before: first })
    this.view.update((view) => ({ ...view, earlier: page.earlier, turns: [...page.turns, ...view.turns] }))
  }

  #page(query: { readonly last: number; readonly before?: number }) {
    return client.call("look.transcript", { params: { session: this.id }, query })
  }

  #take(events: readonly Event[]): void {
    const now = serverNow()
    this.view.update((view) => events.reduce((each, event) => applyEvent(each, event, now), view))
    this.sender.take(events)
    if (events.some(needsExact)) void this.#refresh()
  }

  /** The server knows the exact times, and what was cut. What fails here is tried again at the next event. */
  async #refresh(): Promise<void> {
    const page = await this.#page({ last: 1 }).catch(() => undefined)
    const exact = page?.turns[0]
    if (exact !== undefined) this.view.update((view) => withExact(view, exact))
  }

  async cancel(): Promise<void> {
    await (await this.handle).cancel()
  }

  async retry(): Promise<void> {
    await client.call("turns.retry", { params: { session: this.id }, body: {} })
  }

  get isRunning(): boolean {
    return isRunning(this.view.get())
  }
}

/** Events leave out who decided, the calls that are to come, the arguments of questions, and the whole of long results. */
function needsExact(event: Event): boolean {
  return (
    event.type === "turn-end" ||
    event.type === "approval-requested" ||
    event.type === "approval-settled" ||
    event.type === "question-asked" ||
    ("cut" in event && event.cut !== undefined)
  )
}
