// Fact: files were put back, or why not.
import { defined } from "../../../base/defined.ts"
import type { FromCommand } from "../../../contracts/fact.ts"
import type { Restored } from "../../../contracts/undo.ts"
import type { FactDefinition } from "../../../kernel/define-fact.ts"
import { noteForModel } from "../slice.ts"

/** The fact that files were put back. */
export interface FilesRestored extends FromCommand {
  readonly type: "files-restored"
  readonly checkpoint: string
  readonly report: Readonly<Record<string, Restored>>
  /** Why a file was skipped or failed. */
  readonly why?: Readonly<Record<string, string>>
  readonly undoes?: readonly string[]
  /** Nothing was done at all, for this reason. */
  readonly refused?: string
  /** What the model is told. */
  readonly note?: string
}

export const filesRestored: FactDefinition<FilesRestored> = {
  type: "files-restored",
  version: 1,
  must: { checkpoint: "string", report: "object", command: "string" },
  fold: ({ restore: _done, ...state }, { seq, note }) =>
    note === undefined ? state : { ...state, waiting: [...state.waiting, noteForModel(seq, note)] },
  events({ command, report, why = {}, undoes = [], refused }, to) {
    const told = { command, report, why, undoes, ...defined({ refused }) }
    return [to.event({ type: "files-restored", ...told })]
  },
  describe({ refused, report }, say) {
    if (refused !== undefined) return say.alert(say.short(refused))
    const each = Object.entries(report).map(([path, what]) => `${path} ${what}`)
    return say.short(each.join(", "))
  },
  secret: ["report", "why", "note", "refused"],
}
