// The facts of a session, or of one of its turns, for a component: loaded when it is shown, and extended as they come.

import { useEffect, useMemo } from "react"
import { client } from "../../data/client.ts"
import { serverNow } from "../../data/clock.ts"
import type { LiveSession } from "../../data/live-session.ts"
import { useObservable } from "../../data/use-observable.ts"
import type { ViewTurn } from "../../data/view/session-view.ts"
import { onNews } from "../news.ts"
import { FactLog, type FactRange, type FactSource, type FactState } from "./fact-log.ts"
import { ofTurn, rangeOf } from "./turn-range.ts"

const REFRESH_MS = 400

export function sourceOf(session: string): FactSource {
  return {
    read: (after, limit) => client.call("look.facts", { params: { session }, query: { after, limit } }),
    now: serverNow,
  }
}

export function useFactLog(session: LiveSession, { from, to }: FactRange): FactLog {
  const log = useMemo(() => new FactLog(sourceOf(session.id), { from, to }), [session.id, from, to])
  useEffect(() => {
    void log.load()
    // A turn that was followed by another one has all its facts.
    return to === undefined ? onNews(session, REFRESH_MS, () => void log.load()) : undefined
  }, [log, session, to])
  return log
}

export function useTurnFacts(session: LiveSession, turns: readonly ViewTurn[], turn: number): FactState {
  const log = useFactLog(session, rangeOf(turns, turn))
  const state = useObservable(log.state)
  const facts = useMemo(() => ofTurn(state.facts, turn), [state.facts, turn])
  return { ...state, facts }
}
