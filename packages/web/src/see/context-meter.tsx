// How full the context is, small enough for a header: a ring with a number, and words for those who do not see colours.
import { useEffect, useState } from "react"
import { client } from "../data/client.ts"
import type { LiveSession } from "../data/live-session.ts"
import { useSelected } from "../data/use-observable.ts"
import type { Budget } from "../data/view/session-view.ts"
import { count, percent } from "../i18n/numbers.ts"
import { t } from "../i18n/words.ts"
import { cx } from "../ui/cx.ts"
import { fullness, type Level, levelOf } from "./context/budget.ts"
import { chooseTab } from "./tab-choice.ts"

const COLOURS: Readonly<Record<Level, string>> = { ok: "text-ok", warn: "text-warn", bad: "text-bad" }

/** Nothing is shown before the first request. */
export function ContextMeter({ session, onOpen }: { readonly session: LiveSession; readonly onOpen: () => void }) {
  const budget = useBudget(session)
  if (budget === undefined) return null
  const share = fullness(budget)
  const level = levelOf(share)
  const { window, remaining } = budget
  const words = t(`talk.meter_${level}`, { share: percent(share), left: count(Math.max(0, remaining)), window })
  return (
    <button
      type="button"
      aria-label={words}
      title={words}
      onClick={() => {
        chooseTab("context")
        onOpen()
      }}
      className="inline-flex h-9 shrink-0 cursor-pointer items-center gap-1.5 rounded-lg px-2 text-xs text-quiet hover:bg-raised hover:text-ink"
    >
      <Ring share={share} level={level} />
      <span aria-hidden className={cx("tabular-nums", level !== "ok" && COLOURS[level])}>
        {percent(share)}
      </span>
    </button>
  )
}

const RADIUS = 7
const ROUND = 2 * Math.PI * RADIUS

function Ring({ share, level }: { readonly share: number; readonly level: Level }) {
  const filled = Math.min(1, share) * ROUND
  return (
    <svg aria-hidden="true" viewBox="0 0 18 18" className={cx("size-[1.125rem] -rotate-90", COLOURS[level])}>
      <circle cx="9" cy="9" r={RADIUS} fill="none" strokeWidth="3" className="stroke-line" />
      <circle
        cx="9"
        cy="9"
        r={RADIUS}
        fill="none"
        strokeWidth="3"
        stroke="currentColor"
        strokeDasharray={`${filled} ${ROUND}`}
      />
    </svg>
  )
}

/** What this tab heard last; before that, what the last request said. */
function useBudget(session: LiveSession): Budget | undefined {
  const heard = useSelected(session.view, ({ budget }) => budget)
  const hasTurns = useSelected(session.view, ({ turns }) => turns.length > 0)
  const [stored, setStored] = useState<Budget>()
  useEffect(() => {
    let isLate = false
    if (hasTurns)
      lastBudget(session.id).then(
        (budget) => !isLate && setStored(budget),
        // The meter comes with the next request then.
        () => {},
      )
    return () => {
      isLate = true
    }
  }, [session.id, hasTurns])
  return heard ?? stored
}

/** A budget is in the last fact of a completed turn, and in every request. */
const LAST_FACTS = 30

async function lastBudget(session: string): Promise<Budget | undefined> {
  const { seq } = await client.call("sessions.get", { params: { session } })
  const query = { after: Math.max(0, seq - LAST_FACTS), limit: LAST_FACTS }
  const { facts } = await client.call("look.facts", { params: { session }, query })
  return facts.findLast((fact) => fact.budget !== undefined && fact.purpose === undefined)?.budget as Budget | undefined
}
