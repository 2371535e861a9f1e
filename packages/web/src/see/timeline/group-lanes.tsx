// The lanes of one session: a name at the side, and rows of bars. A sub-agent has a line with its task above them.
import { CornerDownRight } from "lucide-react"
import { memo } from "react"
import { t } from "../../i18n/words.ts"
import { cx } from "../../ui/cx.ts"
import { CursorLine } from "./axis.tsx"
import { BarView } from "./bar-view.tsx"
import { barsOf } from "./drawn.ts"
import type { Group, Lane } from "./lanes.ts"
import type { Span } from "./span.ts"
import type { Period } from "./viewport.ts"

/** The column of names. */
export const LABELS = "w-22 shrink-0 sm:w-24"

interface Shown {
  readonly shown: Period
  readonly width: number
  /** When the turn began. */
  readonly zero: number
  readonly selected: string | undefined
  readonly cursor: number | undefined
}

interface RowProps extends Omit<Shown, "cursor"> {
  readonly row: readonly Span[]
}

export const GroupLanes = memo(function GroupLanes({ group, ...shown }: Shown & { readonly group: Group }) {
  const { depth, title, lanes, session } = group
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options is no fieldset.
    <div role="group" aria-label={depth === 0 ? t("see.thisSession") : t("see.subAgent", { title: title || session })}>
      {depth > 0 && (
        <div
          aria-hidden
          className="flex items-center gap-1 truncate border-b border-line bg-raised py-0.5 pe-2 text-[0.6875rem] text-quiet"
          style={{ paddingInlineStart: `${depth * 0.5}rem` }}
        >
          <CornerDownRight className="size-3 shrink-0 rtl:-scale-x-100" />
          <span className="truncate">{title || session}</span>
        </div>
      )}
      {lanes.map((lane) => (
        <LaneView key={lane.name} lane={lane} depth={depth} {...shown} />
      ))}
    </div>
  )
})

interface LaneProps extends Shown {
  readonly lane: Lane
  readonly depth: number
}

function LaneView({ lane: { name, rows }, depth, shown, width, zero, selected, cursor }: LaneProps) {
  return (
    <div role="presentation" dir="ltr" className="flex border-b border-line last:border-b-0">
      <div
        aria-hidden
        className={cx(LABELS, "truncate border-e border-line py-1 pe-1 text-[0.6875rem] leading-4 text-quiet")}
        style={{ paddingInlineStart: `${0.5 + depth * 0.5}rem` }}
      >
        {t(`see.lane_${name}`)}
      </div>
      <div role="presentation" className="relative min-w-0 grow overflow-hidden py-0.5">
        {rows.map((row, index) => (
          <Row
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is known by its place.
            key={index}
            row={row}
            shown={shown}
            width={width}
            zero={zero}
            selected={row.some(({ id }) => id === selected) ? selected : undefined}
          />
        ))}
        <CursorLine at={cursor} shown={shown} width={width} />
      </div>
    </div>
  )
}

/** Drawn again only when it moves, or when what is selected is or was in it. */
const Row = memo(function Row({ row, shown, width, zero, selected }: RowProps) {
  return (
    <div role="presentation" className="relative h-6">
      {barsOf(row, shown, width, selected).map((bar) => (
        <BarView
          key={bar.span.id}
          span={bar.span}
          start={bar.start}
          width={bar.width}
          room={bar.room}
          zero={zero}
          isSelected={bar.span.id === selected}
        />
      ))}
    </div>
  )
})
