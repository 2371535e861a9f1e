// Goes through the time: a line in the picture, and in words what went on at that moment.

import { exactDuration } from "../../i18n/durations.ts"
import { t } from "../../i18n/words.ts"
import { spansAt } from "./lanes.ts"
import type { Span } from "./span.ts"
import { titleOf } from "./span-words.ts"
import { lengthOf, type Period } from "./viewport.ts"

interface ScrubberProps {
  readonly bounds: Period
  readonly cursor: number | undefined
  readonly spans: readonly Span[]
  readonly onChange: (at: number) => void
}

/** More is not read. */
const MOST = 6

export function Scrubber({ bounds, cursor, spans, onChange }: ScrubberProps) {
  const at = cursor ?? bounds.from
  const words = cursor === undefined ? t("see.scrubHint") : wordsAt(spans, at, bounds.from)
  return (
    <div dir="ltr" className="flex flex-col gap-0.5">
      <input
        type="range"
        aria-label={t("see.scrub")}
        aria-valuetext={words}
        min={0}
        max={Math.round(lengthOf(bounds))}
        step={Math.max(1, Math.round(lengthOf(bounds) / 500))}
        value={Math.round(at - bounds.from)}
        onChange={(event) => onChange(bounds.from + Number(event.currentTarget.value))}
        className="ms-22 h-6 cursor-pointer accent-accent sm:ms-24"
      />
      <p aria-hidden className="min-h-5 text-xs text-quiet" dir="auto">
        {words}
      </p>
    </div>
  )
}

function wordsAt(spans: readonly Span[], at: number, zero: number): string {
  const names = [...new Set(spansAt(spans, at).map(titleOf))].slice(0, MOST)
  const time = exactDuration(at - zero)
  return names.length === 0 ? t("see.nothingAt", { time }) : t("see.goesOnAt", { time, what: names.join(", ") })
}
