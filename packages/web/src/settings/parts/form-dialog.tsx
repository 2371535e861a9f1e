// A dialog with a form: Enter saves, and a refusal of the server stays beside what was written.
import { type FormEvent, type ReactNode, useId, useState } from "react"
import { problemWords } from "../../data/problem.ts"
import { t } from "../../i18n/words.ts"
import { Button } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { Note } from "./section.tsx"

interface FormDialogProps {
  readonly title: string
  readonly children: ReactNode
  /** The words of the button; "Save" unless given. */
  readonly action?: string
  readonly isWide?: boolean
  readonly isReady?: boolean
  /** Closes the dialog when it resolves, unless with false: then a field says what is wrong. */
  readonly onSave: () => Promise<unknown>
  readonly onClose: () => void
}

export function FormDialog({ title, children, action, isWide, isReady = true, onSave, onClose }: FormDialogProps) {
  const form = useId()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setProblem(undefined)
    try {
      const isSaved = (await onSave()) !== false
      if (isSaved) onClose()
      else setBusy(false)
    } catch (error) {
      setProblem(problemWords(error))
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      isWide={isWide ?? false}
      actions={
        <>
          <Button onClick={onClose}>{t("app.cancel")}</Button>
          <Button kind="primary" type="submit" form={form} disabled={isBusy || !isReady}>
            {isBusy ? t("settings.working") : (action ?? t("app.save"))}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={(event) => void save(event)} className="flex flex-col gap-4">
        {children}
        {problem !== undefined && (
          <div role="alert">
            <Note tone="bad">{problem}</Note>
          </div>
        )}
      </form>
    </Dialog>
  )
}
