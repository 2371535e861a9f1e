// The open requests of sessions as this tab knows them: loaded when something changes, settled here or elsewhere.
import { newId, type OpenRequestInfo, type Operations } from "@pawl/client"
import { client } from "../../data/client.ts"
import { Observable } from "../../data/observable.ts"
import { whose } from "../../data/whose.ts"
import { tellSettled } from "./settled-elsewhere.ts"

/** A request with the session it belongs to. */
export interface Asked extends OpenRequestInfo {
  readonly session: string
  /** The title of the session, where the inbox shows it. */
  readonly title?: string | null
  readonly owner?: string | null
}

export interface Inbox {
  readonly isLoaded: boolean
  readonly requests: readonly Asked[]
  readonly error: unknown
}

export const inbox = new Observable<Inbox>({ isLoaded: false, requests: [], error: undefined })
// Others are shown from here on.
whose.subscribe(() => inbox.set({ isLoaded: false, requests: [], error: undefined }))

const books = new Map<string, Observable<readonly Asked[]>>()

/** Counts how often requests came or went: the others may have moved on the page. */
export const shifts = new Observable(0)

/** Settled by this tab: no news to the person. */
const mine = new Set<string>()

/** A call may ask again when its file has changed since: then it is another request. */
export function keyOf({ session, call, kind, question, since }: Asked): string {
  return JSON.stringify([session, call, kind, question ?? 0, since])
}

export function requestsOf(session: string): Observable<readonly Asked[]> {
  const known = books.get(session)
  if (known !== undefined) return known
  const made = new Observable<readonly Asked[]>([])
  books.set(session, made)
  return made
}

export const refreshInbox = oneAtATime("inbox", async () => {
  try {
    const owner = whose.get()
    const { requests } = await client.call("requests.list", { query: owner === undefined ? {} : { owner } })
    // Another list, in which some are missing: they are not settled by that.
    if (owner !== whose.get()) return
    tellGone(inbox.get().requests, requests)
    inbox.set({ isLoaded: true, requests: kept(inbox.get().requests, requests), error: undefined })
  } catch (error) {
    inbox.update((now) => ({ ...now, isLoaded: true, error }))
  }
})

export function refreshRequests(session: string): Promise<void> {
  return oneAtATime(session, async () => {
    const book = requestsOf(session)
    try {
      const { openRequests } = await client.call("sessions.get", { params: { session } })
      const now = openRequests.map((each) => ({ ...each, session }))
      tellGone(book.get(), now)
      book.set(kept(book.get(), now))
    } catch {
      // The stream of the session reports a lost connection; the next change loads them again.
    }
  })()
}

/** The same object for the same request, so that what the person is typing is not drawn anew. */
function kept(before: readonly Asked[], now: readonly Asked[]): readonly Asked[] {
  const known = new Map(before.map((each) => [keyOf(each), each]))
  const list = now.filter((each) => !mine.has(keyOf(each))).map((each) => known.get(keyOf(each)) ?? each)
  const isSame = list.length === before.length && list.every((each, place) => each === before[place])
  if (isSame) return before
  shifts.update((count) => count + 1)
  return list
}

function tellGone(before: readonly Asked[], now: readonly Asked[]): void {
  const left = new Set(now.map(keyOf))
  for (const request of before) if (!left.has(keyOf(request)) && !mine.has(keyOf(request))) void tellSettled(request)
}

type Decision = Omit<Operations["requests.decide"]["body"], "id" | "question">

export async function decide(request: Asked, decision: Decision): Promise<void> {
  const { session, call, question } = request
  const body = { ...decision, id: newId(), ...(question !== undefined && { question }) }
  await settling(request, () => client.call("requests.decide", { params: { session, call }, body }))
}

export async function answer(request: Asked, words: string): Promise<void> {
  const { session, call, question } = request
  const body = { answer: words, id: newId(), ...(question !== undefined && { question }) }
  await settling(request, () => client.call("requests.answer", { params: { session, call }, body }))
}

/** Gone at once when the server took it; still there, with the reason, when it did not. */
async function settling(request: Asked, work: () => Promise<unknown>): Promise<void> {
  const key = keyOf(request)
  mine.add(key)
  try {
    await work()
  } catch (error) {
    mine.delete(key)
    void refreshRequests(request.session)
    throw error
  }
  shifts.update((count) => count + 1)
  const without = (list: readonly Asked[]) => list.filter((each) => keyOf(each) !== key)
  inbox.update((now) => ({ ...now, requests: without(now.requests) }))
  requestsOf(request.session).update(without)
}

const running = new Map<string, { isStale: boolean; readonly done: Promise<void> }>()

/** A change during a load loads once more. */
function oneAtATime(name: string, work: () => Promise<void>): () => Promise<void> {
  return () => {
    const now = running.get(name)
    if (now !== undefined) {
      now.isStale = true
      return now.done
    }
    const loop = async () => {
      do {
        const own = running.get(name)
        if (own !== undefined) own.isStale = false
        await work()
      } while (running.get(name)?.isStale === true)
      running.delete(name)
    }
    const done = Promise.resolve().then(loop)
    running.set(name, { isStale: false, done })
    return done
  }
}
