// Light, dark, or as the system says.
import { Moon, Sun, SunMoon } from "lucide-react"
import { useObservable } from "../../data/use-observable.ts"
import { t } from "../../i18n/words.ts"
import { THEMES, theme } from "../../manners/theme.ts"
import { cx } from "../../ui/cx.ts"

const ICONS = { system: SunMoon, light: Sun, dark: Moon } as const

export function ThemeChoice() {
  const chosen = useObservable(theme)
  return (
    <fieldset className="min-w-0">
      <legend className="pb-1 text-sm font-medium">{t("settings.theme")}</legend>
      <div className="grid grid-cols-3 gap-1 rounded-lg border border-line bg-raised p-0.5">
        {THEMES.map((each) => {
          const Icon = ICONS[each]
          return (
            <label
              key={each}
              className={cx(
                "flex min-h-[1.875rem] cursor-pointer items-center justify-center gap-1.5 rounded-md px-1 text-sm has-focus-visible:outline-2 has-focus-visible:outline-accent",
                each === chosen ? "bg-surface font-medium shadow-sm" : "text-quiet hover:text-ink",
              )}
            >
              <input
                type="radio"
                name="theme"
                className="sr-only"
                checked={each === chosen}
                onChange={() => theme.choose(each)}
              />
              <Icon aria-hidden className="size-4 shrink-0" />
              {t(`settings.theme_${each}`)}
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
