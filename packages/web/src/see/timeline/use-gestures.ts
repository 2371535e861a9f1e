// Wheel and pointer on a timeline: ctrl and the wheel zoom where the pointer is, sideways wheel and dragging move.
import { type RefObject, useEffect, useRef } from "react"
import { lengthOf, type Period, panned, zoomed } from "./viewport.ts"

interface Gestures {
  readonly shown: Period
  readonly bounds: Period
  readonly width: number
  readonly onChange: (shown: Period) => void
}

/** Less than this is a click by a shaky hand. */
const DRAG_PX = 4

/** `plot` is the axis: its parent is the whole picture. */
export function useGestures(plot: RefObject<HTMLElement | null>, given: Gestures) {
  const now = useRef(given)
  now.current = given
  const hasDragged = useRef(false)
  useEffect(() => {
    const picture = plot.current?.closest<HTMLElement>("[role=listbox]")
    if (picture === null || picture === undefined) return
    const end = new AbortController()
    const { signal } = end
    const startOf = () => plot.current?.getBoundingClientRect().left ?? 0
    // React's own wheel handlers cannot keep the page from being zoomed.
    picture.addEventListener("wheel", (event) => onWheel(event, now.current, startOf()), { passive: false, signal })
    picture.addEventListener("pointerdown", (event) => follow(event, now, hasDragged, picture), { signal })
    return () => end.abort()
  }, [plot])
  return { hasDragged: () => hasDragged.current }
}

function onWheel(event: WheelEvent, { shown, bounds, width, onChange }: Gestures, start: number): void {
  const scale = lengthOf(shown) / Math.max(1, width)
  if (event.ctrlKey || event.metaKey) {
    event.preventDefault()
    const anchor = shown.from + (event.clientX - start) * scale
    onChange(zoomed(shown, bounds, Math.exp(-event.deltaY * 0.005), anchor))
    return
  }
  const sideways = event.shiftKey ? event.deltaY : event.deltaX
  if (Math.abs(sideways) <= (event.shiftKey ? 0 : Math.abs(event.deltaY))) return
  event.preventDefault()
  onChange(panned(shown, bounds, sideways * scale))
}

function follow(
  down: PointerEvent,
  now: RefObject<Gestures>,
  hasDragged: RefObject<boolean>,
  picture: HTMLElement,
): void {
  hasDragged.current = false
  if (down.button !== 0) return
  const { shown } = now.current
  const end = new AbortController()
  const { signal } = end
  const onMove = (move: PointerEvent) => {
    const by = down.clientX - move.clientX
    if (!hasDragged.current && Math.abs(by) < DRAG_PX) return
    hasDragged.current = true
    const { bounds, width, onChange } = now.current
    onChange(panned(shown, bounds, (by * lengthOf(shown)) / Math.max(1, width)))
  }
  picture.ownerDocument.addEventListener("pointermove", onMove, { signal })
  for (const type of ["pointerup", "pointercancel"])
    picture.ownerDocument.addEventListener(type, () => end.abort(), { signal })
}
