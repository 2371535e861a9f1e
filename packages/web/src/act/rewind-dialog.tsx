// Goes back to before a turn: files, conversation or both, after a dry run that shows what would happen.
import { newId, type UndoReport } from "@pawl/client"
import { History } from "lucide-react"
import { useState } from "react"
import { client } from "../data/client.ts"
import { problemWords } from "../data/problem.ts"
import { useLoaded } from "../data/use-loaded.ts"
import { t } from "../i18n/words.ts"
import { Button } from "../ui/button.tsx"
import { Dialog } from "../ui/dialog.tsx"
import { Empty, Failed } from "../ui/empty.tsx"
import { Spinner } from "../ui/spinner.tsx"
import { tell } from "../ui/toasts.tsx"
import { ForceSwitch } from "./undo/force-switch.tsx"
import { CheckpointChoice, type What, WhatChoice } from "./undo/rewind-choices.tsx"
import { UndoPreview } from "./undo/undo-preview.tsx"
import { type DryRun, type How, useDryRun } from "./undo/use-dry-run.tsx"

interface RewindDialogProps {
  readonly session: string
  /** The turn that is chosen at first; the last one unless given. */
  readonly turn?: number
  readonly onClose: () => void
  readonly onDone?: () => void
}

export function RewindDialog({ session, turn: wanted, onClose, onDone }: RewindDialogProps) {
  const loaded = useLoaded(() => client.call("look.checkpoints", { params: { session } }), session)
  const checkpoints = (loaded.value?.checkpoints ?? []).filter(({ rewound }) => !rewound)
  const [chosen, setChosen] = useState(wanted)
  const [what, setWhat] = useState<What>("both")
  const turn = checkpoints.find((each) => each.turn === chosen)?.turn ?? checkpoints.at(-1)?.turn
  const leaving = checkpoints.filter((each) => turn !== undefined && each.turn >= turn).length
  const [id] = useState(newId)
  const run = useRewind({ session, turn, what, id }, () => {
    onDone?.()
    onClose()
  })
  return (
    <Dialog
      title={t("act.rewindTitle")}
      isWide
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t("app.close")}</Button>
          <Button
            kind="primary"
            icon={History}
            disabled={run.report === undefined || run.isBusy || run.isLoading}
            onClick={run.carryOut}
          >
            {t("act.rewindDo")}
          </Button>
        </>
      }
    >
      {loaded.error !== undefined && <Failed error={loaded.error} onRetry={loaded.reload} />}
      {loaded.isLoading && loaded.value === undefined && <Spinner label={t("app.loading")} />}
      {loaded.value !== undefined && turn === undefined && <Empty title={t("act.rewindNone")} />}
      {turn !== undefined && (
        <div className="flex flex-col gap-4">
          <CheckpointChoice checkpoints={checkpoints} turn={turn} onChoose={setChosen} />
          <WhatChoice what={what} onChoose={setWhat} />
          <Outlook
            session={session}
            run={run}
            leaving={what === "files" ? 0 : leaving}
            hasFiles={what !== "conversation"}
          />
        </div>
      )}
    </Dialog>
  )
}

interface OutlookProps {
  readonly session: string
  readonly run: DryRun
  readonly leaving: number
  readonly hasFiles: boolean
}

function Outlook({ session, run, leaving, hasFiles }: OutlookProps) {
  const { report, error, isLoading } = run
  return (
    <div className="flex flex-col gap-4 border-t border-line pt-4" aria-busy={isLoading}>
      {leaving > 0 && <p className="text-sm font-medium">{t("act.rewindGone", { n: leaving })}</p>}
      {error !== undefined && (
        <p role="alert" className="text-sm break-words text-bad">
          {problemWords(error)}
        </p>
      )}
      {isLoading && report === undefined && <Spinner label={t("app.loading")} />}
      {report !== undefined && <UndoPreview session={session} report={report} isForced={run.isForced} />}
      {report !== undefined && hasFiles && <ForceSwitch run={run} />}
    </div>
  )
}

interface Wish {
  readonly session: string
  readonly turn: number | undefined
  readonly what: What
  readonly id: string
}

function useRewind({ session, turn, what, id }: Wish, onDone: () => void): DryRun {
  const rewind = async (how: How): Promise<UndoReport> => {
    // Before the turns are loaded there is nothing to ask for.
    if (turn === undefined) return { files: [], notUndone: [], changes: [], id: "" }
    const body = { turn, what, ...how, ...(how.dryRun === undefined && { id }) }
    return client.call("files.rewind", { params: { session }, body })
  }
  return useDryRun(rewind, JSON.stringify([session, turn, what]), () => {
    if (turn !== undefined && what !== "files") tell(t("act.rewound", { n: turn }))
    onDone()
  })
}
