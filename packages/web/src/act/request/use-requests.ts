// Hooks over the open requests: those of one session, and the inbox over all sessions.
import { useEffect } from "react"
import { type SessionItem, sessionList } from "../../data/session-list.ts"
import { useObservable } from "../../data/use-observable.ts"
import { useListed } from "../../data/whose.ts"
import { type Asked, type Inbox, inbox, refreshInbox, refreshRequests, requestsOf } from "./request-book.ts"

/** Loaded anew when `stamp` changes and when the list of sessions says that others are open. */
export function useRequests(session: string, stamp: string): readonly Asked[] {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stamp says when to load again.
  useEffect(() => void refreshRequests(session), [session, stamp])
  useEffect(() => {
    const stop = onChange(
      ({ id }) => id === session,
      () => void refreshRequests(session),
    )
    return () => {
      stop()
      // What is no longer shown may have been settled elsewhere.
      void refreshRequests(session)
    }
  }, [session])
  return useObservable(requestsOf(session))
}

export function useInbox(): Inbox {
  const { list } = useListed()
  useEffect(() => {
    void refreshInbox()
    const refresh = () => void refreshInbox()
    return onChange(() => true, refresh, list)
  }, [list])
  return useObservable(inbox)
}

/** Calls back when the open requests of these sessions change. */
function onChange(isAbout: (item: SessionItem) => boolean, then: () => void, list = sessionList): () => void {
  let last = signature(isAbout, list)
  return list.subscribe(() => {
    const now = signature(isAbout, list)
    if (now === last) return
    last = now
    then()
  })
}

function signature(isAbout: (item: SessionItem) => boolean, list: typeof sessionList): string {
  const asking = list.get().sessions.filter((item) => item.openRequests.length > 0 && isAbout(item))
  return JSON.stringify(asking.map(({ id, openRequests }) => [id, openRequests]))
}
