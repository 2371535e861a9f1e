// A part of the order that no call speaks of, while calls speak of its other parts: "reset the alarm and write it on the
// note", with a call for the alarm and none for a note.
import { type Deed, mayHaveChanged } from "./deeds.ts"
import type { Finding } from "./judged.ts"
import { proven, type Reading, said } from "./reading.ts"
import { stemsIn } from "./stems.ts"
import { bounded, fold, wordsIn } from "./text.ts"
import { doesSeveral } from "./unmet.ts"

export function judgeForgotten(reading: Reading): Finding | undefined {
  const { order, deeds, prose } = reading
  if (order.parts.length < 2 || order.asksFirst || order.wantsWords || deeds.length === 0) return undefined
  const changes = new Set(deeds.filter(mayHaveChanged).map(({ call }) => call.name)).size
  if (deeds.some(doesSeveral) || changes >= order.parts.length || said(reading, "gap") !== undefined) return undefined
  const spoken = new Set(deeds.flatMap(stemsOf))
  const parts = order.parts.map((part) => ({ part, stems: stemsIn(wordsIn(part).slice(1).join(" ")) }))
  const hasNames = order.names.some((name) => deeds.some((deed) => deed.said.includes(name)))
  const isSpoken = ({ part, stems }: (typeof parts)[number]) =>
    (hasNames && part.includes("§")) || stems.some((stem) => spoken.has(stem))
  const forgotten = parts.findLast((one, index) => index > 0 && one.stems.length > 0 && !isSpoken(one))
  if (forgotten === undefined || !parts.some(isSpoken)) return undefined
  const told = new Set(stemsIn(prose.text))
  const kind = forgotten.stems.some((stem) => told.has(stem)) ? "unproven-claim" : "incomplete"
  return proven(kind, `ordered, but no call speaks of it: "${forgotten.part}"`, true)
}

function stemsOf({ said, keys, call }: Deed): readonly string[] {
  return stemsIn(`${said} ${keys} ${fold(bounded(call.result, 2_000, 0))}`)
}
