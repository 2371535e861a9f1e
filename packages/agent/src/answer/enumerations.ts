// Things that the order itself spells out: names in a row, files, numbers and ranges ("b1 to b5", "January to June").

import type { Item } from "./items.ts"
import type { Order } from "./order.ts"
import { filesIn } from "./resources.ts"
import { bounded, fold } from "./text.ts"

export function enumerationsIn(order: Order): readonly (readonly Item[])[] {
  const start = wantedOf(bounded(order.raw, 2_000, 0))
  const text = fold(start)
  const rows = [
    ...rowsIn(start),
    ...numbersIn(start),
    [...new Set(filesIn(start))],
    ...rangesIn(text),
    ...lettersIn(start),
    ...monthsIn(text),
  ]
  return rows
    .filter((row) => row.length > 1)
    .map((row) => [...new Set(row)].map((label) => ({ label, keys: keysOf(label) })))
}

/** Without the sentences that say what to keep away from: "b.docx is being edited, leave it." */
export function wantedOf(raw: string): string {
  return raw
    .split(/(?<=[.!?;])\s/)
    .filter((sentence) => !KEEP_OFF.test(sentence))
    .join(" ")
}

const KEEP_OFF =
  /(?<!\p{L})(?:leave (?:them|it|those|these|that|both)|(?:don't|do not) (?:touch|change|include)|lass(?:e|t)? (?:sie|es|die|das|den)|nicht (?:anfassen|ändern|anrühren)|not (?:needed|yet)|ignore|skip)(?!\p{L})/iu

const NAME = "[\\p{L}\\p{N}_./@#-]{2,60}"
const ROW = new RegExp(
  `(?<![\\p{L}\\p{N}_./-])${NAME}(?:, ${NAME}){1,20}(?:,? (?:and|und|or|oder|sowie|&) (?:the |my |a |die |der |das |den )?${NAME})?|(?<=[:(] ?)(?:\\p{L}+-?\\d+ ){2,20}\\p{L}+-?\\d+(?=[).]?$)`,
  "gmu",
)
const PAIR =
  /(?<=\p{Ll}[ (])(\p{Lu}[\p{L}\p{N}-]{1,40}) (?:and|und) (?:the |to |on |die |der |den |das )?(\p{Lu}[\p{L}\p{N}-]{1,40})(?![\p{L}\p{N}])/gu

/** Runs of single words with commas and a last "and"; two are enough where they are names. */
function rowsIn(raw: string): readonly (readonly string[])[] {
  const rows = [...raw.matchAll(ROW)]
    .map(([row]) =>
      row
        .split(/, |,? (?:and|und|or|oder|sowie|&) (?:the |my |a |die |der |das |den )?| /)
        .map((name) => name.replace(/[.]+$/, ""))
        .filter((name) => !/^(?:and|und|or|oder|then|dann|please|bitte)$/i.test(name)),
    )
    .filter((row) => !row.some((name) => PLAIN.test(name)) && !isMixed(row))
  const pairs = [...raw.matchAll(PAIR)].map(([, one = "", other = ""]) => [one, other])
  return [...rows.filter((row) => row.length > 2 || (row.length === 2 && row.every(isName))), ...pairs]
}

/** "on the 14., arrival before 16:00" is no row of names. */
function isMixed(row: readonly string[]): boolean {
  const numbers = row.filter((name) => /^[\d.:]+$/.test(name)).length
  return numbers > 0 && numbers < row.length
}

/** Words that are no names: what has them is a sentence. */
const PLAIN =
  /^(?:with|for|from|to|in|on|at|of|the|a|an|my|our|is|are|not|no|but|if|so|as|by|also|just|only|private|public|mit|für|von|zu|im|am|der|die|das|den|ein|eine|nicht|aber|wenn|auch|nur|ob|wie|was|who|what|where|when|how|which|i|me|you|we|they)$/i

/** "tickets 11, 15 and 19", "Kapitel 3 und 4"; not "between 3 and 4", not "3 and 4 pm". */
function numbersIn(raw: string): readonly (readonly string[])[] {
  const rows = raw.matchAll(
    /(?<=\p{L}\.? )(?<!between |zwischen |from |von )\d{1,6}(?:, \d{1,6}){0,20} (?:and|und|&) \d{1,6}(?![\p{N}:%€$]|[.,]\p{N}| ?(?:o'clock|uhr|am|pm|€|euro|%|grad|degrees|kg|km|minutes|minuten))/gu,
  )
  return [...rows].map(([row]) => row.split(/, | (?:and|und|&) /))
}

const MOST = 60

function rangesIn(text: string): readonly (readonly string[])[] {
  const runs = text.matchAll(
    /(?<![\p{L}\p{N}.,:/-]|from |von |um |at |ab |between |zwischen )(\p{L}{0,6}[_-]?)(\d{1,4})\s?(?:to|through|bis|–|-|\.\.)\s?\1(\d{1,4})(?![\p{L}\p{N}.,:/%€-]| ?(?:uhr|%|€|euro|years|jahre|minutes|minuten|hours|stunden|days|tage|personen|people|seiten|pages))/gu,
  )
  return [...runs].flatMap(({ 1: prefix = "", 2: from = "0", 3: to = "0", index: at }) => {
    const count = Number(to) - Number(from) + 1
    // Without a prefix it takes a noun for many: "zones 1-5", not "Monday: 8-12", not "for 2-4 May".
    const isOfMany =
      /\p{L}{2,}(?:s|en|el|er|ern) $/u.test(text.slice(0, at)) && !/(?:for|der|den|this|is) $/.test(text.slice(0, at))
    if (count < 3 || count > MOST || (prefix === "" && !isOfMany)) return []
    return [
      Array.from(
        { length: count },
        (_, index) => `${prefix}${String(Number(from) + index).padStart(from.length, "0")}`,
      ),
    ]
  })
}

/** "shelves A to E", "rooms B and C". */
function lettersIn(raw: string): readonly (readonly string[])[] {
  const ranges = [...raw.matchAll(/(?<![\p{L}\p{N}])([A-Z]) ?(?:to|through|bis|-|–) ?([A-Z])(?![\p{L}\p{N}])/gu)]
  const rows = raw.matchAll(/(?<=\p{L}{2}(?:s|e|n|r) )[A-Z](?:, [A-Z]){0,20},? (?:and|und|&) [A-Z](?![\p{L}\p{N}])/gu)
  return [
    ...ranges.map(([, from = "A", to = "A"]) => {
      const first = from.charCodeAt(0)
      const count = Math.max(0, to.charCodeAt(0) - first + 1)
      return Array.from({ length: count }, (_, index) => String.fromCharCode(first + index))
    }),
    ...[...rows].map(([row]) => row.split(/, |,? (?:and|und|&) /)),
  ]
}

const MONTHS = ["jan", "feb", "mar mär", "apr", "may mai", "jun", "jul", "aug", "sep", "oct okt", "nov", "dec dez"].map(
  (names) => names.split(" "),
)
const MONTH = `(${MONTHS.flat().join("|")})\\p{L}{0,7}`
const MONTH_RANGE = new RegExp(`(?<!\\p{L})${MONTH} (?:to|through|bis|until|-|–) ${MONTH}`, "gu")

function monthsIn(text: string): readonly (readonly string[])[] {
  const at = (name: string) => MONTHS.findIndex((names) => names.includes(name))
  return [...text.matchAll(MONTH_RANGE)].flatMap(([, from = "", to = ""]) => {
    const [first, last] = [at(from), at(to)]
    return last - first < 1
      ? []
      : [Array.from({ length: last - first + 1 }, (_, index) => `month ${first + index + 1}`)]
  })
}

function keysOf(label: string): readonly string[] {
  const [, month] = /^month (\d+)$/.exec(label) ?? []
  if (month === undefined) return [fold(label)]
  const number = month.padStart(2, "0")
  const names = MONTHS[Number(month) - 1] ?? []
  const long = LONG[Number(month) - 1] ?? ""
  return [
    ...names,
    ...long.split(" "),
    `-${number}`,
    `/${number}`,
    `.${number}`,
    `2024-${number}`,
    `2025-${number}`,
    `2026-${number}`,
    `${number}.`,
  ]
}

const LONG = [
  "january januar",
  "february februar",
  "march märz",
  "april",
  "mai",
  "june juni",
  "july juli",
  "august",
  "september",
  "october oktober",
  "november",
  "december dezember",
]

/** An identifier, a file or a proper name rather than a common word. */
function isName(word: string): boolean {
  return /[\d_./]|\p{Ll}\p{Lu}/u.test(word) || /^\p{Lu}/u.test(word)
}
