// Calendar days in a time zone. A day is a whole number, counted from 1970-01-01, so that weeks and "in 3 days" are
// plain sums, whatever a zone does to its clocks. Never reads the clock.
import { machineDay, machineZone } from "./machine-zone.ts"

const DAY_MS = 86_400_000
const QUARTER_MS = 900_000
// 1970-01-01 was a Thursday.
const WEEKDAYS = ["Thursday", "Friday", "Saturday", "Sunday", "Monday", "Tuesday", "Wednesday"] as const

/** Without a zone: in the zone of this machine. */
export function dayAt(time: number, zone?: string): number {
  if (zone === undefined) return machineDay(time)
  const calendar = calendarOf(zone)
  // Every zone's day begins on a quarter of an hour, so the day is looked up once per quarter.
  const quarter = Math.floor(time / QUARTER_MS)
  if (calendar.last?.quarter !== quarter) calendar.last = { quarter, day: lookUp(time, calendar.format) }
  return calendar.last.day
}

function lookUp(time: number, format: Intl.DateTimeFormat): number {
  const parts = format.formatToParts(time)
  const part = (type: string) => Number(parts.find((each) => each.type === type)?.value)
  return Math.floor(Date.UTC(part("year"), part("month") - 1, part("day")) / DAY_MS)
}

/** In ISO 8601: 2026-11-15. */
export function dateOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}

export function weekdayOf(day: number): string {
  return WEEKDAYS[((day % 7) + 7) % 7] ?? ""
}

/** Sunday, 2026-11-15 */
export function named(day: number): string {
  return `${weekdayOf(day)}, ${dateOf(day)}`
}

export function mondayOf(day: number): number {
  return day - ((((day - 4) % 7) + 7) % 7)
}

/** The same day of another month, or that month's last day if it is shorter. */
export function plusMonths(day: number, months: number): number {
  const date = new Date(day * DAY_MS)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months]
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Math.floor(Date.UTC(year, month, Math.min(date.getUTCDate(), last)) / DAY_MS)
}

/** The given zone, or the zone of this machine. */
export function zoneNamed(zone?: string): string {
  return zone === undefined ? machineZone() : calendarOf(zone).zone
}

interface Calendar {
  readonly format: Intl.DateTimeFormat
  readonly zone: string
  last?: { readonly quarter: number; readonly day: number }
}

// Cached, because creating one takes longer than building a whole prompt.
const calendars = new Map<string, Calendar>()

function calendarOf(zone: string): Calendar {
  const known = calendars.get(zone)
  if (known !== undefined) return known
  const format = formatFor(zone)
  const made: Calendar = { format, zone: format.resolvedOptions().timeZone }
  calendars.set(zone, made)
  return made
}

/** An unknown zone must not fail a request: UTC is used instead, and the prompt says so. */
function formatFor(timeZone: string): Intl.DateTimeFormat {
  const fields = {
    calendar: "gregory",
    numberingSystem: "latn",
    year: "numeric",
    month: "numeric",
    day: "numeric",
  } as const
  try {
    return new Intl.DateTimeFormat("en", { ...fields, timeZone })
  } catch {
    return new Intl.DateTimeFormat("en", { ...fields, timeZone: "UTC" })
  }
}
