// In an opened card: the change of a file, whether it was undone, and the way to undo it.
import type { ToolCard } from "@pawl/client"
import { Undo2 } from "lucide-react"
import { lazy, Suspense, useState } from "react"
import { t } from "../../i18n/words.ts"
import { Badge } from "../../ui/badge.tsx"
import { Button } from "../../ui/button.tsx"
import { Spinner } from "../../ui/spinner.tsx"
import { useMayDecide } from "../request/use-may-decide.ts"
import { FileChangeView } from "./file-change.tsx"
import { isUndone, useCallChange } from "./use-call-change.ts"

const UndoDialog = lazy(async () => ({ default: (await import("../undo-dialog.tsx")).UndoDialog }))

export function ChangePart({ card, session }: { readonly card: ToolCard; readonly session: string }) {
  const { value, isLoading, reload } = useCallChange(card, session)
  const [isOpen, setOpen] = useState(false)
  const mayDecide = useMayDecide()
  if (isLoading && value === undefined) return <Spinner label={t("app.loading")} />
  const recorded = value ?? { change: undefined, changes: [] }
  const wasUndone = recorded.change !== undefined && isUndone(recorded.change)
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <div className="flex min-h-7 items-center justify-between gap-2">
        <p className="text-xs font-semibold text-quiet">{t("act.change")}</p>
        {wasUndone && <Badge>{t("act.wasUndone")}</Badge>}
        {recorded.change !== undefined && !wasUndone && mayDecide && (
          <Button size="small" icon={Undo2} onClick={() => setOpen(true)}>
            {t("act.undoOne")}
          </Button>
        )}
      </div>
      <FileChangeView card={card} session={session} recorded={recorded} />
      {isOpen && (
        <Suspense>
          <UndoDialog session={session} what={{ call: card.call }} onClose={() => setOpen(false)} onDone={reload} />
        </Suspense>
      )}
    </div>
  )
}
