// Tells those who do not see the page that a turn has ended. The words of an answer are not read out piece by piece.
import { useRef } from "react"
import type { LiveSession } from "../../data/live-session.ts"
import { useSelected } from "../../data/use-observable.ts"
import { t } from "../../i18n/words.ts"

export function Announcer({ session }: { readonly session: LiveSession }) {
  const last = useSelected(session.view, (view) => view.turns.at(-1)?.turn)
  const outcome = useSelected(session.view, (view) => view.turns.at(-1)?.outcome)
  // What had ended when the page was opened is no news.
  const known = useRef(outcome === undefined ? undefined : last)
  const isNews = outcome !== undefined && last !== known.current
  return (
    <p role="status" className="sr-only">
      {isNews ? t(`talk.${outcome}`) : ""}
    </p>
  )
}
