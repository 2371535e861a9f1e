// Less than was asked for, to be seen in the answer itself: fewer entries than the number, empty rows, places left to fill.
import type { Finding } from "./judged.ts"
import { proven, type Reading, said, worded } from "./reading.ts"

export function judgeShortfall(reading: Reading): Finding | undefined {
  return judgeCount(reading) ?? judgeSeries(reading) ?? judgeCutOff(reading) ?? judgeHoles(reading)
}

/** "5 ideas" and a list of two. */
function judgeCount({ order, prose }: Reading): Finding | undefined {
  const { count, counted = "" } = order
  if (count === undefined || count > 20 || order.actions.length > 0 || !ENTRIES.test(counted)) return undefined
  const entries = prose.lines.filter((line) => /^\s{0,3}(?:\d{1,2}[.)]|[-*•])\s+\S/.test(line)).length
  if (entries === 0 || entries >= count) return undefined
  return proven("incomplete", `${count} ${counted} were asked for, and the answer lists ${entries}`, true)
}

const ENTRIES =
  /^(?:ideas|options|items|suggestions|examples|links|alternatives|names|results|things|facts|tips|articles|hotels|restaurants|books|recipes|sources|papers|products|gifts|places|candidates|questions|titles|slogans|ideen|vorschläge|beispiele|optionen|alternativen|namen|tipps|artikel|bücher|rezepte|quellen|angebote|fragen|titel|orte|geschenke)$/

/** "the 8 levels", and the same call for three of them. */
function judgeSeries(reading: Reading): Finding | undefined {
  const { order, deeds } = reading
  if (order.count === undefined || order.isFiltered) return undefined
  const series = new Map<string, Set<string>>()
  for (const { call, values, isCommand } of deeds) {
    if (Object.values(call.args).some((value) => typeof value === "object")) continue
    const kind = isCommand ? (values[0] ?? "").split(" ", 2).join(" ") : call.name
    series.set(kind, (series.get(kind) ?? new Set()).add(values.join(" ")))
  }
  const most = Math.max(0, ...[...series.values()].map((calls) => calls.size))
  if (most < 2 || most >= order.count || deeds.some(({ isCommand, said }) => isCommand && /&&|;|\*|\bfor\b/.test(said)))
    return undefined
  const isClaimed = said(reading, "completion") !== undefined
  if (!isClaimed && ["gap", "lack", "skip"].some((name) => said(reading, name as "gap") !== undefined)) return undefined
  return proven(
    "incomplete",
    `${order.count} ${order.counted} were named, and the same call was made for ${most}`,
    true,
  )
}

/** It breaks off: a colon or a comma at the very end, a code block that is never closed. */
function judgeCutOff({ given, order, deeds, prose }: Reading): Finding | undefined {
  if (!order.isImperative && deeds.length === 0) return undefined
  const end = given.answer.trimEnd().slice(-200)
  const isOpenBlock = ((given.answer.match(/^[ \t]*```/gm) ?? []).length & 1) === 1
  if (!isOpenBlock && (prose.blocks.length > 0 || !/[\p{L}\p{N})*`"'][:,]\**$/u.test(end))) return undefined
  return proven("incomplete", `the answer breaks off: "${end.slice(-40)}"`)
}

function judgeHoles({ prose, phrases, order }: Reading): Finding | undefined {
  if (TEMPLATE.test(order.text)) return undefined
  const row = prose.lines.find(
    (line) => /^\s*\|[^|]*\p{L}[^|]*(?:\|\s*){2,}$/u.test(line.slice(0, 400)) && !/^\s*\|\s*\|/.test(line),
  )
  if (row !== undefined) return proven("incomplete", `a row of the table is empty: ${row.trim().slice(0, 80)}`)
  const unknown = prose.lines
    .filter((line) => /^\s*\|/.test(line))
    .flatMap((line) => line.slice(0, 1_000).match(/\|\s*(?:\?|…|\.\.\.|tbd)\s*(?=\|)/gi) ?? [])
  if (unknown.length > 1) return proven("incomplete", `${unknown.length} cells of the table are left open`)
  const stub = prose.lines.find((line) =>
    /^\s*(?:[-*•]\s+)?\*\*[^*]{1,60}\*\*\s*[–—:-]?\s*[–—-]\s*$/.test(line.slice(0, 200)),
  )
  if (stub !== undefined) return proven("incomplete", `nothing stands under ${stub.trim().slice(0, 80)}`)
  for (const { text } of prose.sentences) {
    const hole = phrases.find("placeholder", text)
    if (hole !== undefined) return worded("incomplete", `a place is left to be filled: "${hole.slice(0, 80)}"`)
  }
  return undefined
}

const TEMPLATE = /\b(?:template|placeholder|vorlage|platzhalter|skeleton|gerüst|formular|form)\b/
