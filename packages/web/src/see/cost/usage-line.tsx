// Tokens and cost in a line. A cost that is not known is called so: it is not zero.
import type { Usage } from "@pawl/client"
import { count, usd } from "../../i18n/numbers.ts"
import { t } from "../../i18n/words.ts"

export function UsageLine({ usage }: { readonly usage: Usage | undefined }) {
  if (usage === undefined) return <span className="text-quiet">{t("see.noUsage")}</span>
  const { inputTokens, outputTokens, cacheReadTokens = 0, costUsd, estimated } = usage
  return (
    <span className="text-quiet tabular-nums">
      {t("see.inAndOut", { in: count(inputTokens), out: count(outputTokens) })}
      {cacheReadTokens > 0 && `, ${t("see.cached", { n: cacheReadTokens })}`}
      {" · "}
      {costUsd === undefined ? t("see.unpriced") : usd(costUsd)}
      {estimated === true && ` (${t("see.estimated")})`}
    </span>
  )
}
