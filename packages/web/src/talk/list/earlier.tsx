// The place above the first turn, which loads the turns before it when it comes near the screen.
import { type RefObject, useEffect, useRef } from "react"
import type { LiveSession } from "../../data/live-session.ts"
import { t } from "../../i18n/words.ts"
import { Spinner } from "../../ui/spinner.tsx"
import { tellError } from "../../ui/toasts.tsx"

interface EarlierProps {
  readonly session: LiveSession
  readonly outer: RefObject<HTMLElement | null>
  /** No turn is on its way. */
  readonly isWaiting: boolean
}

export function Earlier({ session, outer, isWaiting }: EarlierProps) {
  const mark = useRef<HTMLDivElement>(null)
  // Looked at again after each page, which may not fill the screen.
  useEffect(() => {
    if (mark.current === null || !isWaiting) return
    const near = new IntersectionObserver(
      (entries) => {
        // On a busy machine it goes and comes between two calls: the last entry counts.
        if (entries.at(-1)?.isIntersecting === true) session.loadEarlier().catch(tellError)
      },
      { root: outer.current, rootMargin: "1500px 0px 0px 0px" },
    )
    near.observe(mark.current)
    return () => near.disconnect()
  }, [session, outer, isWaiting])
  return (
    <div ref={mark} className="flex justify-center py-4">
      <Spinner label={t("talk.loadingEarlier")} />
    </div>
  )
}
