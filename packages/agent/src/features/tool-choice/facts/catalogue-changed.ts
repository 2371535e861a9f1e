// Tools came or went: the model is told where it stands in the conversation, for its earlier words rest on the old list.
import { text } from "../../../contracts/content.ts"
import type { FactDefinition } from "../../../kernel/define-fact.ts"

export interface CatalogueChanged {
  readonly type: "catalogue-changed"
  readonly added: readonly string[]
  readonly removed: readonly string[]
  readonly why: string
  /** Blob hash of the names that there are now. */
  readonly catalogue?: string
}

export const catalogueChanged: FactDefinition<CatalogueChanged> = {
  type: "catalogue-changed",
  version: 1,
  must: { added: "strings", removed: "strings", why: "string" },
  fold(state, fact) {
    const { catalogue } = fact
    // One without it was no news to a model.
    if (catalogue === undefined) return state
    const note = { seq: fact.seq, parts: [text(noteOf(fact))], from: "note", ephemeral: false } as const
    // Before what was said: the last words a model reads are the user's.
    return { ...state, catalogue, waiting: [note, ...state.waiting] }
  },
  record: ({ why }) => ({ why }),
  describe: ({ added, removed, why }, say) =>
    say.short([...added.map((name) => `+ ${name}`), ...removed.map((name) => `- ${name}`), say.quiet(why)].join(" ")),
  secret: [],
}

/** Enough to notice; the request lists them all. */
const MAX_NAMES = 20

function noteOf({ added, removed, why }: CatalogueChanged): string {
  const signs = [...signed("+", added), ...signed("-", removed)]
  return `[Tools changed${signs.length === 0 ? "" : `: ${signs.join("; ")}`}. ${why}]`
}

function signed(sign: string, names: readonly string[]): readonly string[] {
  if (names.length === 0) return []
  const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : ""
  return [`${sign} ${names.slice(0, MAX_NAMES).join(", ")}${more}`]
}
