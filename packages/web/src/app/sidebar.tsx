// The list of sessions with its search, and the ways to the other pages.
import { Inbox, PanelLeftClose, Settings, SquarePen } from "lucide-react"
import { type ReactNode, useState } from "react"
import { Link, useRoute } from "wouter"
import { openCount } from "../act/request/open-count.ts"
import { sessionList } from "../data/session-list.ts"
import { useObservable } from "../data/use-observable.ts"
import { t } from "../i18n/words.ts"
import { IconButton } from "../ui/button.tsx"
import { cx } from "../ui/cx.ts"
import { PATHS } from "./paths.ts"
import { SearchBox, SearchHits } from "./search.tsx"
import { SessionNav } from "./session-nav.tsx"
import { foldSidebar } from "./shell.ts"
import { WhoseChoice } from "./whose-choice.tsx"

export function Sidebar() {
  const [words, setWords] = useState("")
  const { sessions } = useObservable(sessionList)
  const asking = openCount(sessions)
  return (
    <nav aria-label={t("app.sessions")} className="flex h-full flex-col bg-surface">
      <div className="flex items-center gap-2 px-3 pt-3 pb-1">
        <img src="/pawl.svg" alt="" className="size-6" />
        <span className="grow font-semibold">Pawl</span>
        <IconButton
          icon={PanelLeftClose}
          label={t("app.hideSessions")}
          size="small"
          className="max-md:hidden"
          onClick={() => foldSidebar(true)}
        />
      </div>
      <div className="flex flex-col gap-0.5 px-2 py-1">
        <NavLink href={PATHS.home} icon={<SquarePen aria-hidden className="size-4" />}>
          {t("app.newSession")}
        </NavLink>
        <NavLink href={PATHS.inbox} icon={<Inbox aria-hidden className="size-4" />}>
          <span className="grow">{t("app.inbox")}</span>
          {asking > 0 && (
            <span className="rounded-full bg-warn-soft px-2 text-xs font-semibold text-warn">
              {asking} <span className="sr-only">{t("app.waiting")}</span>
            </span>
          )}
        </NavLink>
        <SearchBox words={words} onChange={setWords} />
        <WhoseChoice />
      </div>
      <div className="min-h-0 grow overflow-y-auto px-2 pb-2">
        {words.trim() === "" ? <SessionNav /> : <SearchHits words={words.trim()} />}
      </div>
      <div className="border-t border-line p-2">
        <NavLink href={PATHS.settings()} icon={<Settings aria-hidden className="size-4" />}>
          {t("app.settings")}
        </NavLink>
      </div>
    </nav>
  )
}

interface NavLinkProps {
  readonly href: string
  readonly icon: ReactNode
  readonly children: ReactNode
}

function NavLink({ href, icon, children }: NavLinkProps) {
  const [isHere] = useRoute(href)
  return (
    <Link
      href={href}
      {...(isHere && { "aria-current": "page" as const })}
      className={cx(
        "flex min-h-9 items-center gap-2.5 rounded-lg px-2 text-sm hover:bg-raised",
        isHere && "bg-raised font-medium",
      )}
    >
      {icon}
      {children}
    </Link>
  )
}
