// Whose sessions an admin looks at. What waits for the person, and what is told, stays that of the own sessions.
import { standing } from "./me.ts"
import { Observable } from "./observable.ts"
import { type Listed, NO_LIST, type SessionList, sessionList } from "./session-list.ts"
import { useObservable, useSelected } from "./use-observable.ts"

export const EVERYONE = "*"

/** Undefined for the own ones. */
export const whose = new Observable<string | undefined>(undefined)

/** The sessions of others. Empty while only the own ones are shown. */
export const othersList = new Observable<SessionList>(NO_LIST)

export function chooseWhose(owner: string | undefined): void {
  othersList.set(NO_LIST)
  whose.set(owner)
}

// The next person in this tab may be no admin.
standing.subscribe(() => {
  if (standing.get().kind === "out") chooseWhose(undefined)
})

/** The list at the side, and whose sessions are in it. */
export function useListed(): Listed {
  const owner = useObservable(whose)
  return owner === undefined ? { list: sessionList } : { list: othersList, owner }
}

/** The person at the machine sees all sessions anyway. */
const LOCAL = "local"

export function useMayLookAtOthers(): boolean {
  return useSelected(standing, (now) => now.kind === "in" && now.me.role === "admin" && now.me.user !== LOCAL)
}

/** The owner of a session that is not the person's own. */
export function useForeignOwner(owner: string | null | undefined): string | undefined {
  const me = useSelected(standing, (now) => (now.kind === "in" ? now.me.user : undefined))
  return typeof owner === "string" && me !== undefined && owner !== me ? owner : undefined
}
