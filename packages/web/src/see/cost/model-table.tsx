// What each model of the session was asked, used and cost, what sub-agents used, and the sum of all.

import { count, usd } from "../../i18n/numbers.ts"
import { t } from "../../i18n/words.ts"
import { Table } from "../table.tsx"
import { sumOf } from "./cost-of.ts"
import type { ModelCost } from "./session-cost.ts"
import { SumView } from "./sum-view.tsx"

export function ModelTable({ costs }: { readonly costs: readonly ModelCost[] }) {
  // A model that only failed used nothing.
  const used = costs.map(({ usage }) => usage).filter((usage) => usage.inputTokens + usage.outputTokens > 0)
  return (
    <>
      <SumView sum={sumOf(used)} of="models" />
      <Table
        label={t("see.models")}
        heads={[t("see.model"), t("see.requests"), t("see.inShort"), t("see.outShort"), t("see.cost")]}
        rows={costs.map(({ name, calls, usage }) => ({
          key: name,
          cells: [
            name || t("see.subAgents"),
            calls === undefined ? "–" : count(calls),
            count(usage.inputTokens),
            count(usage.outputTokens),
            usage.costUsd === undefined ? t("see.unpriced") : usd(usage.costUsd),
          ],
        }))}
      />
    </>
  )
}
