// Somebody wants files, or the conversation, to be as they were.
import { defined } from "../../../base/defined.ts"
import type { FromCommand } from "../../../contracts/fact.ts"
import type { Wish } from "../../../contracts/undo.ts"
import type { FactDefinition } from "../../../kernel/define-fact.ts"

/** Somebody wants files put back, or the conversation taken back, or both. */
export interface RestoreAsked extends FromCommand, Wish {
  readonly type: "restore-asked"
}

export const restoreAsked: FactDefinition<RestoreAsked> = {
  type: "restore-asked",
  version: 1,
  must: { turns: "number", stays: "list", command: "string" },
  fold: (state, { command, by, files, to, turn, turns, stays, changed }) => ({
    ...state,
    restore: {
      command,
      turns,
      stays,
      ...defined({ by, files, to, turn, changed }),
    },
  }),
  describe: ({ to, turn }) => (to === undefined ? "put files back" : `go back to before turn ${turn}`),
  secret: ["stays", "files", "changed"],
}
