// Which message of a session is being edited: the one that a draft beside that of the session is about.
import { useMemo } from "react"
import type { LiveSession } from "../data/live-session.ts"
import { useSelected } from "../data/use-observable.ts"
import type { ViewTurn } from "../data/view/session-view.ts"
import { attempt } from "../ui/toasts.tsx"
import { draftOf } from "./composer/draft.ts"
import { focusComposer } from "./composer/focus-composer.ts"
import { beginEdit, endEdit, keyOfEdit } from "./edit-and-resend.ts"

export function useEditing(live: LiveSession) {
  const isEditing = useSelected(draftOf(keyOfEdit(live.id)), ({ edits }) => edits !== undefined)
  return useMemo(
    () => ({
      isEditing,
      begin: (turn: ViewTurn) =>
        attempt(async () => {
          await beginEdit(live, turn)
          requestAnimationFrame(focusComposer)
        }),
      cancel: () => {
        endEdit(live.id)
        requestAnimationFrame(focusComposer)
      },
    }),
    [live, isEditing],
  )
}
