// What a page shows when it has nothing, or could not load it.
import type { ReactNode } from "react"
import { isUnreachable, problemWords } from "../data/problem.ts"
import { useBack } from "../data/use-back.ts"
import { t } from "../i18n/words.ts"
import { Button } from "./button.tsx"

interface EmptyProps {
  /** Absent where the head of the page says it. */
  readonly title?: string
  readonly children?: ReactNode
}

export function Empty({ title, children }: EmptyProps) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center gap-2 px-4 py-16 text-center">
      {title !== undefined && <h2 className="text-lg font-semibold">{title}</h2>}
      <div className="text-sm text-quiet">{children}</div>
    </div>
  )
}

interface FailedProps {
  readonly error: unknown
  readonly onRetry?: () => void
  /** The head of the page says that it failed. */
  readonly isHeaded?: boolean
}

export function Failed({ error, onRetry, isHeaded = false }: FailedProps) {
  useBack(() => isUnreachable(error) && onRetry?.())
  return (
    <Empty {...(!isHeaded && { title: t("app.failed") })}>
      <p role="alert">{problemWords(error)}</p>
      {onRetry !== undefined && (
        <Button className="mt-3" onClick={onRetry}>
          {t("app.tryAgain")}
        </Button>
      )}
    </Empty>
  )
}
