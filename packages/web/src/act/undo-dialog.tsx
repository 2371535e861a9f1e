// Undoes the file changes of a call, of a turn, or the last one: after a dry run that shows what would happen.

import { newId } from "@pawl/client"
import { Undo2 } from "lucide-react"
import { useState } from "react"
import { client } from "../data/client.ts"
import { t } from "../i18n/words.ts"
import { Button } from "../ui/button.tsx"
import { Dialog } from "../ui/dialog.tsx"
import { Failed } from "../ui/empty.tsx"
import { Spinner } from "../ui/spinner.tsx"
import { ForceSwitch } from "./undo/force-switch.tsx"
import { isPutBack } from "./undo/undo-plan.ts"
import { UndoPreview } from "./undo/undo-preview.tsx"
import { useDryRun } from "./undo/use-dry-run.tsx"

/** A call (or `restore:` and the id of an earlier undo), a turn, or nothing for the last change. */
export interface UndoWhat {
  readonly call?: string
  readonly turn?: number
}

interface UndoDialogProps {
  readonly session: string
  readonly what: UndoWhat
  readonly onClose: () => void
  /** Called after files were put back. */
  readonly onDone?: () => void
}

export function UndoDialog({ session, what, onClose, onDone }: UndoDialogProps) {
  const [id] = useState(newId)
  const run = useDryRun(
    (how) =>
      client.call("files.undo", {
        params: { session },
        body: { ...what, ...how, ...(how.dryRun === undefined && { id }) },
      }),
    JSON.stringify([session, what]),
    () => {
      onDone?.()
      onClose()
    },
  )
  const { report, error, isLoading, isBusy } = run
  const hasWork = report?.files.some(isPutBack) === true
  return (
    <Dialog
      title={titleOf(what)}
      isWide
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t("app.close")}</Button>
          <Button kind="primary" icon={Undo2} disabled={!hasWork || isBusy || isLoading} onClick={run.carryOut}>
            {t("act.undo")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4" aria-busy={isLoading}>
        {error !== undefined && <Failed error={error} onRetry={run.reload} />}
        {isLoading && report === undefined && <Spinner label={t("app.loading")} />}
        {report !== undefined && <UndoPreview session={session} report={report} isForced={run.isForced} />}
        {report !== undefined && <ForceSwitch run={run} />}
      </div>
    </Dialog>
  )
}

function titleOf({ call, turn }: UndoWhat): string {
  if (turn !== undefined) return t("act.undoTurn", { n: turn })
  return t(call === undefined ? "act.undoLast" : "act.undoCall")
}
