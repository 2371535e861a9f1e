// The parts of the context as a bar and as a table.
import type { Budget } from "../../data/view/session-view.ts"
import { count, percent } from "../../i18n/numbers.ts"
import { t } from "../../i18n/words.ts"
import { Badge } from "../../ui/badge.tsx"
import { cx } from "../../ui/cx.ts"
import { type BudgetPart, fullness, levelOf, type PartName, partsOf } from "./budget.ts"

const COLOURS: Readonly<Record<PartName, string>> = {
  system: "bg-info",
  tools: "bg-accent",
  history: "bg-warn",
  output: "bg-edge",
  safety: "bg-line",
  free: "bg-raised",
}

export function BudgetView({ budget }: { readonly budget: Budget }) {
  const parts = partsOf(budget)
  const share = fullness(budget)
  const level = levelOf(share)
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-baseline gap-2">
        <span className="text-2xl font-semibold tabular-nums">{percent(share)}</span>
        <Badge tone={level}>{t(`see.level_${level}`)}</Badge>
        <span className="ms-auto text-xs text-quiet tabular-nums">{t("see.window", { n: budget.window })}</span>
      </div>
      <div aria-hidden className="flex h-3 overflow-hidden rounded-full border border-line bg-raised">
        {parts.map(({ name, share: width }) => (
          <span key={name} className={COLOURS[name]} style={{ width: `${width * 100}%` }} />
        ))}
      </div>
      <table className="w-full text-sm tabular-nums">
        <caption className="sr-only">{t("see.parts")}</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">{t("see.part")}</th>
            <th scope="col">{t("see.tokens")}</th>
            <th scope="col">{t("see.share")}</th>
          </tr>
        </thead>
        <tbody>
          {parts.map((part) => (
            <PartRow key={part.name} part={part} window={budget.window} />
          ))}
        </tbody>
      </table>
      {budget.toolsAll !== undefined && budget.toolsAll > budget.tools && (
        <p className="text-xs text-quiet">{t("see.toolsAll", { n: budget.toolsAll })}</p>
      )}
    </div>
  )
}

function PartRow({ part: { name, tokens }, window }: { readonly part: BudgetPart; readonly window: number }) {
  return (
    <tr>
      <th scope="row" className="py-0.5 text-start font-normal">
        <span
          aria-hidden
          className={cx("me-2 inline-block size-2.5 rounded-sm border border-edge/40", COLOURS[name])}
        />
        {t(`see.part_${name}`)}
      </th>
      <td className="text-end">{count(tokens)}</td>
      <td className="w-16 text-end whitespace-nowrap text-quiet">{percent(window <= 0 ? 0 : tokens / window)}</td>
    </tr>
  )
}
