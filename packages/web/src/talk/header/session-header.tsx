// The head of a session: its title, which can be changed in place, and what can be done with all of it.
import { Ellipsis, GitBranch, PanelRight } from "lucide-react"
import { type ReactNode, useState } from "react"
import { useLocation } from "wouter"
import { useMayDecide } from "../../act/request/use-may-decide.ts"
import { SidebarButton } from "../../app/layout.tsx"
import { PATHS } from "../../app/paths.ts"
import { DeleteSession, useSessionActions } from "../../app/session-actions.tsx"
import { nameOf, titleOf } from "../../app/title-of.ts"
import { client } from "../../data/client.ts"
import type { LiveSession } from "../../data/live-session.ts"
import type { SessionItem } from "../../data/session-list.ts"
import { t } from "../../i18n/words.ts"
import { IconButton } from "../../ui/button.tsx"
import { Menu } from "../../ui/menu.tsx"
import { attempt, tell } from "../../ui/toasts.tsx"
import { branchAfter } from "../session-actions.ts"
import { Title } from "./title.tsx"

interface SessionHeaderProps {
  readonly live: LiveSession
  /** Absent until it is loaded. */
  readonly session: SessionItem | undefined
  readonly isPanelOpen: boolean
  readonly onPanel: () => void
  /** Beside the buttons: how full the context is. */
  readonly children?: ReactNode
}

export function SessionHeader({ live, session, isPanelOpen, onPanel, children }: SessionHeaderProps) {
  const [dialog, setDialog] = useState<"rename" | "delete" | undefined>(undefined)
  const close = () => setDialog(undefined)
  return (
    <header className="flex min-h-13 items-center gap-1 border-b border-line px-2">
      <SidebarButton />
      {session !== undefined && (
        <Title
          title={titleOf(session)}
          name={nameOf(session)}
          isEditing={dialog === "rename"}
          onEdit={(isEditing) => setDialog(isEditing ? "rename" : undefined)}
          onTitle={(title) =>
            attempt(() => client.call("sessions.change", { params: { session: live.id }, body: { title } }))
          }
        />
      )}
      <span className="grow" />
      {children}
      <IconButton
        icon={PanelRight}
        label={t("talk.panel")}
        aria-keyshortcuts="p"
        aria-pressed={isPanelOpen}
        isActive={isPanelOpen}
        onClick={onPanel}
      />
      {session !== undefined && <SessionMenu live={live} session={session} onDialog={setDialog} />}
      {dialog === "delete" && session !== undefined && <DeleteSession session={session} onClose={close} />}
    </header>
  )
}

interface SessionMenuProps {
  readonly live: LiveSession
  readonly session: SessionItem
  readonly onDialog: (dialog: "rename" | "delete") => void
}

function SessionMenu({ live, session, onDialog }: SessionMenuProps) {
  const [, go] = useLocation()
  const branch = async () => {
    go(PATHS.session(await branchAfter(live)))
    tell(t("talk.branched"))
  }
  const mayChange = useMayDecide()
  const actions = useSessionActions(session, onDialog)
  const fork = { label: t("talk.fork"), icon: GitBranch, onChoose: () => attempt(branch) }
  return (
    <Menu
      label={t("app.sessionMenu")}
      align="end"
      items={mayChange ? [fork, ...actions] : actions}
      button={<IconButton icon={Ellipsis} label={t("app.sessionMenu")} />}
    />
  )
}
