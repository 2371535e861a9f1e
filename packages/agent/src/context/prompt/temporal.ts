// Dates for a model that cannot count days: when the user mentions tomorrow or next Friday, the dates are added next to
// those words, already computed. They are relative to the time of the turn that the words belong to.
import { dateOf, dayAt, mondayOf, named, plusMonths, weekdayOf } from "./calendar.ts"

/** One line to add to the user's text; undefined if nothing in it depends on the day. */
export function temporalNote(text: string, time: number, zone?: string): string | undefined {
  const words = beginningAndEnd(text)
  if (!MENTION.test(words) || !exact().temporal.test(words)) return undefined
  const today = dayAt(time, zone)
  const monday = mondayOf(today)
  const sentences = [
    `Today is ${named(today)}.`,
    `Tomorrow is ${named(today + 1)}.`,
    `Yesterday was ${named(today - 1)}.`,
    `This week: ${weekFrom(monday)}.`,
    `Next week: ${weekFrom(monday + 7)}.`,
    `Last week: ${dateOf(monday - 7)} to ${dateOf(monday - 1)}.`,
    ...spansIn(words).map(({ said, dayFrom }) => `"${said}" is ${named(dayFrom(today))}.`),
  ]
  return `[${sentences.join(" ")}]`
}

function weekFrom(monday: number): string {
  const days = Array.from({ length: 7 }, (_, index) => monday + index)
  return days.map((day) => `${weekdayOf(day).slice(0, 3)} ${dateOf(day)}`).join(", ")
}

/** Searches only the start and the end of a long text: a question stands before or after a pasted document. */
function beginningAndEnd(text: string): string {
  return text.length <= 2 * LOOKED_AT ? text : `${text.slice(0, LOOKED_AT)}\n${text.slice(-LOOKED_AT)}`
}

const LOOKED_AT = 5000

const WEEKDAYS =
  "(?:mon|tues|wednes|thurs|fri|satur|sun)days?|montags?|dienstags?|mittwochs?|donnerstags?|freitags?|samstags?|sonnabends?|sonntags?"

const DAYS = `today|tonight|tomorrow|yesterday|heute|(?<!guten\\s)morgen|übermorgen|gestern|vorgestern|${WEEKDAYS}`

const PERIODS = [
  "(?:this|next|last|past|coming|current)\\s+(?:day|week|weekend|month|quarter|year|morning|afternoon|evening|night)",
  "(?:diese|nächste|kommende|letzte|vorige|vergangene|laufende)[nmrs]?\\s+(?:tage?|woche|wochenende|monats?|quartals?|jahre?s?)",
  "(?:what|which)\\s+(?:day|date)|welche[rns]?\\s+(?:tag|datum|wochentag)",
].join("|")

const COUNTS: Readonly<Record<string, number>> = {
  ...{ a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10 },
  ...{
    ein: 1,
    einen: 1,
    einem: 1,
    einer: 1,
    zwei: 2,
    drei: 3,
    vier: 4,
    fünf: 5,
    sechs: 6,
    sieben: 7,
    acht: 8,
    neun: 9,
  },
  zehn: 10,
}

const COUNT = `(?<count>\\d{1,4}|${Object.keys(COUNTS).sort(longestFirst).join("|")})`
const UNIT = "(?<unit>days?|weeks?|months?|years?|tage?n?|wochen?|monate?n?|jahre?n?)"

/** Phrases for a number of days, weeks, months or years from now. */
const SPANS = [
  `in\\s+${COUNT}\\s+${UNIT}`,
  `(?<ago>vor)\\s+${COUNT}\\s+${UNIT}`,
  `${COUNT}\\s+${UNIT}\\s+(?:from\\s+(?:now|today)|(?<ago>ago))`,
]

/** Matches whole words, and no parts of file names, paths or identifiers; "Monday-Friday" is not a file name. */
function asWords(pattern: string, flags = "iu"): RegExp {
  const before = "(?<![\\p{L}\\p{N}_\\\\@#/-]|[\\p{L}\\p{N}]\\.)"
  const after = `(?![\\p{L}\\p{N}_]|[.\\\\/-](?!(?:${DAYS})(?![\\p{L}\\p{N}_]))[\\p{L}\\p{N}_])`
  return new RegExp(`${before}(?:${pattern})${after}`, flags)
}

const WORDS = [DAYS, PERIODS, ...SPANS.map(withoutNames)].join("|")

/**
 * The same words anywhere, also in parts of words. Most messages have none of them, and the exact patterns take a
 * millisecond or two to make. The two characters count as "s" and "k" where case does not matter.
 */
const MENTION = new RegExp(`${WORDS}|[\u017f\u212a]`, "i")

/** Made for the first message that may mention a day. */
function exact(): Exact {
  made ??= {
    temporal: asWords(WORDS),
    spans: SPANS.map((pattern) => asWords(pattern, "giu")),
    dayAfter: asWords("day\\s+after\\s+tomorrow|übermorgen"),
    dayBefore: asWords("day\\s+before\\s+yesterday|vorgestern"),
  }
  return made
}

interface Exact {
  readonly temporal: RegExp
  readonly spans: readonly RegExp[]
  readonly dayAfter: RegExp
  readonly dayBefore: RegExp
}

let made: Exact | undefined

interface Span {
  readonly said: string
  readonly dayFrom: (today: number) => number
}

function spansIn(text: string): readonly Span[] {
  const { spans, dayAfter, dayBefore } = exact()
  const counted = spans.flatMap((pattern) => [...text.matchAll(pattern)]).flatMap(spanOf)
  const named = [
    { match: dayAfter.exec(text), days: 2 },
    { match: dayBefore.exec(text), days: -2 },
  ].flatMap(({ match, days }) => (match === null ? [] : [{ said: match[0], dayFrom: (day: number) => day + days }]))
  return [...counted, ...named].slice(0, MAX_SPANS)
}

const MAX_SPANS = 4

function spanOf({ 0: said, groups = {} }: RegExpExecArray): readonly Span[] {
  const { count = "", unit = "", ago } = groups
  const number = COUNTS[count.toLowerCase()] ?? Number(count)
  const many = ago === undefined ? number : -number
  return [{ said, dayFrom: (today) => plus(today, many, unit.charAt(0).toLowerCase()) }]
}

function plus(day: number, many: number, unit: string): number {
  if (unit === "d" || unit === "t") return day + many
  if (unit === "w") return day + 7 * many
  return plusMonths(day, unit === "m" ? many : 12 * many)
}

function longestFirst(a: string, b: string): number {
  return b.length - a.length
}

/** A named group may occur only once in a pattern. */
function withoutNames(pattern: string): string {
  return pattern.replaceAll(/\(\?<(?:count|unit|ago)>/g, "(?:")
}
