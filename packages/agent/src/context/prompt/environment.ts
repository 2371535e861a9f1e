// The prompt's text on where and when the agent works. It has the date but no time: a prompt that changes every second
// is never found in a provider's cache.
import { dayAt, named, zoneNamed } from "./calendar.ts"

export interface Surroundings {
  readonly time: number
  /** For example "Europe/Berlin". Default: the machine's zone. */
  readonly zone?: string
  readonly locale?: string
  readonly platform?: string
  readonly workspace?: string
}

export function environmentText(about: Surroundings): string {
  const { time, zone, locale, platform, workspace } = about
  // Cached per minute: nothing here changes within a minute, because days begin on a full minute everywhere.
  const key = `${Math.floor(time / 60_000)} ${zone} ${locale} ${platform} ${workspace}`
  if (last.key !== key) last = { key, text: textOf(about) }
  return last.text
}

let last = { key: "", text: "" }

function textOf({ time, zone, locale, platform, workspace }: Surroundings): string {
  const lines = [
    `Today: ${named(dayAt(time, zone))} (time zone ${zoneNamed(zone)})`,
    locale && `Locale: ${locale}`,
    platform && `Platform: ${platform}`,
    workspace && `Working folder: ${workspace}`,
  ]
  return lines.filter((line) => line).join("\n")
}
