// Tells when something happened in a session that is more than another piece of text, so that what is shown is loaded again.
import { useEffect, useState } from "react"
import type { LiveSession } from "../data/live-session.ts"
import type { SessionView } from "../data/view/session-view.ts"

/** Text in flight changes none of these. */
function marksOf({ turns, live, activity, plan, budget }: SessionView): readonly unknown[] {
  return [turns, live?.attempt, activity, plan, budget]
}

/** Calls `tell` at most once in `everyMs`, and always after the last change. */
export function onNews(session: LiveSession, everyMs: number, tell: () => void): () => void {
  let before = marksOf(session.view.get())
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = session.view.subscribe(() => {
    const now = marksOf(session.view.get())
    if (now.every((mark, index) => mark === before[index])) return
    before = now
    timer ??= setTimeout(() => {
      timer = undefined
      tell()
    }, everyMs)
  })
  return () => {
    stop()
    clearTimeout(timer)
  }
}

/** Another number after each news: part of the key of what is loaded. */
export function useNews(session: LiveSession, everyMs = 1000): number {
  const [times, setTimes] = useState(0)
  useEffect(() => onNews(session, everyMs, () => setTimes((now) => now + 1)), [session, everyMs])
  return times
}
