// A short mark with a colour that says how things stand. The words carry the meaning too.
import type { ReactNode } from "react"
import { cx } from "./cx.ts"

const TONES = {
  quiet: "bg-raised text-quiet",
  accent: "bg-accent-soft text-accent",
  ok: "bg-ok-soft text-ok",
  warn: "bg-warn-soft text-warn",
  bad: "bg-bad-soft text-bad",
  info: "bg-info-soft text-info",
} as const

export type Tone = keyof typeof TONES

export function Badge({
  tone = "quiet",
  children,
  className,
}: {
  readonly tone?: Tone
  readonly children: ReactNode
  readonly className?: string
}) {
  return (
    <span
      className={cx(
        "inline-flex items-center gap-1 min-w-0 rounded-xl px-2 py-0.5 text-xs font-medium sm:whitespace-nowrap",
        TONES[tone],
        className,
      )}
    >
      {children}
    </span>
  )
}
