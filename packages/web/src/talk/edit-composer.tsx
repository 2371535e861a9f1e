// The composer while a message is edited: it says so, and can be left.
import { PATHS } from "../app/paths.ts"
import type { LiveSession } from "../data/live-session.ts"
import { t } from "../i18n/words.ts"
import { Button } from "../ui/button.tsx"
import { tell } from "../ui/toasts.tsx"
import type { Command } from "./composer/commands.ts"
import { Composer } from "./composer/composer.tsx"
import type { Outgoing } from "./composer/outgoing.ts"
import { keyOfEdit, resend } from "./edit-and-resend.ts"

/** They are about a session that there is not yet. */
const NONE: readonly Command[] = []

interface EditComposerProps {
  readonly live: LiveSession
  readonly workspace: string | undefined
  readonly go: (path: string) => void
  readonly onCancel: () => void
}

export function EditComposer({ live, workspace, go, onCancel }: EditComposerProps) {
  const send = async (message: Outgoing) => {
    go(PATHS.session(await resend(live, message)))
    tell(t("talk.branched"))
    // It is cleared already, with what it was about.
    return false
  }
  const head = (
    <div className="flex items-center justify-between gap-2 border-b border-line py-1 ps-4 pe-1.5 text-sm text-quiet">
      {t("talk.editing")}
      <Button kind="ghost" size="small" onClick={onCancel}>
        {t("app.cancel")}
      </Button>
    </div>
  )
  return (
    <Composer session={keyOfEdit(live.id)} workspace={workspace} commands={NONE} onSend={send} head={head} autoFocus />
  )
}
