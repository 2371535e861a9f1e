// The lanes of a turn as they grow, drawn again every second while the turn runs.

import { useEffect, useMemo, useState } from "react"
import { serverNow } from "../../data/clock.ts"
import type { LiveSession } from "../../data/live-session.ts"
import { useObservable } from "../../data/use-observable.ts"
import type { ViewTurn } from "../../data/view/session-view.ts"
import { rangeOf } from "../facts/turn-range.ts"
import { sourceOf } from "../facts/use-facts.ts"
import { onNews } from "../news.ts"
import { groupsOf, type LogOf } from "./groups-of.ts"
import { type Group, inOrder } from "./lanes.ts"
import type { Span } from "./span.ts"
import { TimelineSource } from "./timeline-source.ts"

const REFRESH_MS = 400
const TICK_MS = 1000

export interface Timeline {
  readonly groups: readonly Group[]
  readonly spans: readonly Span[]
  readonly logs: ReadonlyMap<string, LogOf>
  readonly isLoaded: boolean
  readonly error: unknown
  readonly retry: () => void
}

export function useTimeline(session: LiveSession, turns: readonly ViewTurn[], turn: number): Timeline {
  const { from, to } = rangeOf(turns, turn)
  const source = useMemo(
    () => new TimelineSource({ session: session.id, turn, range: { from, to } }, sourceOf),
    [session.id, turn, from, to],
  )
  useEffect(() => {
    source.start()
    const stop = onNews(session, REFRESH_MS, () => void source.refresh())
    return () => {
      stop()
      source.close()
    }
  }, [source, session])
  const changed = useObservable(source.changed)
  const tick = useTick(turns.find((each) => each.turn === turn)?.endedAt === undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: changed and tick say when there is something new.
  return useMemo(() => {
    const logs = source.logs(serverNow())
    const groups = groupsOf(session.id, logs)
    return { groups, spans: inOrder(groups), logs, ...source.state, retry: () => void source.refresh() }
  }, [source, session.id, changed, tick])
}

/** Counts seconds while something runs. */
function useTick(isRunning: boolean): number {
  const [tick, setTick] = useState(0)
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setTick((now) => now + 1), TICK_MS)
    return () => clearInterval(timer)
  }, [isRunning])
  return tick
}
