// A lesson as it was stored, read into its type.
import type { RateLeft } from "@pawl/agent"
import type { RateLesson } from "@pawl/agent/types"

/** Another version may have written something else. */
export function readLesson(text: string): RateLesson | undefined {
  const { refused, said } = fieldsOf(parsed(text))
  const lesson: RateLesson = { ...readRefusal(refused), ...readNews(said) }
  return Object.keys(lesson).length === 0 ? undefined : lesson
}

function readRefusal(refused: unknown): Pick<RateLesson, "refused"> {
  const { sentAgoMs, retryAfterMs } = fieldsOf(refused)
  if (!isAmount(sentAgoMs)) return {}
  return { refused: { sentAgoMs, ...(isAmount(retryAfterMs) && { retryAfterMs }) } }
}

function readNews(said: unknown): Pick<RateLesson, "said"> {
  const { requests, tokens } = fieldsOf(said)
  const news = { requests: readLeft(requests), tokens: readLeft(tokens) }
  if (news.requests === undefined && news.tokens === undefined) return {}
  return { said: { ...(news.requests && { requests: news.requests }), ...(news.tokens && { tokens: news.tokens }) } }
}

function readLeft(left: unknown): RateLeft | undefined {
  const { limit, remaining, resetMs } = fieldsOf(left)
  if (!isAmount(remaining) || !isAmount(resetMs)) return undefined
  return { remaining, resetMs, ...(isAmount(limit) && { limit }) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {}
}

function isAmount(value: unknown): value is number {
  return typeof value === "number" && value >= 0
}
