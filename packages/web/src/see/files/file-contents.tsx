// What a call changed in a file, as a diff; or what the file was before, where no more is known.
import type { Change } from "@pawl/client"
import { loadFileTexts } from "../../act/call/load-file-texts.ts"
import { compare } from "../../act/diff/compare.ts"
import { DiffView } from "../../act/diff/diff-view.tsx"
import { isObject } from "../../act/form/schema-fields.ts"
import { client } from "../../data/client.ts"
import { useLoaded } from "../../data/use-loaded.ts"
import { t } from "../../i18n/words.ts"
import { Spinner } from "../../ui/spinner.tsx"
import { CodeBox } from "../code-box.tsx"

interface FileContentsProps {
  readonly session: string
  readonly change: Change
  /** All changes of the session. */
  readonly changes: readonly Change[]
  readonly path: string
}

export function FileContents({ session, change, changes, path }: FileContentsProps) {
  const { value, error } = useLoaded(async () => {
    const given = await argumentsOf(session, change.id)
    return loadFileTexts(change, { session, changes, path }, given)
  }, `${session} ${change.id} ${path}`)
  if (error !== undefined) return <p className="text-sm text-bad">{error instanceof Error ? error.message : ""}</p>
  if (value === undefined) return <Spinner label={t("app.loading")} />
  const { before, after } = value
  if (before !== undefined && after !== undefined)
    return <DiffView hunks={compare(before ?? "", after ?? "")} path={path} />
  return (
    <div className="flex flex-col gap-1">
      <p className="text-xs text-quiet">{t("see.notKnown")}</p>
      {typeof before === "string" && <CodeBox label={`${path}: ${t("see.before")}`} value={before} />}
    </div>
  )
}

/** What a call wrote stands in its arguments. */
async function argumentsOf(session: string, call: string) {
  const { calls } = await client.call("look.audit", { params: { session } })
  const given = calls.find((each) => each.call === call)?.arguments
  return isObject(given) ? given : undefined
}
