// The list of settings pages, in two groups.
import { Link } from "wouter"
import { PATHS } from "../app/paths.ts"
import { t } from "../i18n/words.ts"
import { cx } from "../ui/cx.ts"
import type { pagesFor, SettingsPageId } from "./pages.ts"

interface SettingsNavProps {
  readonly pages: ReturnType<typeof pagesFor>
  readonly current: SettingsPageId | undefined
}

const GROUPS = ["you", "admin"] as const

export function SettingsNav({ pages, current }: SettingsNavProps) {
  return (
    <nav aria-label={t("app.settings")} className="flex flex-col gap-4 p-3">
      {GROUPS.map((group) => {
        const those = pages.filter((page) => page.group === group)
        if (those.length === 0) return null
        return (
          <section key={group} aria-label={t(`settings.group_${group}`)}>
            <h2 className="px-2 pb-1 text-xs font-semibold text-quiet">{t(`settings.group_${group}`)}</h2>
            <ul className="flex flex-col gap-0.5">
              {those.map(({ id, icon: Icon }) => (
                <li key={id}>
                  <Link
                    href={PATHS.settings(id)}
                    {...(id === current && { "aria-current": "page" as const })}
                    className={cx(
                      "flex min-h-9 items-center gap-2.5 rounded-lg px-2 text-sm hover:bg-raised max-md:min-h-11",
                      id === current && "md:bg-raised md:font-medium",
                    )}
                  >
                    <Icon aria-hidden className="size-4 shrink-0 text-quiet" />
                    {t(`manners.page_${id}`)}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </nav>
  )
}
