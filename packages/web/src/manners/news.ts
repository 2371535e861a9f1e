// What happened between two states of the list of sessions that a person who looks elsewhere wants to know.
import { isSubAgent, openCount } from "../act/request/open-count.ts"
import type { SessionItem } from "../data/session-list.ts"

export interface News {
  readonly kind: "asks" | "finished" | "failed"
  readonly session: SessionItem
}

type Sessions = readonly SessionItem[]

const RESTS: ReadonlySet<SessionItem["status"]> = new Set(["idle", "failed"])

export function newsBetween(before: Sessions, after: Sessions): readonly News[] {
  const known = new Map(before.map((session) => [session.id, session]))
  return after.flatMap((session) => {
    // The session that a sub-agent works for asks in its place, and ends after it.
    if (isSubAgent(session)) return []
    const kind = kindOf(known.get(session.id), session)
    return kind === undefined ? [] : [{ kind, session }]
  })
}

function kindOf(before: SessionItem | undefined, after: SessionItem): News["kind"] | undefined {
  const asked = new Set(before?.openRequests.map(({ call, question }) => `${call} ${question ?? ""}`))
  if (after.openRequests.some(({ call, question }) => !asked.has(`${call} ${question ?? ""}`))) return "asks"
  const hasEnded = before !== undefined && !RESTS.has(before.status) && RESTS.has(after.status)
  if (!hasEnded) return undefined
  return after.status === "failed" ? "failed" : "finished"
}

/** How many requests wait for the person, over all sessions. */
export function waitingIn(sessions: Sessions): number {
  return openCount(sessions)
}

/** The title of the browser's tab: "(2) Poem · Pawl". */
export function tabTitle(waiting: number, page: string | undefined): string {
  const name = page === undefined || page === "" ? "Pawl" : `${page} · Pawl`
  return waiting === 0 ? name : `(${waiting}) ${name}`
}
