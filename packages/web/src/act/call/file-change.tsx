// The change that a call made, or would make, to a file: as a diff.
import type { ToolCard } from "@pawl/client"
import { useMemo } from "react"
import { useLoaded } from "../../data/use-loaded.ts"
import { t } from "../../i18n/words.ts"
import { Spinner } from "../../ui/spinner.tsx"
import { compare } from "../diff/compare.ts"
import { type Hunk, previewDiff } from "../diff/diff-lines.ts"
import { DiffView } from "../diff/diff-view.tsx"
import { textsFromArguments } from "./file-texts.ts"
import { loadFileTexts } from "./load-file-texts.ts"
import type { CallChange } from "./use-call-change.ts"

interface FileHunks {
  readonly path: string
  readonly hunks: readonly Hunk[]
}

interface FileChangeProps {
  readonly card: ToolCard
  readonly session: string
  readonly recorded: CallChange
}

export function FileChangeView({ card, session, recorded }: FileChangeProps) {
  const key = `${card.call} ${recorded.change?.id ?? ""}`
  const { value, isLoading } = useLoaded(() => hunksOf(session, card, recorded), key)
  const told = useMemo(() => toldBy(card), [card])
  if (isLoading && value === undefined) return <Spinner label={t("app.loading")} />
  const shown = value !== undefined && value.length > 0 ? value : told
  if (shown.length === 0) return <p className="text-sm text-quiet">{t("act.noText")}</p>
  return shown.map(({ path, hunks }) => <DiffView key={path} hunks={hunks} path={path} />)
}

/** As the session recorded it: exact, also for a file that was written as a whole. */
async function hunksOf(
  session: string,
  { arguments: given }: ToolCard,
  { change, changes }: CallChange,
): Promise<readonly FileHunks[]> {
  if (change === undefined) return []
  const files = Object.keys(change.files).map(async (path) => {
    const { before, after } = await loadFileTexts(change, { session, changes, path }, given)
    return before === undefined || after === undefined ? [] : [{ path, hunks: compare(before ?? "", after ?? "") }]
  })
  return (await Promise.all(files)).flat()
}

/** As the approval showed it, or as the arguments tell. */
function toldBy({ name, arguments: given, approval }: ToolCard): readonly FileHunks[] {
  const path = typeof given.path === "string" ? given.path : ""
  const shown = approval?.from === undefined ? previewDiff(approval?.preview ?? "") : undefined
  if (shown !== undefined) return [{ path, hunks: shown.hunks }]
  const texts = textsFromArguments(name, given)
  return texts === undefined ? [] : [{ path, hunks: compare(texts.before, texts.after) }]
}
