// The query by which the tools of a turn are searched: what the user said in it. Nudges do not count.
import { saidInTurn } from "../../context/prompt/said-in-turn.ts"
import { ownWords } from "../../contracts/content.ts"
import { toArray } from "../../kernel/state/grow-list.ts"
import type { State } from "../../kernel/state/state.ts"

/** In characters. "Now the same for May" says nothing by itself. */
const SHORT_CHARS = 80

export function queryOf(state: State): string {
  const said = saidInTurn(state)
  if (said.trim().length > SHORT_CHARS) return said
  const before = saidBefore(state)
  return before === "" ? said : `${said}\n${before}`
}

/** What the user last said in the turn before. */
function saidBefore({ history, turn, digest }: State): string {
  const earlier = toArray(history).slice(0, turn?.begins ?? 0)
  const last = earlier.findLast((message) => message.role === "user" && message.from === undefined)
  if (last !== undefined && "parts" in last) return ownWords(last.parts)
  const condensed = digest?.contract.said?.at(-1)
  return condensed === undefined ? "" : ownWords(condensed.parts)
}
