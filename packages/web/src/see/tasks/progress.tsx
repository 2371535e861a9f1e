// How much is done, and one line of a list with its state.
import type { LucideIcon } from "lucide-react"
import { t } from "../../i18n/words.ts"
import type { Tone } from "../../ui/badge.tsx"
import { cx } from "../../ui/cx.ts"

interface ProgressProps {
  readonly done: number
  readonly all: number
  readonly label: string
}

export function Progress({ done, all, label }: ProgressProps) {
  return (
    <span className="flex items-center gap-2 text-xs text-quiet tabular-nums">
      <span
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={all}
        aria-valuenow={done}
        className="h-1.5 w-24 overflow-hidden rounded-full bg-raised"
      >
        <span className="block h-full bg-ok" style={{ width: `${all === 0 ? 0 : (done / all) * 100}%` }} />
      </span>
      {t("see.doneOf", { done, all })}
    </span>
  )
}

const TONES: Readonly<Record<Tone, string>> = {
  quiet: "text-quiet",
  accent: "text-accent",
  ok: "text-ok",
  warn: "text-warn",
  bad: "text-bad",
  info: "text-info",
}

interface StateLineProps {
  readonly icon: LucideIcon
  /** In words, for those who do not see the icon. */
  readonly state: string
  readonly tone: Tone
  readonly text: string
  readonly more?: string
  /** What has to be done before, by number. */
  readonly after?: readonly number[]
  readonly isStruck?: boolean
}

export function StateLine({ icon: Icon, state, tone, text, more, after, isStruck = false }: StateLineProps) {
  return (
    <li className="flex gap-2 text-sm">
      <span title={state} className={cx("mt-0.5 shrink-0", TONES[tone])}>
        <Icon aria-hidden className="size-4" />
        <span className="sr-only">{state}</span>
      </span>
      <div className="min-w-0">
        <p className={cx("break-words", isStruck && "text-quiet line-through", tone === "accent" && "font-medium")}>
          {text}
        </p>
        {after !== undefined && <p className="text-xs text-quiet">{t("see.waitsFor", { list: after.join(", ") })}</p>}
        {more !== undefined && <p className="line-clamp-3 text-xs break-words text-quiet">{more}</p>}
      </div>
    </li>
  )
}
