// Whether a media query holds, as it changes.
import { useCallback, useSyncExternalStore } from "react"

export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (tell: () => void) => {
      const list = matchMedia(query)
      list.addEventListener("change", tell)
      return () => list.removeEventListener("change", tell)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}
