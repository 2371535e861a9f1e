// How a session stands, as a sign of its own shape: not by colour alone, and seen in forced colours too.
import { Circle, Hand, type LucideIcon, X } from "lucide-react"
import type { SessionItem } from "../data/session-list.ts"
import type { Key } from "../i18n/words.ts"
import { t } from "../i18n/words.ts"
import { cx } from "../ui/cx.ts"

interface Look {
  readonly key: Key
  readonly icon: LucideIcon
  readonly look: string
}

const WAITS: Look = { key: "app.status_asks", icon: Hand, look: "size-4 text-warn" }
const RUNS: Look = { key: "app.status_runs", icon: Circle, look: "size-2.5 animate-pulse fill-current text-accent" }

const LOOKS: Readonly<Record<SessionItem["status"], Look | undefined>> = {
  idle: undefined,
  processing: RUNS,
  tool_loop: RUNS,
  waiting: WAITS,
  failed: { key: "app.status_failed", icon: X, look: "size-4 text-bad" },
}

export function StatusDot({ session }: { readonly session: Pick<SessionItem, "status" | "openRequests"> }) {
  const shown = session.openRequests.length > 0 ? WAITS : LOOKS[session.status]
  if (shown === undefined) return null
  const { key, icon: Icon, look } = shown
  return (
    <span title={t(key)} className="grid w-4 shrink-0 place-items-center">
      <Icon aria-hidden className={cx("shrink-0", look)} />
      <span className="sr-only">{t(key)}</span>
    </span>
  )
}
