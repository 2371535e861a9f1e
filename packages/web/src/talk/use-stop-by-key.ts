// Stops a turn by a key.
import { useEffect, useRef } from "react"

/** Escape stops, unless it is meant for something else: what it closes, or a field with words of its own. */
export function useStopByKey(running: boolean, stop: () => void): void {
  const latest = useRef(stop)
  latest.current = stop
  useEffect(() => {
    if (!running) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented || !isForPage(event.target)) return
      // Used: it leaves no field beside, or the next letters would be keys of the page.
      event.preventDefault()
      latest.current()
    }
    document.addEventListener("keydown", onKey)
    return () => document.removeEventListener("keydown", onKey)
  }, [running])
}

function isForPage(target: EventTarget | null): boolean {
  if (document.querySelector("dialog[open], [role=menu]") !== null || !(target instanceof Element)) return false
  const isOtherField = target.matches("input, textarea, select, [contenteditable]") && target.id !== "composer"
  return !isOtherField && (target === document.body || target.closest("#page") !== null)
}
