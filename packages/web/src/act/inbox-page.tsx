// All calls of all sessions that wait for the person, newest first; live.
import { ArrowUpRight } from "lucide-react"
import { Link } from "wouter"
import { PageHeader } from "../app/layout.tsx"
import { PATHS } from "../app/paths.ts"
import { WhoseChoice } from "../app/whose-choice.tsx"
import { useForeignOwner } from "../data/whose.ts"
import { duration } from "../i18n/durations.ts"
import { useLanguage } from "../i18n/use-language.ts"
import { t } from "../i18n/words.ts"
import { Empty, Failed } from "../ui/empty.tsx"
import { Spinner } from "../ui/spinner.tsx"
import { visible } from "./call/visible.ts"
import { useNow } from "./request/countdown.tsx"
import { type Asked, keyOf, refreshInbox } from "./request/request-book.ts"
import { RequestPanel } from "./request/request-panel.tsx"
import { useInbox } from "./request/use-requests.ts"

export default function InboxPage() {
  useLanguage()
  const { isLoaded, requests, error } = useInbox()
  return (
    <>
      <PageHeader title={t("act.inbox")}>
        <WhoseChoice />
      </PageHeader>
      <div className="min-h-0 grow overflow-y-auto">
        <div className="mx-auto flex w-full max-w-4xl flex-col gap-4 p-4">
          <p role="status" className="text-sm text-quiet">
            {requests.length > 0 ? t("act.inboxCount", { n: requests.length }) : t("act.inboxHint")}
          </p>
          {error !== undefined && <Failed error={error} onRetry={() => void refreshInbox()} />}
          {!isLoaded && <Spinner label={t("app.loading")} />}
          {isLoaded && error === undefined && requests.length === 0 && (
            <Empty title={t("act.inboxEmpty")}>{t("act.inboxEmptyHint")}</Empty>
          )}
          <ul className="flex flex-col gap-4">
            {requests.map((request) => (
              <Entry key={keyOf(request)} request={request} />
            ))}
          </ul>
        </div>
      </div>
    </>
  )
}

function Entry({ request }: { readonly request: Asked }) {
  const { session, title, since } = request
  const owner = useForeignOwner(request.owner)
  return (
    <li className="flex min-w-0 flex-col gap-1.5">
      <div className="flex items-baseline justify-between gap-3">
        <Link
          href={PATHS.session(session)}
          className="inline-flex min-h-6 min-w-0 items-center gap-1 text-sm font-medium hover:underline"
        >
          <span dir="auto" className="truncate">
            {visible(title ?? t("act.untitled"))}
          </span>
          {owner !== undefined && <span className="shrink-0 font-normal text-quiet">{owner}</span>}
          <ArrowUpRight aria-hidden className="size-4 shrink-0 text-quiet" />
          <span className="sr-only">{t("act.openSession")}</span>
        </Link>
        <Age since={since} />
      </div>
      <RequestPanel request={request} />
    </li>
  )
}

function Age({ since }: { readonly since: number }) {
  const ms = Math.max(0, useNow() - since)
  return (
    <span className="shrink-0 text-xs text-quiet tabular-nums">
      {t("act.asked", { time: duration(Math.floor(ms / 1000) * 1000) })}
    </span>
  )
}
