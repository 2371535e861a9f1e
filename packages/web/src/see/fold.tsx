// A line that opens to what is behind it. What is closed is not drawn.
import { ChevronRight } from "lucide-react"
import { type ReactNode, useId, useState } from "react"
import { cx } from "../ui/cx.ts"

interface FoldProps {
  readonly title: ReactNode
  /** At the end of the line: a number, a mark. */
  readonly end?: ReactNode
  readonly children: () => ReactNode
  readonly isOpenAtFirst?: boolean
}

export function Fold({ title, end, children, isOpenAtFirst = false }: FoldProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const id = useId()
  return (
    <div>
      <button
        type="button"
        aria-expanded={isOpen}
        {...(isOpen && { "aria-controls": id })}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-8 w-full cursor-pointer items-center gap-1.5 rounded-lg px-1.5 py-1 text-start text-sm hover:bg-raised"
      >
        <ChevronRight
          aria-hidden
          className={cx("size-4 shrink-0 text-quiet transition-transform rtl:-scale-x-100", isOpen && "rotate-90")}
        />
        <span className="min-w-0 grow truncate">{title}</span>
        {end !== undefined && <span className="shrink-0 text-xs text-quiet tabular-nums">{end}</span>}
      </button>
      {isOpen && (
        <div id={id} className="py-1 ps-6 pe-1">
          {children()}
        </div>
      )}
    </div>
  )
}
