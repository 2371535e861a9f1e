// The title of the browser's tab: which page it shows, and how many requests wait.
import { useEffect } from "react"
import { useLocation } from "wouter"
import { PATHS } from "../app/paths.ts"
import { titleOf } from "../app/title-of.ts"
import { type SessionList, sessionList } from "../data/session-list.ts"
import { useSelected } from "../data/use-observable.ts"
import { t } from "../i18n/words.ts"
import { tabTitle, waitingIn } from "./news.ts"

export function useTabTitle(): void {
  const [path] = useLocation()
  const title = useSelected(sessionList, ({ sessions }) => tabTitle(waitingIn(sessions), pageName(path, sessions)))
  useEffect(() => {
    document.title = title
  }, [title])
}

function pageName(path: string, sessions: SessionList["sessions"]): string | undefined {
  if (path === PATHS.inbox) return t("app.inbox")
  if (path.startsWith(PATHS.settings())) return t("app.settings")
  const here = sessions.find(({ id }) => PATHS.session(id) === path)
  return here === undefined ? undefined : titleOf(here)
}
