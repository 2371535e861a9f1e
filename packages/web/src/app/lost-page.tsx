// A page that could not be shown: why, and the ways on. On a phone its head leads to the sessions.
import { PawlClientError } from "@pawl/client"
import { SquarePen } from "lucide-react"
import type { ReactNode } from "react"
import { Link } from "wouter"
import { t } from "../i18n/words.ts"
import { Empty, Failed } from "../ui/empty.tsx"
import { PageHeader } from "./layout.tsx"
import { PATHS } from "./paths.ts"

/** Nothing has this address. */
export function MissingPage({ children }: { readonly children?: ReactNode }) {
  return (
    <>
      <PageHeader title={t("app.notFound")} />
      <Empty>
        <p>{t("app.notFoundHint")}</p>
        {children}
        <Link
          href={PATHS.home}
          className="mt-4 inline-flex min-h-9 items-center gap-2 rounded-lg bg-accent px-3 font-medium text-on-accent hover:brightness-110"
        >
          <SquarePen aria-hidden className="size-4" />
          {t("app.newSession")}
        </Link>
      </Empty>
    </>
  )
}

interface FailedPageProps {
  readonly error: unknown
  readonly onRetry: () => void
  /** What was on it and is not lost with it. */
  readonly children?: ReactNode
}

export function FailedPage({ error, onRetry, children }: FailedPageProps) {
  if (error instanceof PawlClientError && error.status === 404) return <MissingPage>{children}</MissingPage>
  return (
    <>
      <PageHeader title={t("app.failed")} />
      <Failed error={error} onRetry={onRetry} isHeaded />
    </>
  )
}
