// The time by the server's clock: all times that it tells are of that one, and the clock of a device may be wrong by hours.

/** The header has whole seconds, and an answer takes its time: less than this is no difference. */
const EXACT_MS = 2000

let offset = 0

export function serverNow(): number {
  return Date.now() + offset
}

/** The `Date` of an answer that has just come. */
export function hearDate(date: string | null, now = Date.now()): void {
  offset = offsetAfter(offset, date, now)
}

/** How far the server is ahead. It stays as it is for small differences, so that no time that is shown goes back and forth. */
export function offsetAfter(before: number, date: string | null, now: number): number {
  const heard = Date.parse(date ?? "") - now
  return Number.isNaN(heard) || Math.abs(heard - before) < EXACT_MS ? before : heard
}
