// Fact: a user asked to put files back, or to take the conversation back.
import { defined } from "../../../base/defined.ts"
import type { FromCommand } from "../../../contracts/fact.ts"
import type { Wish } from "../../../contracts/undo.ts"
import type { FactDefinition } from "../../../kernel/define-fact.ts"

/** A user asked to put files back, to take the conversation back, or both. */
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
