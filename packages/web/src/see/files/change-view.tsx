// What one call changed: its files, each opens to its diff.
import type { Change } from "@pawl/client"
import { dayAndClock } from "../../i18n/times.ts"
import { t } from "../../i18n/words.ts"
import { Badge, type Tone } from "../../ui/badge.tsx"
import { Fold } from "../fold.tsx"
import { canUndo, type FileOutcome, filesOf } from "./file-changes.ts"
import { FileContents } from "./file-contents.tsx"
import { UndoButton } from "./undo-button.tsx"

const TONES: Readonly<Record<FileOutcome, Tone>> = { created: "ok", changed: "info", removed: "bad", unknown: "warn" }

interface ChangeViewProps {
  readonly change: Change
  /** All changes of the session. */
  readonly changes: readonly Change[]
  readonly session: string
  readonly onDone: () => void
}

export function ChangeView({ change, changes, session, onDone }: ChangeViewProps) {
  const { id, kind, tool, at, skipped } = change
  const files = filesOf(change)
  const label = `${tool} ${files[0]?.path ?? ""}`
  return (
    <div className="rounded-xl border border-line p-1.5">
      <div className="flex min-h-8 items-center gap-2 ps-1.5">
        <p className="min-w-0 grow truncate text-sm">
          <span className="font-medium">{kind === "restore" ? t("see.restored") : tool}</span>{" "}
          <span className="text-xs text-quiet">{dayAndClock(at)}</span>
        </p>
        {canUndo(change) && <UndoButton session={session} what={{ call: id }} label={label} onDone={onDone} />}
      </div>
      <ul>
        {files.map(({ path, outcome, isUndone }) => (
          <li key={path}>
            <Fold
              title={<code className="text-xs">{path}</code>}
              end={
                <Badge tone={isUndone ? "quiet" : TONES[outcome]}>
                  {t(isUndone ? "see.undone" : `see.file_${outcome}`)}
                </Badge>
              }
            >
              {() => <FileContents session={session} change={change} changes={changes} path={path} />}
            </Fold>
          </li>
        ))}
      </ul>
      {Object.entries(skipped).map(([path, why]) => (
        <p key={path} className="px-1.5 text-xs break-words text-warn">
          {t("see.notKept", { path, why })}
        </p>
      ))}
    </div>
  )
}
