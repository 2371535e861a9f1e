// Settings of the person, and of the server for admins. On a small screen the list of pages is a page of its own.
import { ChevronLeft } from "lucide-react"
import type { ComponentType } from "react"
import { Link } from "wouter"
import { PageHeader } from "../app/layout.tsx"
import { PATHS } from "../app/paths.ts"
import { standing } from "../data/me.ts"
import { useObservable } from "../data/use-observable.ts"
import { t } from "../i18n/words.ts"
import { cx } from "../ui/cx.ts"
import { Empty } from "../ui/empty.tsx"
import { AuditPage } from "./audit/audit-page.tsx"
import { GroupsPage } from "./groups/groups-page.tsx"
import { HealthPage } from "./health/health-page.tsx"
import { McpPage } from "./mcp/mcp-page.tsx"
import { pagesFor, type SettingsPageId } from "./pages.ts"
import { PluginsPage } from "./plugins/plugins-page.tsx"
import { ProfilesPage } from "./profiles/profiles-page.tsx"
import { ServerPage } from "./server/server-page.tsx"
import { SettingsNav } from "./settings-nav.tsx"
import { UsagePage } from "./usage/usage-page.tsx"
import { UsersPage } from "./users/users-page.tsx"
import { GrantsPage } from "./you/grants-page.tsx"
import { TokensPage } from "./you/tokens-page.tsx"
import { YouPage } from "./you/you-page.tsx"

const PAGES: Readonly<Record<SettingsPageId, ComponentType>> = {
  you: YouPage,
  tokens: TokensPage,
  grants: GrantsPage,
  usage: UsagePage,
  profiles: ProfilesPage,
  mcp: McpPage,
  plugins: PluginsPage,
  server: ServerPage,
  users: UsersPage,
  groups: GroupsPage,
  audit: AuditPage,
  health: HealthPage,
}

export default function SettingsPage({ page }: { readonly page: string | undefined }) {
  const now = useObservable(standing)
  const pages = pagesFor(now.kind === "in" ? now.me.role : "viewer")
  const shown = pages.find(({ id }) => id === (page ?? "you"))
  const Page = shown === undefined ? undefined : PAGES[shown.id]
  return (
    <>
      <PageHeader title={t("app.settings")} />
      <div className="flex min-h-0 grow">
        <div
          className={cx(
            "relative shrink-0 overflow-y-auto border-line max-md:w-full md:w-52 md:border-e lg:w-60",
            page !== undefined && "max-md:hidden",
          )}
        >
          <SettingsNav pages={pages} current={shown?.id} />
        </div>
        <div className={cx("relative min-w-0 grow overflow-y-auto", page === undefined && "max-md:hidden")}>
          <div className="mx-auto flex max-w-4xl flex-col gap-6 p-4 md:p-6">
            <Link
              href={PATHS.settings()}
              className="-mb-2 inline-flex min-h-8 items-center gap-1 self-start text-sm text-accent md:hidden"
            >
              <ChevronLeft aria-hidden className="size-4 rtl:rotate-180" />
              {t("settings.all")}
            </Link>
            {Page === undefined ? <Empty title={t("app.notFound")}>{t("settings.notYours")}</Empty> : <Page />}
          </div>
        </div>
      </div>
    </>
  )
}
