// What an undo or a rewind would do to each file, and what it leaves: shown before anything happens.
import type { UndoReport } from "@pawl/client"
import { FileMinus2, FileWarning, FileX2, type LucideIcon, Undo2 } from "lucide-react"
import { type Key, t } from "../../i18n/words.ts"
import { cx } from "../../ui/cx.ts"
import { stateWords } from "../call/card-state.ts"
import { sayCall } from "../call/say-call.ts"
import { visible } from "../call/visible.ts"
import { FileBack } from "./file-back.tsx"
import { type FileReport, groupsOf, isPutBack, type Outcome } from "./undo-plan.ts"

const GROUPS: Readonly<Record<Outcome, readonly [words: Key, icon: LucideIcon, tint: string]>> = {
  restored: ["act.willRestore", Undo2, "text-ok"],
  removed: ["act.willRemove", FileMinus2, "text-warn"],
  skipped: ["act.willSkip", FileWarning, "text-quiet"],
  failed: ["act.willFail", FileX2, "text-bad"],
}

interface UndoPreviewProps {
  readonly session: string
  readonly report: UndoReport
  /** Also files that something else changed since are put back. */
  readonly isForced: boolean
}

export function UndoPreview({ session, report, isForced }: UndoPreviewProps) {
  const { files, changes } = report
  return (
    <div className="flex flex-col gap-4">
      {files.length === 0 && <p className="text-sm text-quiet">{t("act.noFiles")}</p>}
      {groupsOf(files).map((group) => {
        const [words, Icon, tint] = GROUPS[group.outcome]
        return (
          <section key={group.outcome} className="flex flex-col gap-1.5">
            <h3 className="flex items-center gap-1.5 text-sm font-semibold">
              <Icon aria-hidden className={cx("size-4", tint)} />
              {t(words)}
            </h3>
            <ul className="flex flex-col gap-1.5">
              {group.files.map((file) => (
                <FileLine key={file.path} session={session} file={file} changes={changes} />
              ))}
            </ul>
          </section>
        )
      })}
      {isForced && <p className="text-xs text-quiet">{t("act.comparedWithLeft")}</p>}
      <Stays report={report} />
    </div>
  )
}

interface FileLineProps {
  readonly session: string
  readonly file: FileReport
  readonly changes: readonly string[]
}

function FileLine({ session, file, changes }: FileLineProps) {
  const { path, why, isLost } = file
  return (
    <li className="min-w-0 rounded-lg border border-line p-2">
      {isPutBack(file) ? (
        <FileBack session={session} path={path} changes={changes} />
      ) : (
        <span dir="auto" className="font-mono text-xs break-all">
          {visible(path)}
        </span>
      )}
      {why !== undefined && <p className="mt-0.5 text-xs break-words text-quiet">{visible(why)}</p>}
      {isLost === true && <p className="mt-0.5 text-xs text-bad">{t("act.lostForGood")}</p>}
    </li>
  )
}

/** Calls whose effects no undo takes back. */
function Stays({ report: { notUndone } }: { readonly report: UndoReport }) {
  if (notUndone.length === 0) return null
  return (
    <section className="flex flex-col gap-1.5 rounded-lg bg-warn-soft p-3">
      <h3 className="text-sm font-semibold">{t("act.notUndone")}</h3>
      <p className="text-xs text-quiet">{t("act.notUndoneHint")}</p>
      <ul className="flex flex-col gap-1">
        {notUndone.map(({ call, name, arguments: given, outcome }) => {
          const { what, telling } = sayCall(name, given)
          return (
            <li key={call} className="text-sm break-words">
              {what} <span className="font-mono text-xs">{telling}</span>{" "}
              <span className="text-xs text-quiet">
                ({outcome === "open" ? t("act.effectOpen") : stateWords(outcome)})
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
