// What the buttons of a turn do.
import { newId } from "@pawl/client"
import { useMemo } from "react"
import { PATHS } from "../app/paths.ts"
import type { LiveSession } from "../data/live-session.ts"
import type { ViewTurn } from "../data/view/session-view.ts"
import { t } from "../i18n/words.ts"
import { attempt, tell, tellError } from "../ui/toasts.tsx"
import type { TurnActions } from "./message/turn-actions.ts"
import { branchAfter, retried } from "./session-actions.ts"
import type { WayBack } from "./way-back.tsx"

interface Ways {
  readonly go: (path: string) => void
  readonly rewind: WayBack["rewind"]
  readonly edit: (turn: ViewTurn) => void
}

export function useTurnActions(live: LiveSession, { go, rewind, edit }: Ways): TurnActions {
  return useMemo(() => {
    const open = (branch: Promise<string>) =>
      branch.then((id) => {
        go(PATHS.session(id))
        tell(t("talk.branched"))
      }, tellError)
    return {
      branch: (turn: ViewTurn) => void open(branchAfter(live, turn)),
      edit,
      retry: (turn: ViewTurn) => attempt(() => retried(live, turn)),
      suggest: (text: string) => void live.sender.send(text, { id: newId(), parts: [{ type: "text", text }] }),
      rewind: ({ turn }: ViewTurn) => rewind(turn),
    }
  }, [live, go, rewind, edit])
}
