// One bar of a timeline.
import { memo } from "react"
import { cx } from "../../ui/cx.ts"
import { domId } from "./chart.tsx"
import { type Bar, LEAST_WIDTH } from "./drawn.ts"
import type { LaneName, Span } from "./span.ts"
import { sentenceOf, titleOf } from "./span-words.ts"

const LANE_LOOKS: Readonly<Record<LaneName, string>> = {
  model: "border-info/60 bg-info-soft text-info",
  tools: "border-accent/60 bg-accent-soft text-accent",
  waits: "border-warn/60 bg-warn-soft text-warn",
  nudges: "border-warn bg-warn text-warn-soft",
  compactions: "border-edge bg-raised text-ink",
  other: "border-edge bg-line text-ink",
}

/** What went wrong looks the same in every lane. */
const STATE_LOOKS: Partial<Readonly<Record<Span["state"], string>>> = {
  failed: "border-bad bg-bad-soft text-bad",
  unknown: "border-dashed border-bad bg-bad-soft text-bad",
}

/** In narrower bars a name cannot be read: it stands beside them, where there is room. */
const WIDE = 60
const LEAST_ROOM = 40

interface BarViewProps extends Bar {
  readonly zero: number
  readonly isSelected: boolean
}

export const BarView = memo(function BarView({ span, start, width, room, zero, isSelected }: BarViewProps) {
  const said = sentenceOf(span, zero)
  const isWide = width >= WIDE
  return (
    <>
      <div
        role="option"
        tabIndex={-1}
        id={domId(span.id)}
        data-span={span.id}
        aria-selected={isSelected}
        aria-label={said}
        title={said}
        style={{ left: start, width }}
        className={cx(
          "absolute top-0.5 h-5 cursor-pointer overflow-hidden rounded border text-[0.6875rem] leading-[1.125rem] whitespace-nowrap",
          STATE_LOOKS[span.state] ?? LANE_LOOKS[span.lane],
          // A short one stands above the long one that begins right after it.
          width <= LEAST_WIDTH * 2 && "z-[1]",
          isSelected && "z-10 outline-2 outline-offset-1 outline-accent",
        )}
      >
        {span.state === "open" && (
          <span aria-hidden className="absolute inset-y-0 right-0 w-1 animate-pulse bg-current" />
        )}
        {isWide && (
          <span aria-hidden className="sticky left-0 px-1">
            {titleOf(span)}
          </span>
        )}
      </div>
      {!isWide && room >= LEAST_ROOM && (
        <span
          aria-hidden
          style={{ left: start + width + 4, maxWidth: room - 8 }}
          className="pointer-events-none absolute top-0.5 truncate text-[0.6875rem] leading-5 text-quiet"
        >
          {titleOf(span)}
        </span>
      )}
    </>
  )
})
