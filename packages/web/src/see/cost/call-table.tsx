// The requests of a turn, each with its tokens, cost and time.

import { exactDuration } from "../../i18n/durations.ts"
import { count, usd } from "../../i18n/numbers.ts"
import { t } from "../../i18n/words.ts"
import { Badge } from "../../ui/badge.tsx"
import { ExchangeButton } from "../exchange/exchange-button.tsx"
import { Table } from "../table.tsx"
import type { CallCost } from "./cost-of.ts"

interface CallTableProps {
  readonly session: string
  readonly calls: readonly CallCost[]
}

export function CallTable({ session, calls }: CallTableProps) {
  if (calls.length === 0) return <p className="text-sm text-quiet">{t("see.noCalls")}</p>
  return (
    <Table
      label={t("see.requests")}
      heads={[t("see.requestName"), t("see.inShort"), t("see.outShort"), t("see.cost"), t("see.time"), t("see.look")]}
      rows={calls.map((call) => ({ key: `${call.seq}`, cells: cellsOf(call, session) }))}
    />
  )
}

function cellsOf({ kind, name, usage, hasFailed, ms, attempt }: CallCost, session: string) {
  return [
    <span key="name">
      {name} {kind !== "model" && <Badge>{t(`see.kind_${kind}`)}</Badge>}{" "}
      {hasFailed && <Badge tone="bad">{t("see.state_failed")}</Badge>}
    </span>,
    usage === undefined ? "–" : count(usage.inputTokens),
    usage === undefined ? "–" : count(usage.outputTokens),
    usage === undefined ? "–" : usage.costUsd === undefined ? t("see.unpriced") : usd(usage.costUsd),
    exactDuration(ms),
    attempt === undefined ? "" : <ExchangeButton key="look" session={session} attempt={attempt} isSmall />,
  ]
}
