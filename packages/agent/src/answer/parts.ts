// Things the order itself enumerates ("auth, users and files", "fr.json, es.json"), some with a call, some without any.

import { isExcusing } from "./accounted.ts"
import type { Finding } from "./judged.ts"
import type { Order } from "./order.ts"
import { proven, type Reading, said } from "./reading.ts"
import { filesIn } from "./resources.ts"
import { bounded, fold } from "./text.ts"
import { hasWord } from "./touched.ts"

export function judgeParts(reading: Reading): Finding | undefined {
  const { deeds, order } = reading
  if (deeds.length === 0 || order.asksFirst) return undefined
  const done = deeds.map((deed) => ({
    said: deed.said,
    all: `${deed.said}\n${fold(bounded(deed.call.result, 4_000, 0))}`,
  }))
  for (const names of enumerationsIn(order.raw)) {
    const missing = names.filter((name) => !done.some(({ all }) => mentions(all, name)))
    const alone = done.filter(({ said }) => names.filter((name) => mentions(said, name)).length === 1).length
    if (names.length === 2 && order.actions.length === 0 && !names.every((name) => filesIn(name).length > 0)) continue
    const enough = isOrderedEach(order, names) ? 0 : names.every(isName) ? 1 : 2
    if (missing.length === 0 || missing.length === names.length || alone < enough || excused(reading, missing)) continue
    return proven(
      said(reading, "completion") === undefined ? "incomplete" : "unproven-claim",
      `ordered, but in no call: ${missing.join(", ")}`,
    )
  }
  return undefined
}

/** "install git, node and docker": the verb stands right before the run. */
function isOrderedEach({ text, actions }: Order, names: readonly string[]): boolean {
  const at = text.indexOf(fold(names.join(", ")).slice(0, (names[0]?.length ?? 0) + 2))
  const before = text.slice(0, Math.max(0, at)).trim().split(/\s+/).at(-1) ?? ""
  return actions.some(({ verb }) => verb === before)
}

/** Runs of single words with commas and a last "and"; two are enough where they are names. */
function enumerationsIn(raw: string): readonly (readonly string[])[] {
  const text = bounded(raw, 2_000, 0)
  const runs = [
    ...text.matchAll(
      /(?<![\p{L}\p{N}_./-])[\p{L}\p{N}_./-]{2,60}(?:, [\p{L}\p{N}_./-]{2,60}){1,20}(?:,? (?:and|und|or|oder|sowie|&) [\p{L}\p{N}_./-]{2,60})?/gu,
    ),
  ]
  const lists = runs.map(([run]) =>
    run
      .split(/, |,? (?:and|und|or|oder|sowie|&) /)
      .map((name) => name.replace(/[.]+$/, ""))
      .filter((name) => !/^(?:and|und|or|oder|then|dann)\b/.test(name)),
  )
  const pairs = [
    ...text.matchAll(
      /(?<=\p{Ll}[ (])(\p{Lu}[\p{L}\p{N}-]{1,40}) (?:and|und) (?:the |to |on |die |der |den |das )?(\p{Lu}[\p{L}\p{N}-]{1,40})(?![\p{L}\p{N}])/gu,
    ),
  ].map(([, one = "", other = ""]) => [one, other])
  const files = [...new Set(filesIn(text))]
  return [
    ...lists.filter((list) => list.length >= 3 || (list.length === 2 && list.every(isName))),
    ...pairs,
    ...numbersIn(text),
    ...(files.length > 1 ? [files] : []),
  ]
}

/** "December 24 and 25", "tickets 11, 15 and 19". */
function numbersIn(text: string): readonly (readonly string[])[] {
  const runs = [
    ...text.matchAll(
      /(?<=\p{L}\.? )\d{1,6}(?:, \d{1,6}){0,20} (?:and|und|&) \d{1,6}(?![\p{N}:%€$]|[.,]\p{N}| ?(?:o'clock|uhr|am|pm|€|euro|%|grad|degrees|kg|km|minutes|minuten))/gu,
    ),
  ]
  return runs
    .map(([run]) => run.split(/, | (?:and|und|&) /))
    .filter(
      (numbers) =>
        !/between|zwischen|from|von/.test(
          text
            .slice(0, text.indexOf(numbers[0] ?? ""))
            .split(" ")
            .at(-2) ?? "",
        ),
    )
}

/** Numbers must stand alone; names may be a part of a longer word. */
function mentions(text: string, name: string): boolean {
  return /^\d+$/.test(name) ? hasWord(text, name) : text.includes(fold(name))
}

/** An identifier or a file rather than a common word. */
function isName(word: string): boolean {
  return /[\d_./]|\p{Ll}\p{Lu}/u.test(word) || /^\p{Lu}/u.test(word)
}

function excused({ prose, phrases, order }: Reading, missing: readonly string[]): boolean {
  return missing.every((name) =>
    prose.sentences.some(({ text }) => text.includes(fold(name)) && isExcusing(order, phrases, text)),
  )
}
