// Keeps what is read where it is on the screen when turns come above it.
import { type RefObject, useLayoutEffect, useRef } from "react"
import type { ViewTurn } from "../../data/view/session-view.ts"

/** When turns come before the first one, that one stays where it is on the screen. */
export function useSamePlace(outer: RefObject<HTMLElement | null>, first: ViewTurn | undefined): void {
  const shown = useRef(first?.turn)
  const held = useRef<{ readonly turn: number; readonly top: number } | undefined>(undefined)
  // A list stands at whole pixels: the rest goes with the next turn, or many of them would move what is read.
  const rest = useRef(0)
  // While this is drawn, the page still has the turns of before.
  if (shown.current !== first?.turn) held.current = placeOf(outer.current, shown.current)
  useLayoutEffect(() => {
    const [box, before] = [outer.current, held.current]
    shown.current = first?.turn
    held.current = undefined
    const now = placeOf(box, before?.turn)
    if (box === null || before === undefined || now === undefined) return
    const wanted = box.scrollTop + now.top - before.top + rest.current
    box.scrollTop = wanted
    rest.current = wanted - box.scrollTop
  }, [outer, first])
}

function placeOf(box: HTMLElement | null, turn: number | undefined) {
  if (box === null || turn === undefined) return undefined
  const section = box.querySelector(`[data-turn="${turn}"]`)
  return section === null ? undefined : { turn, top: section.getBoundingClientRect().top }
}
