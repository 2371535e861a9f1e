// Charts and tables of what was used: in all, by day, by model and by owner.
import type { UsageRow } from "@pawl/client"
import { count, short, usd } from "../../i18n/numbers.ts"
import { language, t } from "../../i18n/words.ts"
import { Box, Section } from "../parts/section.tsx"
import { BarChart } from "./bar-chart.tsx"
import { costText, NumberCells, Shares, UsageTable } from "./shares.tsx"
import { amountOf, type Measure, type Sum, sumsBy, sumsByDay, total } from "./sums.ts"

interface ChartsProps {
  readonly rows: readonly UsageRow[]
  readonly days: readonly string[]
  readonly measure: Measure
  readonly hasOwners: boolean
}

export function Charts({ rows, days, measure, hasOwners }: ChartsProps) {
  const all = total(rows)
  return (
    <>
      <Totals all={all} />
      <ByDay sums={sumsByDay(rows, days)} measure={measure} />
      <Section title={t("settings.byModel")}>
        <Shares
          title={t("settings.byModel")}
          head={t("settings.model")}
          sums={sumsBy(rows, "model", measure)}
          measure={measure}
        />
      </Section>
      {hasOwners && (
        <Section title={t("settings.byOwner")}>
          <Shares
            title={t("settings.byOwner")}
            head={t("settings.owner")}
            sums={sumsBy(rows, "owner", measure)}
            measure={measure}
            nameOf={(name) => (name === "" ? t("settings.localOwner") : name)}
          />
        </Section>
      )}
      {all.unpriced > 0 && <p className="text-xs text-quiet">{t("settings.unpriced", { n: all.unpriced })}</p>}
    </>
  )
}

function Totals({ all }: { readonly all: Sum }) {
  const figures = [
    [t("settings.usage_cost"), costText(all)],
    [t("settings.usage_tokens"), short(all.input + all.output)],
    [t("settings.usage_requests"), count(all.requests)],
    [t("settings.usage_toolCalls"), count(all.toolCalls)],
  ] as const
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {figures.map(([name, value]) => (
        <div key={name} className="rounded-xl border border-line bg-surface px-4 py-3">
          <dt className="text-xs text-quiet">{name}</dt>
          <dd className="text-xl font-semibold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function ByDay({ sums, measure }: { readonly sums: readonly Sum[]; readonly measure: Measure }) {
  const format = measure === "cost" ? usd : short
  const dayName = new Intl.DateTimeFormat(language(), { day: "numeric", month: "short", timeZone: "UTC" })
  const labelOf = ({ name }: Sum) => dayName.format(new Date(`${name}T00:00:00Z`))
  const bars = sums.map((sum) => {
    const value = amountOf(sum, measure)
    return { name: sum.name, label: labelOf(sum), value, shown: measure === "cost" ? usd(value) : count(value) }
  })
  const title = t("settings.byDay", { what: t(`settings.usage_${measure}`) })
  return (
    <Section title={title}>
      <Box>
        <BarChart title={title} bars={bars} format={format} />
      </Box>
      <details>
        <summary className="min-h-6 cursor-pointer text-sm text-accent">{t("settings.asTable")}</summary>
        <div className="pt-2">
          <UsageTable label={title} head={t("settings.day")}>
            {sums
              .filter(({ requests, toolCalls }) => requests + toolCalls > 0)
              .map((sum) => (
                <tr key={sum.name} className="border-t border-line">
                  <th scope="row" className="py-2 ps-4 pe-3 text-start font-medium whitespace-nowrap">
                    {labelOf(sum)}
                  </th>
                  <NumberCells sum={sum} />
                </tr>
              ))}
          </UsageTable>
        </div>
      </details>
    </Section>
  )
}
