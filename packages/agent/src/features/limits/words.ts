// Limits of what may be used, in words: what is used, what the limit is, and how to go on.
import type { LimitMet, LimitName, LimitScope } from "../../contracts/limits.ts"

/** "0.42 of 0.5 USD in this turn (limits.turn.costUsd)" */
export function limitWords({ scope, limit, used, max }: LimitMet): string {
  return `${amount(used, limit)} of ${amount(max, limit)} ${UNITS[limit]} ${WHERE[scope]} (limits.${scope}.${limit})`
}

export function reachedWords(met: LimitMet): string {
  return `A limit is reached: ${refusedWords(met) ?? limitWords(met)}. The next request was not sent. ${ADVICE[met.scope]}`
}

/** Calls beyond a limit of a turn or a session are counted and refused: "6 of 3" would read as if six had run. */
function refusedWords({ scope, limit, used, max }: LimitMet): string | undefined {
  if (limit !== "toolCalls" || scope === "owner" || used <= max) return undefined
  // A session's limit may have been lowered after more calls had run.
  const ran = scope === "turn" ? `${max} could run, the rest were refused` : "calls beyond it are refused"
  return `the model made ${used} ${used === 1 ? "tool call" : "tool calls"} ${WHERE[scope]}, and the limit is ${max} (limits.${scope}.toolCalls): ${ran}`
}

const UNITS: Readonly<Record<LimitName, string>> = {
  costUsd: "USD",
  tokens: "tokens",
  ms: "seconds of work",
  toolCalls: "tool calls",
}

const WHERE: Readonly<Record<LimitScope, string>> = {
  turn: "in this turn",
  session: "in this session",
  owner: "of this owner today (UTC)",
}

const ADVICE: Readonly<Record<LimitScope, string>> = {
  turn: "Say how to go on, which begins a new turn, or raise the limit.",
  session: "Raise the limit and go on here, or open another session.",
  owner: "Raise the limit and go on here, or go on tomorrow.",
}

function amount(value: number, limit: LimitName): string {
  const shown = limit === "ms" ? value / 1000 : value
  return shown.toLocaleString("en", { maximumFractionDigits: limit === "costUsd" ? 4 : 1 })
}
