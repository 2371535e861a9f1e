// How long a call has been running, counted each second.

import type { ToolCard } from "@pawl/client"
import { useEffect, useState } from "react"
import { serverNow } from "../../data/clock.ts"
import type { LiveSession } from "../../data/live-session.ts"
import { duration } from "../../i18n/durations.ts"
import { answerOf } from "./answer-of.ts"

/** When each call began, as far as this tab knows. A card that is drawn anew goes on counting. */
const begun = new Map<string, number>()
const MOST = 500

export function useRunningTime(card: ToolCard, session: LiveSession): string {
  const isRunning = card.state === "running"
  const key = `${session.id} ${card.call}`
  const [now, setNow] = useState(() => serverNow())
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key names the card.
  useEffect(() => {
    if (!isRunning) return
    remember(key, () => beginOf(card, session))
    setNow(serverNow())
    const timer = setInterval(() => setNow(serverNow()), 1000)
    return () => clearInterval(timer)
  }, [key, isRunning])
  const since = begun.get(key)
  const ms = since === undefined ? 0 : now - since
  return isRunning && ms >= 1000 ? duration(Math.floor(ms / 1000) * 1000) : ""
}

/** After a reload the answer says when the call was made. One that waited for a person began later, when this tab saw it. */
function beginOf({ call, approval }: ToolCard, session: LiveSession): number {
  const made = approval === undefined ? answerOf(session.view.get(), call)?.at : undefined
  return Math.min(made ?? serverNow(), serverNow())
}

function remember(key: string, when: () => number): void {
  if (begun.has(key)) return
  if (begun.size >= MOST) begun.clear()
  begun.set(key, when())
}
