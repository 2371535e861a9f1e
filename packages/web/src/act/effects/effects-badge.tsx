// A mark for the header of a session: how many calls have an outcome that is still to be checked.
import { CircleHelp } from "lucide-react"
import type { LiveSession } from "../../data/live-session.ts"
import { useSelected } from "../../data/use-observable.ts"
import type { SessionView } from "../../data/view/session-view.ts"
import { count } from "../../i18n/numbers.ts"
import { t } from "../../i18n/words.ts"
import { useEffects } from "./effect-book.ts"

interface BadgeProps {
  readonly session: LiveSession
  /** Opens the list. */
  readonly onOpen: () => void
}

export function EffectsBadge({ session, onOpen }: BadgeProps) {
  const stamp = useSelected(session.view, stampOf)
  const { effects } = useEffects(session.id, stamp)
  const open = effects.filter(({ found, outcome }) => found === undefined && outcome === "unknown").length
  if (open === 0) return null
  const words = t("act.effectsBadge", { n: open })
  return (
    <button
      type="button"
      onClick={onOpen}
      aria-label={words}
      title={words}
      className="inline-flex min-h-7 shrink-0 cursor-pointer items-center gap-1 rounded-full bg-warn-soft px-2.5 text-xs font-medium text-warn"
    >
      <CircleHelp aria-hidden className="size-3.5" />
      <span aria-hidden className="max-sm:hidden">
        {words}
      </span>
      <span aria-hidden className="tabular-nums sm:hidden">
        {count(open)}
      </span>
    </button>
  )
}

/** Outcomes change when turns begin and end. */
function stampOf({ turns }: SessionView): string {
  const last = turns.at(-1)
  return `${last?.turn} ${last?.endedAt}`
}
