// A list of sessions with others in their places: newest first.
import type { SessionItem } from "./session-list.ts"

type Sessions = readonly SessionItem[]

/** Old sessions that wait for a person are in a list before it is loaded so far. */
export function withPage(sessions: Sessions, page: Sessions): Sessions {
  const known = new Set(sessions.map(({ id }) => id))
  return newestFirst([...sessions, ...page.filter(({ id }) => !known.has(id))])
}

export function withSession(sessions: Sessions, changed: SessionItem): Sessions {
  const others = sessions.filter(({ id }) => id !== changed.id)
  return changed.archived ? others : newestFirst([changed, ...others])
}

function newestFirst(sessions: Sessions): Sessions {
  return [...sessions].sort((a, b) => b.updatedAt - a.updatedAt)
}
