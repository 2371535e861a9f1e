// The building blocks of a settings page: its head, its sections, and the boxes in them.
import type { ReactNode } from "react"
import { cx } from "../../ui/cx.ts"

interface HeadProps {
  readonly title: string
  readonly hint?: ReactNode
  /** Buttons beside the title. */
  readonly actions?: ReactNode
}

export function PageHead({ title, hint, actions }: HeadProps) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
      <div className="min-w-0 grow basis-64">
        <h2 className="text-xl font-semibold text-balance">{title}</h2>
        {hint !== undefined && <p className="mt-1 max-w-2xl text-sm text-quiet">{hint}</p>}
      </div>
      {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
    </div>
  )
}

export function Section({ title, hint, actions, children }: HeadProps & { readonly children: ReactNode }) {
  return (
    <section className="flex flex-col gap-2.5">
      <div className="flex flex-wrap items-end justify-between gap-2">
        <div>
          <h3 className="font-semibold">{title}</h3>
          {hint !== undefined && <p className="max-w-2xl text-sm text-quiet">{hint}</p>}
        </div>
        {actions}
      </div>
      {children}
    </section>
  )
}

export function Box({ children, className }: { readonly children: ReactNode; readonly className?: string }) {
  return <div className={cx("rounded-xl border border-line bg-surface p-4", className)}>{children}</div>
}

/** Several rows in one box, with lines between them. */
export function Rows({ children, label }: { readonly children: ReactNode; readonly label: string }) {
  return (
    <ul aria-label={label} className="divide-y divide-line rounded-xl border border-line bg-surface">
      {children}
    </ul>
  )
}

/** Words at the start, controls at the end; below each other where there is little room. */
export function Row({ children, controls }: { readonly children: ReactNode; readonly controls?: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 grow basis-56">{children}</div>
      {controls !== undefined && <div className="flex flex-wrap items-center gap-2">{controls}</div>}
    </li>
  )
}

const NOTES = {
  info: "bg-info-soft text-info",
  warn: "bg-warn-soft text-warn",
  bad: "bg-bad-soft text-bad",
  ok: "bg-ok-soft text-ok",
} as const

export function Note({
  tone = "info",
  children,
}: {
  readonly tone?: keyof typeof NOTES
  readonly children: ReactNode
}) {
  return <div className={cx("rounded-lg px-3 py-2 text-sm break-words", NOTES[tone])}>{children}</div>
}
