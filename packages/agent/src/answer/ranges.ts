// Ranges an order spells out, "b1 to b5", "Januar bis Juni": the calls show which of them had their turn.
import type { Finding } from "./judged.ts"
import { proven, type Reading, said } from "./reading.ts"

const MOST = 60

export function judgeRange(reading: Reading): Finding | undefined {
  const { order, deeds } = reading
  if (deeds.length === 0 || order.asksFirst) return undefined
  const done = deeds.map((deed) => `${deed.said} ${deed.call.result.slice(0, 500).toLowerCase()}`)
  for (const range of [...numbersIn(order.text), ...monthsIn(order.text)]) {
    const missing = range.filter(({ pattern }) => !done.some((text) => pattern.test(text)))
    if (missing.length === 0 || missing.length === range.length || said(reading, "skip") !== undefined) continue
    const names = missing.map(({ name }) => name).slice(0, 6)
    return proven("incomplete", `${missing.length} of ${range.length} ordered are in no call: ${names.join(", ")}`)
  }
  return undefined
}

interface Member {
  readonly name: string
  readonly pattern: RegExp
}

function numbersIn(text: string): readonly (readonly Member[])[] {
  const runs = text.matchAll(
    /(?<![\p{L}\p{N}.,:/-])(\p{L}{0,6}[_-]?)(\d{1,4})\s?(?:to|through|bis|–|-|\.\.)\s?\1(\d{1,4})(?![\p{L}\p{N}.,:/%€-]| ?(?:uhr|%|€|euro|years|jahre|minutes|minuten|hours|stunden|days|tage))/gu,
  )
  return [...runs].flatMap(([, prefix = "", from = "0", to = "0"]) => {
    const count = Number(to) - Number(from) + 1
    if (count < 3 || count > MOST) return []
    return [Array.from({ length: count }, (_, index) => member(`${prefix}${Number(from) + index}`, from.length))]
  })
}

function member(name: string, digits: number): Member {
  const [, prefix = "", number = ""] = /^(.*?)(\d+)$/.exec(name) ?? []
  const padded = number.padStart(digits, "0")
  return { name, pattern: new RegExp(`(?<!\\d)(?:${literally(prefix)})?0*(?:${number}|${padded})(?!\\d)`, "u") }
}

const MONTHS = ["jan", "feb", "mar|mär", "apr", "may|mai", "jun", "jul", "aug", "sep", "oct|okt", "nov", "dec|dez"]

function monthsIn(text: string): readonly (readonly Member[])[] {
  const named = [
    ...text.matchAll(
      new RegExp(
        `(?<!\\p{L})(${MONTHS.filter((name) => !name.startsWith("may")).join("|")}|mai)\\p{L}{2,7}(?!\\p{L})`,
        "gu",
      ),
    ),
  ].map(([, name = ""]) => indexOf(name))
  const single = [...new Set(named)].filter((index) => index >= 0)
  if (
    single.length > 1 &&
    !/(?:to|through|bis|until) (?:jan|feb|mar|mär|apr|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez)/.test(text)
  )
    return [single.map(monthOf)]
  const month = `(${MONTHS.join("|")})\\p{L}{0,7}`
  const runs = text.matchAll(new RegExp(`(?<!\\p{L})${month} (?:to|through|bis|until|-|–) ${month}`, "gu"))
  return [...runs].flatMap(([, from = "", to = ""]) => {
    const [first, last] = [indexOf(from), indexOf(to)]
    if (last - first < 2) return []
    return [Array.from({ length: last - first + 1 }, (_, index) => monthOf(first + index))]
  })
}

function indexOf(name: string): number {
  return MONTHS.findIndex((names) => names.split("|").includes(name))
}

function monthOf(index: number): Member {
  const number = String(index + 1).padStart(2, "0")
  const names = MONTHS[index] ?? ""
  return {
    name: names.split("|")[0] ?? "",
    pattern: new RegExp(`(?<!\\p{L})(?:${names})|[-/.]${number}(?!\\d)|"?month"?:? ?${index + 1}(?!\\d)`, "u"),
  }
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
}
