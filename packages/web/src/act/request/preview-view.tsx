// What a call would do, as its tool shows it: a diff, a command, words; or its arguments.
import type { Json } from "@pawl/client"
import { useMemo } from "react"
import { t } from "../../i18n/words.ts"
import { cx } from "../../ui/cx.ts"
import { ArgumentsView } from "../call/arguments-view.tsx"
import { Folded } from "../call/folded.tsx"
import { visible } from "../call/visible.ts"
import { previewDiff, withoutBlankRows } from "../diff/diff-lines.ts"
import { DiffCount, DiffView } from "../diff/diff-view.tsx"
import { titleWords } from "../diff/title-words.ts"
import { withoutNote } from "./undo-note.ts"

interface PreviewProps {
  readonly name: string
  readonly given: Readonly<Record<string, Json>>
  readonly preview: string
}

export function PreviewView({ name, given, preview }: PreviewProps) {
  const { text, note } = useMemo(() => withoutNote(name, preview), [name, preview])
  const diff = useMemo(() => previewDiff(text), [text])
  const shown = useMemo(() => withoutBlankRows(diff?.hunks ?? []), [diff])
  const isPlain = text === "" || text === `${name}(${JSON.stringify(given)})`
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      {diff !== undefined ? (
        <>
          <div className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span dir="auto" className="min-w-0 text-sm font-medium break-words">
              {titleWords(diff.title)}
            </span>
            <DiffCount hunks={diff.hunks} />
          </div>
          <DiffView hunks={shown} path={diff.title} />
          {diff.notes.map((each) => (
            <Note key={each} isGrave>
              {visible(each)}
            </Note>
          ))}
        </>
      ) : isPlain ? (
        <ArgumentsView given={given} />
      ) : (
        <Folded text={text} dir="ltr" />
      )}
      {note !== undefined && <Note>{note === "can be undone" ? t("act.canBeUndone") : visible(note)}</Note>}
    </div>
  )
}

/** Grave: what was left out of a diff, say. */
function Note({ isGrave = false, children }: { readonly isGrave?: boolean; readonly children: string }) {
  return (
    <p dir="auto" className={cx("text-xs break-words", isGrave ? "text-warn" : "text-quiet")}>
      {children}
    </p>
  )
}
