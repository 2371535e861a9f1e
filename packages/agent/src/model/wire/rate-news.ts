// What a provider's headers say about its rate limits: `x-ratelimit-*` (OpenAI and many others), `anthropic-ratelimit-*`.
import { defined } from "../../base/defined.ts"
import type { RateLeft, RateNews } from "../../contracts/rates.ts"
import { first, type Headers } from "./classify.ts"

/** Undefined for the many providers that say nothing. */
export function rateNews(headers: Headers, now: number): RateNews | undefined {
  const isOpenAi = headers["x-ratelimit-remaining-requests"] ?? headers["x-ratelimit-remaining-tokens"]
  const isAnthropic =
    headers["anthropic-ratelimit-requests-remaining"] ?? headers["anthropic-ratelimit-tokens-remaining"]
  if (isOpenAi === undefined && isAnthropic === undefined) return undefined
  const name: Naming =
    isOpenAi === undefined
      ? (part, unit) => `anthropic-ratelimit-${unit}-${part}`
      : (part, unit) => `x-ratelimit-${part}-${unit}`
  const [requests, tokens] = [left(headers, name, "requests", now), left(headers, name, "tokens", now)]
  return requests === undefined && tokens === undefined ? undefined : defined({ requests, tokens })
}

type Naming = (part: "limit" | "remaining" | "reset", unit: string) => string

function left(headers: Headers, name: Naming, unit: string, now: number): RateLeft | undefined {
  const remaining = numberIn(first(headers[name("remaining", unit)]))
  const resetMs = durationMs(first(headers[name("reset", unit)]), now)
  if (remaining === undefined || resetMs === undefined) return undefined
  return { remaining, resetMs, ...defined({ limit: numberIn(first(headers[name("limit", unit)])) }) }
}

function numberIn(text: string): number | undefined {
  return /^\d+$/.test(text) ? Number(text) : undefined
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** "6m0s", "120ms", "1.5" seconds, or a date as in "2026-01-01T00:00:10Z". */
function durationMs(text: string, now: number): number | undefined {
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000
  if (/^(\d+(\.\d+)?(ms|[smhd]))+$/.test(text)) {
    const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|[smhd])/g)]
    return parts.reduce((sum, [, count, unit = ""]) => sum + Number(count) * (UNITS[unit] ?? 0), 0)
  }
  const date = /^\d{4}-\d{2}-\d{2}T/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
