// One session in the list: its title, how it stands, and what can be done with it.
import { Ellipsis } from "lucide-react"
import { memo, useState } from "react"
import { Link, useLocation } from "wouter"
import type { SessionItem } from "../data/session-list.ts"
import { useForeignOwner } from "../data/whose.ts"
import { t } from "../i18n/words.ts"
import { IconButton } from "../ui/button.tsx"
import { cx } from "../ui/cx.ts"
import { Menu } from "../ui/menu.tsx"
import { BranchMark } from "./branch-mark.tsx"
import { PATHS } from "./paths.ts"
import { DeleteSession, RenameSession, useSessionActions } from "./session-actions.tsx"
import { StatusDot } from "./status-dot.tsx"
import { titleOf } from "./title-of.ts"

export const SessionLink = memo(function SessionLink({ session }: { readonly session: SessionItem }) {
  const [path] = useLocation()
  const [dialog, setDialog] = useState<"rename" | "delete">()
  const href = PATHS.session(session.id)
  const isHere = path === href
  const owner = useForeignOwner(session.owner)
  const actions = useSessionActions(session, setDialog)
  const close = () => setDialog(undefined)
  return (
    <li className={cx("group relative flex items-center rounded-lg hover:bg-raised", isHere && "bg-raised")}>
      <Link
        href={href}
        dir="auto"
        {...(isHere && { "aria-current": "page" as const })}
        className={cx(
          "flex min-h-9 min-w-0 grow items-center gap-2 rounded-lg ps-2 pe-8 text-sm",
          isHere && "font-medium",
        )}
      >
        <span className="grow truncate">{titleOf(session)}</span>
        {session.parentKind === "fork" && session.parent !== null && <BranchMark of={session.parent} />}
        {owner !== undefined && <span className="max-w-20 shrink-0 truncate text-xs text-quiet">{owner}</span>}
        <StatusDot session={session} />
      </Link>
      <div className="absolute end-0.5 opacity-0 group-hover:opacity-100 group-has-[button:focus-visible]:opacity-100 group-has-[button[aria-expanded=true]]:opacity-100 pointer-coarse:opacity-100">
        <Menu
          label={t("app.sessionMenu")}
          align="end"
          button={<IconButton icon={Ellipsis} size="small" label={`${t("app.sessionMenu")}: ${titleOf(session)}`} />}
          items={actions}
        />
      </div>
      {dialog === "rename" && <RenameSession session={session} onClose={close} />}
      {dialog === "delete" && <DeleteSession session={session} onClose={close} />}
    </li>
  )
})
