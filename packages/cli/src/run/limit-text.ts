// A limit that is near, in words.
import type { LimitMet } from "@pawl/agent"

export function limitText({ scope, limit, used, max }: LimitMet): string {
  const share = Math.floor((used / max) * 100)
  return `${share} % of a limit are used: ${amount(used, limit)} of ${amount(max, limit)} ${UNITS[limit]} ${WHERE[scope]} (limits.${scope}.${limit})`
}

const UNITS: Readonly<Record<LimitMet["limit"], string>> = {
  costUsd: "USD",
  tokens: "tokens",
  ms: "seconds of work",
  toolCalls: "tool calls",
}

const WHERE: Readonly<Record<LimitMet["scope"], string>> = {
  turn: "in this turn",
  session: "in this session",
  owner: "of this owner today",
}

function amount(value: number, limit: LimitMet["limit"]): string {
  return (limit === "ms" ? value / 1000 : value).toLocaleString("en", { maximumFractionDigits: 4 })
}
