// A dialog above the page: the browser keeps the focus in it, and Escape closes it.
import { X } from "lucide-react"
import { type ReactNode, useId } from "react"
import { t } from "../i18n/words.ts"
import { IconButton } from "./button.tsx"
import { cx } from "./cx.ts"
import { useModal } from "./use-modal.ts"

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
  /** Buttons at the end. */
  readonly actions?: ReactNode
  readonly isWide?: boolean
}

/** Shown as long as it is part of the page. */
export function Dialog({ title, onClose, children, actions, isWide = false }: DialogProps) {
  const ref = useModal()
  const heading = useId()
  return (
    <dialog
      ref={ref}
      aria-labelledby={heading}
      onClose={onClose}
      onCancel={onClose}
      className={cx(
        "m-auto w-[calc(100vw-1.5rem)] max-h-[calc(100dvh-2rem)] flex-col rounded-2xl border border-line bg-surface p-0 text-ink shadow-2xl backdrop:bg-black/45 open:flex",
        isWide ? "max-w-5xl" : "max-w-lg",
      )}
    >
      <header className="flex items-center justify-between gap-3 border-b border-line py-2 ps-4 pe-2">
        <h2 id={heading} className="truncate text-base font-semibold">
          {title}
        </h2>
        <IconButton icon={X} label={t("app.close")} onClick={onClose} />
      </header>
      <div className="min-h-0 overflow-y-auto p-4">{children}</div>
      {actions !== undefined && (
        <footer className="flex flex-wrap justify-end gap-2 border-t border-line p-3">{actions}</footer>
      )}
    </dialog>
  )
}
