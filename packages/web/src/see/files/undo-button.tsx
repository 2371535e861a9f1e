// Takes back what a call or a turn changed in files, after a look at what that would do.
import { Undo2 } from "lucide-react"
import { lazy, Suspense, useState } from "react"
import { useMayDecide } from "../../act/request/use-may-decide.ts"
import { t } from "../../i18n/words.ts"
import { Button } from "../../ui/button.tsx"

const UndoDialog = lazy(async () => ({ default: (await import("../../act/undo-dialog.tsx")).UndoDialog }))

interface UndoButtonProps {
  readonly session: string
  readonly what: { readonly call: string } | { readonly turn: number }
  /** What is taken back, for those who do not see where the button stands. */
  readonly label: string
  readonly onDone: () => void
}

export function UndoButton({ session, what, label, onDone }: UndoButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const mayUndo = useMayDecide()
  if (!mayUndo) return null
  return (
    <>
      <Button size="small" icon={Undo2} aria-label={`${t("see.undo")}: ${label}`} onClick={() => setOpen(true)}>
        {t("see.undo")}
      </Button>
      {isOpen && (
        <Suspense>
          <UndoDialog session={session} what={what} onClose={() => setOpen(false)} onDone={onDone} />
        </Suspense>
      )}
    </>
  )
}
