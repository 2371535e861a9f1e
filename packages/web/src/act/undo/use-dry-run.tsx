// A dry run of an undo or rewind, the choice to force it, and the real one.
import type { UndoReport } from "@pawl/client"
import { useState } from "react"
import { useLoaded } from "../../data/use-loaded.ts"
import { t } from "../../i18n/words.ts"
import { tell, tellError } from "../../ui/toasts.tsx"
import { isPutBack } from "./undo-plan.ts"

export interface How {
  readonly dryRun?: true
  readonly force?: true
}

export interface DryRun {
  readonly report: UndoReport | undefined
  readonly error: unknown
  readonly isLoading: boolean
  readonly reload: () => void
  readonly isForced: boolean
  readonly setForced: (isForced: boolean) => void
  readonly isBusy: boolean
  readonly carryOut: () => void
}

/** `key` says what is asked for; another one is another dry run. */
export function useDryRun(run: (how: How) => Promise<UndoReport>, key: string, onDone: () => void): DryRun {
  const [isForced, setForced] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const force = isForced ? ({ force: true } as const) : {}
  const { value, error, isLoading, reload } = useLoaded(() => run({ dryRun: true, ...force }), `${key} ${isForced}`)
  const carryOut = () => {
    setBusy(true)
    run(force).then(
      (report) => {
        tellDone(report)
        onDone()
      },
      (failure: unknown) => {
        setBusy(false)
        tellError(failure)
        reload()
      },
    )
  }
  return {
    report: error === undefined ? value : undefined,
    error,
    isLoading,
    reload,
    isForced,
    setForced,
    isBusy,
    carryOut,
  }
}

function tellDone({ files, rewoundTo }: UndoReport): void {
  const done = files.filter(isPutBack).length
  const rest = files.filter((file) => !isPutBack(file))
  if (done > 0 || rewoundTo === undefined) tell(done === 0 ? t("act.undoneNone") : t("act.undone", { n: done }))
  if (rest.length > 0) tellError(t("act.undoPart", { n: rest.length, paths: rest.map(({ path }) => path).join(", ") }))
}
