// The user's words in the running turn, complete even if the turn is so long that its beginning was compacted.
import { ownWords } from "../../contracts/content.ts"
import { toArray } from "../../kernel/state/grow-list.ts"
import type { State } from "../../kernel/state/state.ts"

export function saidInTurn({ history, turn, waiting, digest }: State): string {
  const own = toArray(history).slice(turn?.begins ?? 0)
  const [first] = own
  // A turn begins with the user's words. If they are missing, they are the last ones that the compaction kept.
  const isCondensed = turn?.cut === true && first !== undefined && first.role !== "user"
  const before = isCondensed ? (digest?.contract.said ?? []).slice(-1) : []
  const said = own.filter((message) => message.role === "user" && message.from === undefined)
  const waits = waiting.filter(({ from }) => from === "user")
  return [...before, ...said, ...waits].map((each) => ("parts" in each ? ownWords(each.parts) : "")).join("\n")
}
