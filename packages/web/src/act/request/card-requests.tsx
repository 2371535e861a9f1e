// The open requests of a call, in its card: its own, or those of the sub-agent that works for it.
import type { ToolCard } from "@pawl/client"
import { useEffect } from "react"
import type { LiveSession } from "../../data/live-session.ts"
import { t } from "../../i18n/words.ts"
import { Spinner } from "../../ui/spinner.tsx"
import { keyOf, refreshRequests } from "./request-book.ts"
import { RequestPanel } from "./request-panel.tsx"
import { useRequests } from "./use-requests.ts"

/** A card that waits without a request could not load it: it tries again. */
const AGAIN_MS = 3000

export function CardRequests({ card, session }: { readonly card: ToolCard; readonly session: LiveSession }) {
  const stamp = `${card.call} ${card.approval?.since} ${card.question?.since}`
  const own = useRequests(session.id, stamp).filter(({ call }) => call === card.call)
  const isMissing = own.length === 0
  useEffect(() => {
    if (!isMissing) return
    const timer = setInterval(() => void refreshRequests(session.id), AGAIN_MS)
    return () => clearInterval(timer)
  }, [isMissing, session])
  if (isMissing)
    return (
      <div className="px-3 pb-2">
        <Spinner label={t("app.loading")} />
      </div>
    )
  return (
    <div className="flex flex-col">
      {own.map((request) => (
        <RequestPanel key={keyOf(request)} request={request} isInCard />
      ))}
    </div>
  )
}
