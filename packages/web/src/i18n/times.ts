// When something happened, in the language of the reader.
import { serverNow } from "../data/clock.ts"
import { kept } from "./formatters.ts"
import { language } from "./words.ts"

function times(name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return kept(`${language()} ${name}`, () => new Intl.DateTimeFormat(language(), options))
}

/** "14:05", with the day unless it is today. */
export function clockTime(at: number, now = serverNow()): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString()
  const clockOnly = { hour: "2-digit", minute: "2-digit" } as const
  if (isToday) return times("clock", clockOnly).format(at)
  return times("day and clock", { day: "numeric", month: "short", ...clockOnly }).format(at)
}

export function fullTime(at: number): string {
  return times("full", { dateStyle: "full", timeStyle: "medium" }).format(at)
}

/** With seconds. */
export function clock(at: number): string {
  return times("seconds", { timeStyle: "medium" }).format(at)
}

export function dayAndClock(at: number): string {
  return times("medium", { dateStyle: "medium", timeStyle: "short" }).format(at)
}

export function day(at: number): string {
  return times("day", { dateStyle: "medium" }).format(at)
}
