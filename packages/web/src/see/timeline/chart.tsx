// The picture of a timeline: an axis, lanes with bars, and a line for the moment that the person looks at.
import { type KeyboardEvent, type MouseEvent, useId, useRef } from "react"
import { t } from "../../i18n/words.ts"
import { useWidth } from "../../ui/use-width.ts"
import { Axis } from "./axis.tsx"
import { ChartTools } from "./chart-tools.tsx"
import { GroupLanes } from "./group-lanes.tsx"
import type { Group } from "./lanes.ts"
import { Scrubber } from "./scrubber.tsx"
import type { Span } from "./span.ts"
import { useGestures } from "./use-gestures.ts"
import { useViewport } from "./use-viewport.ts"

interface ChartProps {
  readonly groups: readonly Group[]
  /** In the order of time. */
  readonly spans: readonly Span[]
  readonly selected: string | undefined
  readonly onSelect: (id: string) => void
}

export function Chart({ groups, spans, selected, onSelect }: ChartProps) {
  const plot = useRef<HTMLDivElement>(null)
  const keys = useId()
  const width = useWidth(plot)
  const view = useViewport(spans, { selected, onSelect })
  const { shown, bounds, cursor } = view
  const gestures = useGestures(plot, { shown, bounds, width, onChange: view.change })
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (view.press(event.key, event.shiftKey)) event.preventDefault()
  }
  const onClick = ({ target }: MouseEvent) => {
    const id = (target as HTMLElement).closest<HTMLElement>("[data-span]")?.dataset.span
    const span = spans.find((each) => each.id === id)
    if (span !== undefined && !gestures.hasDragged()) view.select(span)
  }
  return (
    <div className="flex flex-col gap-1 px-3 py-2">
      <ChartTools isZoomed={view.isZoomed} onKey={view.press} />
      <div
        role="listbox"
        tabIndex={0}
        aria-label={t("see.timeline")}
        aria-describedby={keys}
        {...(selected !== undefined && { "aria-activedescendant": domId(selected) })}
        onKeyDown={onKey}
        onClick={onClick}
        className="relative touch-pan-y rounded-lg border border-line select-none"
      >
        <Axis ref={plot} shown={shown} zero={bounds.from} width={width} cursor={cursor} />
        {groups.map((group) => (
          <GroupLanes
            key={group.session}
            group={group}
            shown={shown}
            width={width}
            zero={bounds.from}
            selected={selected}
            cursor={cursor}
          />
        ))}
      </div>
      <p id={keys} className="sr-only">
        {t("see.timelineKeys")}
      </p>
      <Scrubber bounds={bounds} cursor={cursor} spans={spans} onChange={view.lookAt} />
    </div>
  )
}

/** The id of a bar on the page. */
export function domId(span: string): string {
  return `span-${span.replaceAll(/[^\w-]/g, "-")}`
}
