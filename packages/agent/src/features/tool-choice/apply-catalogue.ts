// Tools that came or went: the model is told where it stands in the conversation, for its earlier words rest on the old list.
import { text } from "../../contracts/content.ts"
import type { CatalogueChanged, Fact } from "../../contracts/fact.ts"
import type { State } from "../../kernel/state/state.ts"

/** Enough to notice; the request lists them all. */
const MOST_NAMES = 20

export function applyCatalogueChanged(state: State, fact: CatalogueChanged & Fact): State {
  const { catalogue } = fact
  // One without it was no news to a model.
  if (catalogue === undefined) return state
  const note = { seq: fact.seq, parts: [text(noteOf(fact))], from: "note", ephemeral: false } as const
  // Before what was said: the last words a model reads are the user's.
  return { ...state, catalogue, waiting: [note, ...state.waiting] }
}

function noteOf({ added, removed, why }: CatalogueChanged): string {
  const signs = [...signed("+", added), ...signed("-", removed)]
  return `[Tools changed${signs.length === 0 ? "" : `: ${signs.join("; ")}`}. ${why}]`
}

function signed(sign: string, names: readonly string[]): readonly string[] {
  if (names.length === 0) return []
  const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : ""
  return [`${sign} ${names.slice(0, MOST_NAMES).join(", ")}${more}`]
}
