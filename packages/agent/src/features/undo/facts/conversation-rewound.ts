// Fact: the conversation is as it was before a turn; usage, grants and counts stay.
import { defined } from "../../../base/defined.ts"
import type { FromCommand } from "../../../contracts/fact.ts"
import type { Effect } from "../../../contracts/undo.ts"
import type { FactDefinition } from "../../../kernel/define-fact.ts"
import { isRunning } from "../../../kernel/state/state.ts"
import { conversationOf } from "../../../registry/state.ts"
import { noteForModel } from "../slice.ts"

/** The fact that the conversation went back. */
export interface ConversationRewound extends FromCommand {
  readonly type: "conversation-rewound"
  readonly to: number
  /** The turn that began right after it. */
  readonly turn?: number
  readonly stays?: readonly Effect[]
  /** What the model is told about what it no longer sees. */
  readonly note?: string
}

export const conversationRewound: FactDefinition<ConversationRewound> = {
  type: "conversation-rewound",
  version: 1,
  must: { to: "number", command: "string" },
  /**
   * The state does not hold the earlier conversation, so this fold only records `rewoundTo`; `goesBack` completes it
   * from the log.
   */
  fold: ({ restore: _done, ...state }, { to }) => ({ ...state, rewoundTo: to }),
  rewinds: {
    to: ({ to }) => to,
    fold({ rewoundTo: _whole, ...state }, past, { seq, note }) {
      // A rewind into the middle of a turn is ignored: no session of Pawl writes one.
      if (past === undefined || isRunning(past.turn)) return state
      return {
        ...conversationOf(past, state),
        waiting: note === undefined ? past.waiting : [...past.waiting, noteForModel(seq, note)],
      }
    },
  },
  events: ({ command, to: last, turn, stays = [] }, to) => [
    to.event({ type: "conversation-rewound", command, to: last, stays, ...defined({ turn }) }),
  ],
  describe: ({ to }, say) => say.alert(`back to fact ${to}`),
  secret: ["stays", "note"],
}
