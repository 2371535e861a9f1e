// What part of a timeline is shown, which moment is looked at, and what keys and buttons do to both.
import { useMemo, useState } from "react"
import { stepOf } from "./move.ts"
import type { Span } from "./span.ts"
import { boundsOf, lengthOf, type Period, panned, showing, zoomed } from "./viewport.ts"

interface Selection {
  readonly selected: string | undefined
  readonly onSelect: (id: string) => void
}

export interface Viewport {
  readonly shown: Period
  readonly bounds: Period
  readonly isZoomed: boolean
  readonly cursor: number | undefined
  readonly change: (shown: Period) => void
  readonly select: (span: Span) => void
  readonly lookAt: (at: number) => void
  /** False for a key that means nothing here. */
  readonly press: (key: string, isShifted: boolean) => boolean
}

const ZOOM_STEP = 1.6

/** `spans` in the order of time. */
export function useViewport(spans: readonly Span[], { selected, onSelect }: Selection): Viewport {
  const bounds = useMemo(() => boundsOf(spans), [spans])
  const [zoom, setZoom] = useState<Period>()
  const [cursor, setCursor] = useState<number>()
  // Without a zoom all of it is shown, also when more comes.
  const shown = zoom ?? bounds
  const change = (next: Period) => setZoom(lengthOf(next) >= lengthOf(bounds) ? undefined : next)
  const reveal = (period: Period) => zoom !== undefined && change(showing(shown, bounds, period))
  const select = (span: Span) => {
    onSelect(span.id)
    reveal(span)
  }
  const lookAt = (at: number) => {
    setCursor(at)
    reveal({ from: at, to: at })
  }
  const press = (key: string, isShifted: boolean): boolean => {
    const step = stepOf(key, isShifted)
    const now = spans.find(({ id }) => id === selected)
    if (step?.kind === "zoom")
      change(zoomed(shown, bounds, step.isIn ? ZOOM_STEP : 1 / ZOOM_STEP, anchorIn(shown, now)))
    if (step?.kind === "fit") setZoom(undefined)
    if (step?.kind === "pan") change(panned(shown, bounds, step.by * lengthOf(shown)))
    const next = step?.kind === "select" ? step.to(spans, now) : undefined
    if (next !== undefined) select(next)
    return step !== undefined
  }
  return { shown, bounds, isZoomed: zoom !== undefined, cursor, change, select, lookAt, press }
}

/** What is selected stays where it is while the time around it is zoomed. */
function anchorIn(shown: Period, span: Span | undefined): number | undefined {
  const middle = span === undefined ? undefined : (span.from + span.to) / 2
  return middle !== undefined && shown.from <= middle && middle <= shown.to ? middle : undefined
}
