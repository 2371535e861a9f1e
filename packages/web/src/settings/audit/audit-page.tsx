// What admins did, newest first, a page at a time.
import { useMemo, useState } from "react"
import { dayAndClock } from "../../i18n/times.ts"
import { t } from "../../i18n/words.ts"
import { Badge, type Tone } from "../../ui/badge.tsx"
import { Button } from "../../ui/button.tsx"
import { Empty, Failed } from "../../ui/empty.tsx"
import { SelectField, TextField } from "../../ui/field.tsx"
import { Spinner } from "../../ui/spinner.tsx"
import { PageHead, Rows } from "../parts/section.tsx"
import { type AuditEntry, type AuditFilter, filtered } from "./filter.ts"
import { useAudit } from "./use-audit.ts"

const OUTCOMES = ["done", "refused", "failed"] as const
const TONES: Readonly<Record<AuditEntry["outcome"], Tone>> = { done: "ok", refused: "warn", failed: "bad" }

export function AuditPage() {
  const { entries, hasMore, isLoading, error, loadMore } = useAudit()
  const [filter, setFilter] = useState<AuditFilter>({ words: "", outcome: "" })
  const shown = useMemo(() => filtered(entries, filter), [entries, filter])
  return (
    <>
      <PageHead title={t("manners.page_audit")} hint={t("settings.auditHint")} />
      <FilterFields filter={filter} onChange={setFilter} />
      {shown.length > 0 && (
        <Rows label={t("manners.page_audit")}>
          {shown.map((entry, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id, and two may be of one moment.
            <EntryRow key={`${entry.at} ${index}`} entry={entry} />
          ))}
        </Rows>
      )}
      {error !== undefined && <Failed error={error} onRetry={loadMore} />}
      {isLoading && <Spinner label={t("app.loading")} />}
      {!isLoading && error === undefined && shown.length === 0 && (
        <Empty title={entries.length === 0 ? t("settings.auditNone") : t("settings.auditNoMatch")}>
          {entries.length > 0 && hasMore && t("settings.auditMoreHint")}
        </Empty>
      )}
      {hasMore && !isLoading && (
        <Button className="self-center" onClick={loadMore}>
          {t("settings.older")}
        </Button>
      )}
    </>
  )
}

interface FilterFieldsProps {
  readonly filter: AuditFilter
  readonly onChange: (filter: AuditFilter) => void
}

function FilterFields({ filter, onChange }: FilterFieldsProps) {
  return (
    <search className="grid gap-3 sm:grid-cols-[1fr_12rem]">
      <TextField
        label={t("settings.filter")}
        hint={t("settings.filterHint")}
        type="search"
        dir="auto"
        value={filter.words}
        onChange={(event) => onChange({ ...filter, words: event.currentTarget.value })}
      />
      <SelectField
        label={t("settings.outcome")}
        value={filter.outcome}
        onChange={(event) => onChange({ ...filter, outcome: event.currentTarget.value as AuditFilter["outcome"] })}
      >
        <option value="">{t("settings.anyOutcome")}</option>
        {OUTCOMES.map((outcome) => (
          <option key={outcome} value={outcome}>
            {t(`settings.outcome_${outcome}`)}
          </option>
        ))}
      </SelectField>
    </search>
  )
}

function EntryRow({ entry: { at, who, what, detail, outcome, code } }: { readonly entry: AuditEntry }) {
  const parts = Object.entries(detail)
  return (
    <li className="flex flex-col gap-1 px-4 py-3">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
        <bdi className="font-medium break-all">{who}</bdi>
        <code className="font-mono text-xs">{what}</code>
        <Badge tone={TONES[outcome]}>{t(`settings.outcome_${outcome}`)}</Badge>
        {code !== undefined && <code className="font-mono text-xs text-quiet">{code}</code>}
        <time dateTime={new Date(at).toISOString()} className="ms-auto text-xs text-quiet">
          {dayAndClock(at)}
        </time>
      </p>
      {parts.length > 0 && (
        <p className="font-mono text-xs wrap-anywhere text-quiet">
          {parts
            .map(([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`)
            .join(" · ")}
        </p>
      )}
    </li>
  )
}
