// What was used: cost and tokens by day, model and, for admins, owner.

import { useMemo, useState } from "react"
import { client } from "../../data/client.ts"
import { serverNow } from "../../data/clock.ts"
import { useLoaded } from "../../data/use-loaded.ts"
import { t } from "../../i18n/words.ts"
import { Empty } from "../../ui/empty.tsx"
import { SelectField } from "../../ui/field.tsx"
import { useIsAdmin } from "../parts/is-admin.ts"
import { PageHead } from "../parts/section.tsx"
import { Shown } from "../parts/shown.tsx"
import { Charts } from "./charts.tsx"
import { lastDays, type Measure, total } from "./sums.ts"

const RANGES = [7, 30, 90] as const
const MEASURES = ["cost", "tokens", "requests"] as const

export function UsagePage() {
  const isAdmin = useIsAdmin()
  const [range, setRange] = useState<number>(30)
  const [chosen, setMeasure] = useState<Measure>()
  const [whose, setWhose] = useState<Whose>("all")
  const days = useMemo(() => lastDays(range, serverNow()), [range])
  const hasOwners = isAdmin && whose === "all"
  const owner = hasOwners ? { owner: "*" } : {}
  const query = { from: days[0] ?? "", ...owner }
  const loaded = useLoaded(() => client.usage(query), JSON.stringify(query))
  // Models that run at home have no price, and bars of nothing say nothing.
  const measure = chosen ?? (total(loaded.value ?? []).cost > 0 ? "cost" : "tokens")
  return (
    <>
      <PageHead title={t("manners.page_usage")} hint={t("settings.usageHint")} />
      <Choices
        {...{ range, measure }}
        whose={isAdmin ? whose : undefined}
        onRange={setRange}
        onMeasure={setMeasure}
        onWhose={setWhose}
      />
      <Shown of={loaded}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title={t("settings.noUsage")}>{t("settings.noUsageHint")}</Empty>
          ) : (
            <Charts {...{ rows, days, measure }} hasOwners={hasOwners} />
          )
        }
      </Shown>
    </>
  )
}

type Whose = "all" | "own"

interface ChoicesProps {
  readonly range: number
  readonly measure: Measure
  /** Undefined for those who see only their own. */
  readonly whose: Whose | undefined
  readonly onRange: (days: number) => void
  readonly onMeasure: (measure: Measure) => void
  readonly onWhose: (whose: Whose) => void
}

function Choices({ range, measure, whose, onRange, onMeasure, onWhose }: ChoicesProps) {
  return (
    <div className="grid grid-cols-2 gap-3 sm:flex">
      <SelectField
        label={t("settings.range")}
        value={range}
        onChange={(event) => onRange(Number(event.currentTarget.value))}
      >
        {RANGES.map((each) => (
          <option key={each} value={each}>
            {t("settings.lastDays", { n: each })}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t("settings.measure")}
        value={measure}
        onChange={(event) => onMeasure(event.currentTarget.value as Measure)}
      >
        {MEASURES.map((each) => (
          <option key={each} value={each}>
            {t(`settings.usage_${each}`)}
          </option>
        ))}
      </SelectField>
      {whose !== undefined && (
        <SelectField
          label={t("settings.whose")}
          value={whose}
          onChange={(event) => onWhose(event.currentTarget.value as Whose)}
        >
          <option value="all">{t("settings.everyone")}</option>
          <option value="own">{t("settings.onlyYou")}</option>
        </SelectField>
      )}
    </div>
  )
}
