// The first stops of the Tab key: past the list of sessions, and to the request that waits.
import { useLocation } from "wouter"
import { focusFirstRequest } from "../act/request/focus-request.ts"
import { openCount } from "../act/request/open-count.ts"
import { sessionList } from "../data/session-list.ts"
import { useSelected } from "../data/use-observable.ts"
import { t } from "../i18n/words.ts"
import { PATHS } from "./paths.ts"

const LOOKS =
  "absolute z-50 -translate-y-16 cursor-pointer rounded-lg bg-accent px-3 py-2 text-on-accent focus:translate-y-2"

export function SkipLinks() {
  const [, go] = useLocation()
  const waits = useSelected(sessionList, ({ sessions }) => openCount(sessions) > 0)
  const toRequest = () => {
    if (!focusFirstRequest()) go(PATHS.inbox)
  }
  return (
    <>
      <a href="#page" className={LOOKS}>
        {t("app.skip")}
      </a>
      {waits && (
        <button type="button" onClick={toRequest} className={LOOKS}>
          {t("app.skipToRequest")}
        </button>
      )}
    </>
  )
}
