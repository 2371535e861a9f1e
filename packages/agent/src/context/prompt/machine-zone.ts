// The time zone of this machine. `Intl` knows it too, but loads for 10 milliseconds when it is first asked.
import { readlinkSync } from "node:fs"

const DAY_MS = 86_400_000

export function machineDay(time: number): number {
  const date = new Date(time)
  return Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY_MS)
}

let zone: string | undefined

export function machineZone(): string {
  zone ??= linkedZone() ?? new Intl.DateTimeFormat().resolvedOptions().timeZone
  return zone
}

/** The zone that the system's clock is linked to. A variable takes precedence, and may be written in many ways. */
function linkedZone(): string | undefined {
  if (process.env.TZ !== undefined) return undefined
  try {
    const name = /zoneinfo\/([A-Z]\w+\/\w[\w/+-]*|UTC)$/.exec(readlinkSync("/etc/localtime"))?.[1]
    return name === "Etc/UTC" ? "UTC" : name
  } catch {
    // No link: a copy of the zone's file, or another system.
    return undefined
  }
}
