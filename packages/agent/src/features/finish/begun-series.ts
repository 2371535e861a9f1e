// Finish check for a series that was begun and not ended: of the items that a result listed, calls worked on some and
// not on others.
import type { AnsweredCall, AnsweredTurn, FinishCheck } from "../../contracts/finish-check.ts"
import { type Calls, indexed, namesOf, sortedItems, writtenOf } from "../compaction/open-items.ts"

export const begunSeries: FinishCheck = {
  name: "begun-series",
  check(turn) {
    const [first, ...more] = openItemsOf(turn)
    if (first === undefined) return undefined
    const others = more.length === 0 ? "" : ` and ${more.length} more`
    return { kind: "ask", evidence: `others of the list were worked on, and these were not: ${first}${others}` }
  },
}

/** Changes count before reads: reading a whole list and changing a part of it is a begun series, too. */
function openItemsOf({ calls, offersTools }: AnsweredTurn): readonly string[] {
  if (!offersTools || calls.length < 2) return []
  const changing = callsOf(calls, ({ effect, outcome }) => effect !== "read" && outcome === "ok")
  const open = changing.written.length === 0 ? [] : openBy(calls, changing)
  return open.length > 0
    ? open
    : openBy(
        calls,
        callsOf(calls, ({ outcome }) => outcome === "ok"),
      )
}

function callsOf(calls: readonly AnsweredCall[], isMeant: (call: AnsweredCall) => boolean): Calls {
  return indexed(calls.flatMap((call, place) => (isMeant(call) ? [{ place, words: writtenOf(call.arguments) }] : [])))
}

function openBy(calls: readonly AnsweredCall[], meant: Calls): readonly string[] {
  for (const [place, { outcome, result }] of calls.entries()) {
    if (outcome !== "ok") continue
    const { touched, open } = sortedItems(namesOf(result), place, meant)
    const kinds = new Set(touched.map(kindOf))
    const alike = open.filter((item) => kinds.has(kindOf(item)))
    if (alike.length > 0) return alike
  }
  return []
}

/** Files of one kind belong together: a note among pictures is not a picture that was left out. */
function kindOf(item: string): string {
  return /\.([\p{L}\p{N}]{1,5})$/u.exec(item)?.[1]?.toLowerCase() ?? (item.endsWith("/") ? "/" : "")
}
