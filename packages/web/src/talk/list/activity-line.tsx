// What goes on right now, in one line that counts the seconds.

import { useEffect, useState } from "react"
import { focusFirstRequest } from "../../act/request/focus-request.ts"
import { serverNow } from "../../data/clock.ts"
import type { LiveSession } from "../../data/live-session.ts"
import { useSelected } from "../../data/use-observable.ts"
import { t } from "../../i18n/words.ts"
import { activityOf, type Doing } from "./activity.ts"

export function ActivityLine({ session }: { readonly session: LiveSession }) {
  const key = useSelected(session.view, (view) => JSON.stringify(activityOf(view) ?? null))
  const doing = JSON.parse(key) as Doing | null
  if (doing === null) return null
  return <Line doing={doing} />
}

function Line({ doing }: { readonly doing: Doing }) {
  const now = useNow()
  const isWaiting = doing.key.startsWith("talk.waitsForYou")
  return (
    <div className="mx-auto flex column w-full items-center px-4 text-sm text-quiet">
      {/* The seconds change all the time: only the words are read out. */}
      <span role="status" className="sr-only">
        {wordsOf(doing, undefined)}
      </span>
      {isWaiting ? (
        <button
          type="button"
          onClick={() => focusFirstRequest()}
          className="-mx-2 flex min-h-7 cursor-pointer items-center gap-2.5 rounded-lg px-2 hover:bg-raised hover:text-ink"
        >
          <span aria-hidden className="size-2 rounded-full bg-warn" />
          {wordsOf(doing, undefined)}
        </button>
      ) : (
        <span aria-hidden className="flex min-h-7 items-center gap-2.5">
          <span className="size-2 shrink-0 animate-pulse rounded-full bg-accent" />
          <span dir="auto">{wordsOf(doing, now)}</span>
        </span>
      )}
    </div>
  )
}

function wordsOf({ key, fill, since, until }: Doing, now: number | undefined): string {
  const words = t(key, fill)
  if (now === undefined) return words
  if (until !== undefined)
    return until > now ? `${words} ${t("talk.in", { n: Math.ceil((until - now) / 1000) })}` : words
  const seconds = since === undefined ? 0 : Math.floor((now - since) / 1000)
  return seconds > 1 ? `${words} ${t("talk.for", { n: seconds })}` : words
}

function useNow(): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}
