// The approval inbox: what all sessions of a store wait for a person to decide or answer.
import { defined } from "../base/defined.ts"
import { refuseUnknown } from "../contracts/known-options.ts"
import type { SessionRow } from "../contracts/sessions.ts"
import type { Store } from "../contracts/store.ts"
import { describeRequests, type OpenRequestInfo } from "./open-requests.ts"
import { REQUESTS } from "./option-names.ts"

/** A call of some session that waits for a person. */
export interface InboxRequest extends OpenRequestInfo {
  /** The session that waits: settle the request with its `decide` or `answer`. */
  readonly session: string
  /** The session's owner; null if none was given. */
  readonly owner: string | null
  /** The session's title, as lists show it. */
  readonly title: string | null
}

/** Which requests to list. */
export interface RequestQuery {
  /** Only requests of this owner's sessions. */
  readonly owner?: string
}

const PAGE = 100

/** Newest first. Reads only the logs of sessions that wait. */
export async function requestsIn(store: Store, query: RequestQuery = {}): Promise<readonly InboxRequest[]> {
  refuseUnknown("agent.requests", query, REQUESTS, { instead: 'Write agent.requests({ owner: "ann" }).' })
  const found: InboxRequest[] = []
  for await (const row of waitingRows(store, query)) {
    if (isChild(row)) continue
    const { id: session, owner, title } = row
    for (const request of await describeRequests(store.log, row)) found.push({ ...request, session, owner, title })
  }
  return found.sort((a, b) => b.since - a.since)
}

async function* waitingRows(store: Store, { owner }: RequestQuery): AsyncGenerator<SessionRow> {
  let after: SessionRow | undefined
  for (;;) {
    const page = await store.sessions.list({ asking: true, limit: PAGE, ...defined({ owner, after }) })
    yield* page
    after = page.at(-1)
    if (page.length < PAGE) return
  }
}

/** What a child asks is asked by its parent's call, and is settled there. */
export function isChild({ parentKind }: SessionRow): boolean {
  return parentKind === "delegation"
}
