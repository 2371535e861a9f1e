// What a person can do with a turn. The same object as long as the session is shown, so that turns are not drawn again.
import type { ViewTurn } from "../../data/view/session-view.ts"

export interface TurnActions {
  /** Another session with the past up to the end of this turn. */
  readonly branch: (turn: ViewTurn) => void
  /** Its words and files in the composer, to be sent in another session with the past before this turn. */
  readonly edit: (turn: ViewTurn) => void
  /** A turn that failed goes on where it was. One that was stopped begins again, with the same words. */
  readonly retry: (turn: ViewTurn) => void
  readonly suggest: (text: string) => void
  /** Files and conversation go back to before it. */
  readonly rewind: (turn: ViewTurn) => void
}
