// Limits of what may be used, in words: what is used, what the limit is, and how to go on.
import type { LimitMet, LimitName, LimitScope } from "../../contracts/limits.ts"

/** "0.42 of 0.5 USD in this turn (limits.turn.costUsd)" */
export function limitWords({ scope, limit, used, max }: LimitMet): string {
  return `${amount(used, limit)} of ${amount(max, limit)} ${UNITS[limit]} ${WHERE[scope]} (limits.${scope}.${limit})`
}

export function reachedWords(met: LimitMet): string {
  return `A limit is reached: ${limitWords(met)}. The next request was not sent. ${ADVICE[met.scope]}`
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
