// Fact: tools came or went. The model gets a note at this place in the conversation, because its earlier messages rely
// on the old list.
import { text } from "../../../contracts/content.ts"
import type { FactDefinition } from "../../../kernel/define-fact.ts"

/** The fact that the list of tools has changed. */
export interface CatalogueChanged {
  readonly type: "catalogue-changed"
  readonly added: readonly string[]
  readonly removed: readonly string[]
  readonly why: string
  /** Blob hash of the current names. */
  readonly catalogue?: string
}

export const catalogueChanged: FactDefinition<CatalogueChanged> = {
  type: "catalogue-changed",
  version: 1,
  must: { added: "strings", removed: "strings", why: "string" },
  fold(state, fact) {
    const { catalogue } = fact
    // In older logs without it, the model was not told.
    if (catalogue === undefined) return state
    const note = { seq: fact.seq, parts: [text(noteOf(fact))], from: "note", ephemeral: false } as const
    // Before the user's input, so that the user's message is the last thing a model reads.
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
