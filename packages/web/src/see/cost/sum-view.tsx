// A sum of tokens and money. Requests without a price are counted beside it, for they are not free.
import type { ReactNode } from "react"
import { count, usd } from "../../i18n/numbers.ts"
import { t } from "../../i18n/words.ts"
import { Badge } from "../../ui/badge.tsx"
import type { CostSum } from "./cost-of.ts"

interface SumViewProps {
  readonly sum: CostSum
  /** What was summed up. */
  readonly of: "calls" | "models"
}

export function SumView({ sum, of }: SumViewProps) {
  const { inputTokens, outputTokens, cacheReadTokens, isEstimated } = sum
  const note = noteOf(sum, of)
  return (
    <div className="flex flex-col gap-2">
      <dl className="grid grid-cols-3 gap-2 text-sm tabular-nums">
        <Figure name={t("see.inputTokens")} more={cacheReadTokens > 0 && t("see.cached", { n: cacheReadTokens })}>
          {count(inputTokens)}
        </Figure>
        <Figure name={t("see.outputTokens")}>{count(outputTokens)}</Figure>
        <Figure name={t("see.cost")} more={isEstimated && t("see.estimated")}>
          {costText(sum)}
        </Figure>
      </dl>
      {note !== undefined && (
        <p>
          <Badge tone="warn">{note}</Badge>
        </p>
      )}
    </div>
  )
}

/** Undefined when everything has a price, or the sum says already that nothing has one. */
function noteOf({ priced, unpriced }: CostSum, of: SumViewProps["of"]): string | undefined {
  if (unpriced === 0) return undefined
  if (of === "calls") return t("see.unpricedCalls", { n: unpriced })
  return priced === 0 ? undefined : t("see.unpricedSome")
}

/** Of requests of which none has a price, the sum is not zero but unknown. */
export function costText({ costUsd, priced, unpriced }: Pick<CostSum, "costUsd" | "priced" | "unpriced">): string {
  if (priced === 0) return unpriced === 0 ? "–" : t("see.unpriced")
  return unpriced === 0 ? usd(costUsd) : t("see.atLeast", { cost: usd(costUsd) })
}

interface FigureProps {
  readonly name: string
  readonly more?: string | false
  readonly children: ReactNode
}

function Figure({ name, more = false, children }: FigureProps) {
  return (
    <div className="min-w-0 rounded-lg bg-raised px-2 py-1.5">
      <dt className="truncate text-xs text-quiet">{name}</dt>
      <dd className="font-semibold">
        {children}
        {more !== false && <span className="block text-xs font-normal text-quiet">{more}</span>}
      </dd>
    </div>
  )
}
