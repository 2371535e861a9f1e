// Counts, shares and costs in the language of the reader.
import { kept } from "./formatters.ts"
import { language } from "./words.ts"

type NumberOptions = Intl.NumberFormatOptions

/** Kept, because a formatter is made for each of these once. */
export function numbers(name: string, options: NumberOptions): Intl.NumberFormat {
  return kept(`${language()} ${name}`, () => new Intl.NumberFormat(language(), options))
}

export function count(n: number): string {
  return numbers("count", {}).format(n)
}

/** "12.3k" where there is little room. */
export function short(n: number): string {
  return numbers("short", { notation: "compact", maximumFractionDigits: 1 }).format(n)
}

const LEAST_SHARE = 0.001

/** A share that is small, but there, is not "0 %". */
export function percent(share: number): string {
  if (share > 0 && share < LEAST_SHARE) return `< ${percent(LEAST_SHARE)}`
  const digits = share > 0 && share < 0.01 ? 1 : 0
  return numbers(`percent ${digits}`, { style: "percent", maximumFractionDigits: digits }).format(share)
}

/** Small amounts keep the digits that matter. */
export function usd(amount: number): string {
  const digits = amount === 0 || amount >= 0.1 ? 2 : 4
  const options: NumberOptions = { style: "currency", currency: "USD", minimumFractionDigits: 2 }
  return numbers(`usd ${digits}`, { ...options, maximumFractionDigits: digits }).format(amount)
}
