// Times as people read them: "40 ms", "0.3 s", "12 s", "2 min 5 s".
import { count, numbers } from "./numbers.ts"

export function duration(ms: number): string {
  if (ms > 0 && ms < 100) return `${Math.max(1, Math.round(ms))} ms`
  if (ms < 9950) return `${tenths(ms / 1000)} s`
  const seconds = Math.round(ms / 1000)
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return joined([minutes, "min"], [seconds % 60, "s"])
  return joined([Math.floor(minutes / 60), "h"], [minutes % 60, "min"])
}

/** "4:32" of what is left; never negative. */
export function countdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const two = (value: number) => String(value).padStart(2, "0")
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}

function joined(...parts: readonly (readonly [count: number, unit: string])[]): string {
  return parts.flatMap(([count, unit], place) => (place > 0 && count === 0 ? [] : [`${count} ${unit}`])).join(" ")
}

/** With all that can be measured, for an axis of time: "850 ms", "2.4 s", "3 min 5 s". */
export function exactDuration(ms: number): string {
  if (ms < 1000) return `${count(Math.round(ms))} ms`
  if (ms < 60_000) return `${tenths(ms / 1000)} s`
  const seconds = Math.round(ms / 1000)
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min ${rest} s`
}

function tenths(value: number): string {
  return numbers("tenths", { maximumFractionDigits: 1 }).format(value)
}
