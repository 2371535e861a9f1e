// Sessions in groups by when something last happened in them, pinned ones first.
import type { SessionItem } from "../data/session-list.ts"

export type GroupName = "pinned" | "today" | "yesterday" | "week" | "older"

export interface SessionGroup {
  readonly name: GroupName
  readonly sessions: readonly SessionItem[]
}

const ORDER: readonly GroupName[] = ["pinned", "today", "yesterday", "week", "older"]
const DAY_MS = 24 * 60 * 60 * 1000

export function grouped(sessions: readonly SessionItem[], now: number): readonly SessionGroup[] {
  const groups = Map.groupBy(sessions, (session) => groupOf(session, now))
  return ORDER.flatMap((name) => {
    const found = groups.get(name)
    return found === undefined ? [] : [{ name, sessions: found }]
  })
}

function groupOf({ pinned, updatedAt }: Pick<SessionItem, "pinned" | "updatedAt">, now: number): GroupName {
  if (pinned) return "pinned"
  const midnight = new Date(now).setHours(0, 0, 0, 0)
  if (updatedAt >= midnight) return "today"
  if (updatedAt >= midnight - DAY_MS) return "yesterday"
  return updatedAt >= midnight - 6 * DAY_MS ? "week" : "older"
}
