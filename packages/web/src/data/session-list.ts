// The sessions of the person, as they change: one stream for the list, the inbox count and the titles.
import type { Operations } from "@pawl/client"
import { client } from "./client.ts"
import { withPage, withSession } from "./list-order.ts"
import { Observable } from "./observable.ts"

export type SessionItem = Operations["sessions.list"]["answer"]["sessions"][number]

export interface SessionList {
  readonly isLoaded: boolean
  readonly sessions: readonly SessionItem[]
  /** Where the rest of the list begins; null if this is all of it. */
  readonly next: string | null
}

export const NO_LIST: SessionList = { isLoaded: false, sessions: [], next: null }

export const sessionList = new Observable<SessionList>(NO_LIST)

/** Which list is followed, and whose sessions are in it: absent for one's own. */
export interface Listed {
  readonly list: Observable<SessionList>
  readonly owner?: string
}

const OWN: Listed = { list: sessionList }

/** Follows the list until the signal is aborted. */
export async function followList(signal: AbortSignal, { list: shown, owner }: Listed = OWN): Promise<void> {
  for await (const event of client.watch({ signal, ...(owner !== undefined && { owner }) })) {
    if (event.type === "snapshot") shown.set({ isLoaded: true, sessions: event.sessions, next: event.next })
    else if (event.type === "removed")
      shown.update((list) => ({ ...list, sessions: list.sessions.filter(({ id }) => id !== event.id) }))
    else shown.update((list) => ({ ...list, sessions: withSession(list.sessions, event.session) }))
  }
}

export async function loadMore({ list: shown, owner }: Listed = OWN): Promise<void> {
  const { next } = shown.get()
  if (next === null) return
  const query = { cursor: next, archived: "false", ...(owner !== undefined && { owner }) } as const
  const page = await client.call("sessions.list", { query })
  shown.update((list) => ({ ...list, next: page.next, sessions: withPage(list.sessions, page.sessions) }))
}
