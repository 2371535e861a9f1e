// The sessions, newest first, in groups. The rest of a long list is loaded on demand.

import { useMemo } from "react"
import { serverNow } from "../data/clock.ts"
import { loadMore } from "../data/session-list.ts"
import { useObservable } from "../data/use-observable.ts"
import { useListed } from "../data/whose.ts"
import { t } from "../i18n/words.ts"
import { Button } from "../ui/button.tsx"
import { Spinner } from "../ui/spinner.tsx"
import { attempt } from "../ui/toasts.tsx"
import { grouped } from "./groups.ts"
import { SessionLink } from "./session-link.tsx"

export function SessionNav() {
  const listed = useListed()
  const { isLoaded, sessions, next } = useObservable(listed.list)
  const groups = useMemo(() => grouped(sessions, serverNow()), [sessions])
  if (!isLoaded) return <Spinner label={t("app.loading")} />
  if (sessions.length === 0)
    return (
      <p className="p-2 text-sm text-quiet">
        {t(listed.owner === undefined ? "app.noSessions" : "app.noSessionsThere")}
      </p>
    )
  return (
    <>
      {groups.map(({ name, sessions: those }) => (
        <section key={name} aria-label={t(`app.group_${name}`)}>
          <h2 className="px-2 pt-3 pb-1 text-xs font-semibold text-quiet">{t(`app.group_${name}`)}</h2>
          <ul>
            {those.map((session) => (
              <SessionLink key={session.id} session={session} />
            ))}
          </ul>
        </section>
      ))}
      {next !== null && (
        <Button kind="ghost" size="small" className="mt-2 w-full" onClick={() => attempt(() => loadMore(listed))}>
          {t("app.more")}
        </Button>
      )}
    </>
  )
}
