// A part of a tab with a heading.
import type { ReactNode } from "react"

interface SectionProps {
  readonly title: string
  /** At the end of the heading. */
  readonly end?: ReactNode
  readonly children: ReactNode
}

export function Section({ title, end, children }: SectionProps) {
  return (
    <div className="flex flex-col gap-2 border-b border-line px-3 py-3 last:border-b-0">
      <div className="flex min-h-7 items-center justify-between gap-2">
        <h2 className="shrink-0 text-sm font-semibold">{title}</h2>
        {end}
      </div>
      {children}
    </div>
  )
}

/** What is loading, what failed, and what there is. */
export function Hint({ children }: { readonly children: ReactNode }) {
  return <p className="px-3 py-6 text-center text-sm text-quiet">{children}</p>
}
