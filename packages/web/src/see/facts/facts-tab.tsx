// The log of the session as it is: every fact, found by type and words, opened to its JSON.
import { ArrowUp } from "lucide-react"
import { useDeferredValue, useMemo, useState } from "react"
import { client } from "../../data/client.ts"
import type { LiveSession } from "../../data/live-session.ts"
import { useLoaded } from "../../data/use-loaded.ts"
import { useObservable } from "../../data/use-observable.ts"
import { t } from "../../i18n/words.ts"
import { Button } from "../../ui/button.tsx"
import { Failed } from "../../ui/empty.tsx"
import { SelectField, TextField } from "../../ui/field.tsx"
import { Spinner } from "../../ui/spinner.tsx"
import { attempt } from "../../ui/toasts.tsx"
import { Hint } from "../section.tsx"
import { type FactFilter, filtered, typesIn } from "./fact-filter.ts"
import { FactRow } from "./fact-row.tsx"
import { useFactLog } from "./use-facts.ts"

/** So many are loaded at first, from the end. */
const AT_ONCE = 300

export function FactsTab({ session }: { readonly session: LiveSession }) {
  const { value, error, reload } = useLoaded(
    () => client.call("sessions.get", { params: { session: session.id } }),
    session.id,
  )
  if (error !== undefined) return <Failed error={error} onRetry={reload} />
  if (value === undefined)
    return (
      <Hint>
        <Spinner label={t("app.loading")} />
      </Hint>
    )
  return <FactList session={session} from={Math.max(1, value.seq - AT_ONCE + 1)} />
}

/** So many rows are drawn at once; the rest follows on request. */
const MOST_ROWS = 300

function FactList({ session, from }: { readonly session: LiveSession; readonly from: number }) {
  const log = useFactLog(session, { from })
  const { facts, isLoaded, error } = useObservable(log.state)
  const [filter, setFilter] = useState<FactFilter>({ type: "", text: "" })
  const [most, setMost] = useState(MOST_ROWS)
  const wanted = useDeferredValue(filter)
  const found = useMemo(() => filtered(facts, wanted).toReversed(), [facts, wanted])
  const rows = found.slice(0, most)
  const loadEarlier = () => attempt(() => log.loadEarlier(1000))
  return (
    <>
      <Filters filter={filter} types={typesIn(facts)} onChange={setFilter} />
      <p role="status" className="px-3 pb-1 text-xs text-quiet">
        {t("see.factsShown", { n: found.length, all: facts.length })}
      </p>
      {error !== undefined && <Failed error={error} onRetry={() => void log.load()} />}
      {!isLoaded && error === undefined && (
        <Hint>
          <Spinner label={t("app.loading")} />
        </Hint>
      )}
      <ul aria-label={t("see.tab_facts")} className="px-1.5">
        {rows.map((fact) => (
          <FactRow key={fact.seq} fact={fact} session={session.id} />
        ))}
      </ul>
      <div className="flex justify-center gap-2 p-3">
        {found.length > most && (
          <Button size="small" onClick={() => setMost(most + MOST_ROWS)}>
            {t("see.more")}
          </Button>
        )}
        {found.length <= most && log.hasEarlier && (
          <Button size="small" icon={ArrowUp} onClick={loadEarlier}>
            {t("see.earlierFacts")}
          </Button>
        )}
      </div>
    </>
  )
}

interface FiltersProps {
  readonly filter: FactFilter
  readonly types: readonly string[]
  readonly onChange: (filter: FactFilter) => void
}

function Filters({ filter, types, onChange }: FiltersProps) {
  return (
    <div className="sticky top-0 z-10 grid grid-cols-2 gap-2 border-b border-line bg-surface p-3">
      <SelectField
        label={t("see.factType")}
        value={filter.type}
        onChange={(event) => onChange({ ...filter, type: event.currentTarget.value })}
      >
        <option value="">{t("see.allTypes")}</option>
        {types.map((type) => (
          <option key={type}>{type}</option>
        ))}
      </SelectField>
      <TextField
        label={t("see.words")}
        type="search"
        value={filter.text}
        onChange={(event) => onChange({ ...filter, text: event.currentTarget.value })}
      />
    </div>
  )
}
