// The boxes of a list that are near the screen, watched as long as the list is there.
import { type RefObject, useLayoutEffect, useRef } from "react"
import { Nearby } from "./nearby.ts"

export function useNearby(outer: RefObject<HTMLElement | null>): RefObject<Nearby | undefined> {
  const nearby = useRef<Nearby>(undefined)
  // Before the effects of the groups, which use it.
  useLayoutEffect(() => {
    if (outer.current === null) return
    nearby.current = new Nearby(outer.current)
    return () => nearby.current?.close()
  }, [outer])
  return nearby
}
