// What the user said in the running turn, in all of it: also when the turn is so long that its beginning was condensed.
import { ownWords } from "../../contracts/content.ts"
import { toArray } from "../../kernel/state/grow-list.ts"
import type { State } from "../../kernel/state/state.ts"

export function saidInTurn({ history, turn, waiting, digest }: State): string {
  const own = toArray(history).slice(turn?.begins ?? 0)
  const [first] = own
  // A turn begins with words. Where it does not, these are the last that were condensed.
  const isCondensed = turn?.cut === true && first !== undefined && first.role !== "user"
  const before = isCondensed ? (digest?.contract.said ?? []).slice(-1) : []
  const said = own.filter((message) => message.role === "user" && message.from === undefined)
  const waits = waiting.filter(({ from }) => from === "user")
  return [...before, ...said, ...waits].map((each) => ("parts" in each ? ownWords(each.parts) : "")).join("\n")
}
