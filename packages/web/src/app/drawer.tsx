// A panel that slides over the page from its start. Escape and a tap beside it close it.
import { type ReactNode, useEffect, useRef } from "react"
import { t } from "../i18n/words.ts"

export function Drawer({ onClose, children }: { readonly onClose: () => void; readonly children: ReactNode }) {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    ref.current?.showModal()
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the dialog closes by Escape itself; the click is on its backdrop.
    <dialog
      ref={ref}
      aria-label={t("app.sessions")}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === ref.current) onClose()
      }}
      className="m-0 h-dvh max-h-none w-[min(20rem,86vw)] max-w-none border-e border-line bg-surface p-0 text-ink backdrop:bg-black/45"
    >
      {children}
    </dialog>
  )
}
