// The time since the turn began, above the lanes. Time runs from left to right in every language.
import type { Ref } from "react"
import { exactDuration } from "../../i18n/durations.ts"
import { LABELS } from "./group-lanes.tsx"
import { lengthOf, type Period, ticksOf } from "./viewport.ts"

interface AxisProps {
  readonly ref: Ref<HTMLDivElement>
  readonly shown: Period
  readonly zero: number
  readonly width: number
  readonly cursor: number | undefined
}

const TICK_PX = 72

export function Axis({ ref, shown, zero, width, cursor }: AxisProps) {
  const scale = width / lengthOf(shown)
  return (
    <div role="presentation" dir="ltr" className="flex border-b border-line bg-raised text-[0.6875rem] text-quiet">
      <div className={LABELS} />
      <div ref={ref} className="relative h-6 min-w-0 grow overflow-hidden tabular-nums">
        {ticksOf(shown, zero, width / TICK_PX).map((at) => (
          <span
            key={at}
            className="absolute top-0 h-full border-s border-line ps-1 leading-6 whitespace-nowrap"
            style={{ left: (at - shown.from) * scale }}
          >
            {exactDuration(at - zero)}
          </span>
        ))}
        <CursorLine at={cursor} shown={shown} width={width} />
      </div>
    </div>
  )
}

interface CursorLineProps {
  readonly at: number | undefined
  readonly shown: Period
  readonly width: number
}

export function CursorLine({ at, shown, width }: CursorLineProps) {
  if (at === undefined || at < shown.from || at > shown.to) return null
  return (
    <span
      className="pointer-events-none absolute top-0 h-full w-0.5 bg-accent"
      style={{ left: ((at - shown.from) * width) / lengthOf(shown) }}
    />
  )
}
