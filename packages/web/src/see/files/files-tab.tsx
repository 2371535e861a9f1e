// The files that the session changed, by turn, newest first, with what changed in them and the ways back.
import type { Change } from "@pawl/client"
import { client } from "../../data/client.ts"
import type { LiveSession } from "../../data/live-session.ts"
import { useLoaded } from "../../data/use-loaded.ts"
import { t } from "../../i18n/words.ts"
import { Failed } from "../../ui/empty.tsx"
import { Spinner } from "../../ui/spinner.tsx"
import { useNews } from "../news.ts"
import { Hint, Section } from "../section.tsx"
import { ChangeView } from "./change-view.tsx"
import { byTurn, canUndo } from "./file-changes.ts"
import { UndoButton } from "./undo-button.tsx"

export function FilesTab({ session }: { readonly session: LiveSession }) {
  const news = useNews(session)
  const { value, error, reload } = useLoaded(
    () => client.call("look.changes", { params: { session: session.id } }),
    `${session.id} ${news}`,
  )
  if (error !== undefined) return <Failed error={error} onRetry={reload} />
  if (value === undefined)
    return (
      <Hint>
        <Spinner label={t("app.loading")} />
      </Hint>
    )
  const { changes } = value
  if (changes.length === 0) return <Hint>{t("see.noChanges")}</Hint>
  return byTurn(changes).map(({ turn, own }) => (
    <Section key={turn} title={t("see.inTurn", { turn })} end={<UndoTurn {...{ session, turn, own, reload }} />}>
      {own.map((change) => (
        <ChangeView key={change.id} change={change} changes={changes} session={session.id} onDone={reload} />
      ))}
    </Section>
  ))
}

interface UndoTurnProps {
  readonly session: LiveSession
  readonly turn: number
  readonly own: readonly Change[]
  readonly reload: () => void
}

/** One change has a button of its own. */
function UndoTurn({ session, turn, own, reload }: UndoTurnProps) {
  if (own.filter(canUndo).length < 2) return null
  return <UndoButton session={session.id} what={{ turn }} label={t("see.inTurn", { turn })} onDone={reload} />
}
