// What a session used and cost, by model, for the prompt's /cost.
import type { Usage } from "@pawl/agent"
import type { Stats } from "@pawl/agent/observe"
import { named } from "../terminal/plain.ts"
import { costText, count } from "./record-text.ts"

/** `limit`: what the session may cost. */
export function costLines({ models, usage }: Stats, limit: number | undefined): string {
  if (Object.keys(models).length === 0) return "Nothing was used yet."
  const lines = Object.entries(models).map(([name, model]) => `  ${named(name)}: ${amounts(model.usage)}`)
  const allowed = limit === undefined ? "" : `, of ${limit} USD that the session may cost`
  return [`This session: ${amounts(usage)}${allowed}`, ...lines].join("\n")
}

function amounts(usage: Usage): string {
  const { inputTokens, outputTokens, cacheReadTokens = 0, cacheWriteTokens = 0 } = usage
  const cached = [
    ...(cacheReadTokens > 0 ? [`${count(cacheReadTokens)} from the cache`] : []),
    ...(cacheWriteTokens > 0 ? [`${count(cacheWriteTokens)} into it`] : []),
  ]
  const tokens = `${count(inputTokens)}${cached.length === 0 ? "" : ` (${cached.join(", ")})`} + ${count(outputTokens)} tokens`
  return `${tokens}${costText(usage) || ", cost unknown"}`
}
