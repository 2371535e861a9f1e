// The timeline as a table: the same spans in the order of time, for those who read rather than look.
import { useState } from "react"
import { exactDuration } from "../../i18n/durations.ts"
import { t } from "../../i18n/words.ts"
import { Button } from "../../ui/button.tsx"
import { Table } from "../table.tsx"
import { isWrong } from "./drawn.ts"
import { isMoment, type Span } from "./span.ts"
import { stateOf, titleOf } from "./span-words.ts"

interface SpanTableProps {
  readonly spans: readonly Span[]
  readonly selected: string | undefined
  readonly onSelect: (id: string) => void
}

const AT_ONCE = 200

export function SpanTable({ spans, selected, onSelect }: SpanTableProps) {
  const [most, setMost] = useState(AT_ONCE)
  const zero = spans[0]?.from ?? 0
  return (
    <div className="flex flex-col gap-2 px-3 py-2">
      <Table
        label={t("see.timeline")}
        heads={[t("see.what"), t("see.start"), t("see.time"), t("see.state"), t("see.lane")]}
        rows={spans.slice(0, most).map((span) => ({
          key: span.id,
          isSelected: span.id === selected,
          cells: [
            <button
              key="what"
              type="button"
              aria-pressed={span.id === selected}
              onClick={() => onSelect(span.id)}
              className="min-h-6 cursor-pointer rounded text-start break-words underline decoration-line underline-offset-2 hover:decoration-accent"
            >
              {titleOf(span)}
            </button>,
            exactDuration(span.from - zero),
            isMoment(span) ? "–" : exactDuration(span.to - span.from),
            <span key="state" className={isWrong(span) ? "text-bad" : ""}>
              {stateOf(span)}
            </span>,
            t(`see.lane_${span.lane}`),
          ],
        }))}
      />
      {spans.length > most && (
        <Button size="small" onClick={() => setMost(most + AT_ONCE)}>
          {t("see.more")}
        </Button>
      )}
    </div>
  )
}
