// One file that would be put back; it opens to the diff from what it holds now to what comes back.
import { useState } from "react"
import { client } from "../../data/client.ts"
import { useLoaded } from "../../data/use-loaded.ts"
import { t } from "../../i18n/words.ts"
import { Spinner } from "../../ui/spinner.tsx"
import { loadFileTexts, textBefore } from "../call/load-file-texts.ts"
import { visible } from "../call/visible.ts"
import { compare } from "../diff/compare.ts"
import type { Hunk } from "../diff/diff-lines.ts"
import { DiffView } from "../diff/diff-view.tsx"
import { isObject } from "../form/schema-fields.ts"
import { spanOf } from "./undo-plan.ts"

interface FileBackProps {
  readonly session: string
  readonly path: string
  /** The changes that are taken back. */
  readonly changes: readonly string[]
}

export function FileBack({ session, path, changes }: FileBackProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="min-w-0" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="min-h-6 cursor-pointer font-mono text-xs break-all">{visible(path)}</summary>
      {isOpen && (
        <div className="pt-2">
          <Diff session={session} path={path} changes={changes} />
        </div>
      )}
    </details>
  )
}

function Diff({ session, path, changes }: FileBackProps) {
  const { value, isLoading } = useLoaded(() => hunksFor(session, path, changes), `${session} ${path} ${changes.join()}`)
  if (isLoading) return <Spinner label={t("app.loading")} />
  if (value === undefined) return <p className="text-xs text-quiet">{t("act.noText")}</p>
  return <DiffView hunks={value} path={path} />
}

/** From what the session's last change left to what the file held before the first. */
async function hunksFor(session: string, path: string, ids: readonly string[]): Promise<readonly Hunk[] | undefined> {
  const { changes } = await client.call("look.changes", { params: { session } })
  const span = spanOf(changes, ids, path)
  if (span === undefined) return undefined
  const given = await argumentsOf(session, span.last.id)
  const where = { session, changes, path }
  const [before, { after }] = await Promise.all([textBefore(span.first, where), loadFileTexts(span.last, where, given)])
  return before === undefined || after === undefined ? undefined : compare(after ?? "", before ?? "")
}

/** What a call wrote stands in its arguments. */
async function argumentsOf(session: string, call: string) {
  const { calls } = await client.call("look.audit", { params: { session } })
  const given = calls.find((each) => each.call === call)?.arguments
  return isObject(given) ? given : undefined
}
