// Sizes in the words of the reader: "21 MB".
import { language } from "./words.ts"

const UNITS = ["B", "kB", "MB", "GB"] as const

export function sizeWords(bytes: number, step = 1000): string {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log(bytes) / Math.log(step) + 1e-9))
  const value = bytes / step ** power
  const number = new Intl.NumberFormat(language(), { maximumFractionDigits: value < 10 ? 1 : 0 }).format(value)
  // They stay on one line.
  return `${number}\u00a0${UNITS[power]}`
}

/** A limit, as the server and its documents say it: in steps of 1,024. */
export function limitWords(bytes: number): string {
  return sizeWords(bytes, 1024)
}
