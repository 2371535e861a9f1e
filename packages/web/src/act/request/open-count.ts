// How many requests wait for the person, over all sessions.
import type { SessionItem } from "../../data/session-list.ts"

type Counted = Pick<SessionItem, "parentKind" | "openRequests">

/** A branch asks for itself; what a sub-agent asks is asked by its parent too, and counts once. */
export function isSubAgent({ parentKind }: Pick<SessionItem, "parentKind">): boolean {
  return parentKind === "delegation"
}

export function openCount(sessions: readonly Counted[]): number {
  return sessions.reduce((sum, session) => sum + (isSubAgent(session) ? 0 : session.openRequests.length), 0)
}
