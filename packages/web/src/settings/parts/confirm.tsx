// Asks before something that cannot be taken back, and says what it does.
import { type ReactNode, useState } from "react"
import { t } from "../../i18n/words.ts"
import { Button } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { tellError } from "../../ui/toasts.tsx"

interface ConfirmProps {
  readonly title: string
  /** What it does, in words. */
  readonly children: ReactNode
  /** The words of the button that does it. */
  readonly action: string
  readonly onConfirm: () => Promise<unknown>
  readonly onClose: () => void
}

export function Confirm({ title, children, action, onConfirm, onClose }: ConfirmProps) {
  const [isBusy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    try {
      await onConfirm()
    } catch (error) {
      tellError(error)
    }
    onClose()
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t("app.cancel")}</Button>
          <Button kind="danger" disabled={isBusy} onClick={() => void confirm()}>
            {action}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-2 text-sm break-words">{children}</div>
    </Dialog>
  )
}

type Question = Omit<ConfirmProps, "onClose">

/** `ask` shows the question; `question` is put somewhere into the page. */
export function useConfirm(): { readonly ask: (question: Question) => void; readonly question: ReactNode } {
  const [asked, setAsked] = useState<Question>()
  return {
    ask: setAsked,
    question: asked === undefined ? null : <Confirm {...asked} onClose={() => setAsked(undefined)} />,
  }
}
