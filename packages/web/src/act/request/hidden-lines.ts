// Inside an open request everything is shown. Where that cannot be, the request knows how many lines are missing, and says so.
import { createContext, use, useCallback, useEffect, useId, useMemo, useState } from "react"

type Report = (place: string, lines: number) => void

/** Undefined outside of a request: there long texts are folded. */
export const InRequest = createContext<Report | undefined>(undefined)

export function useIsInRequest(): boolean {
  return use(InRequest) !== undefined
}

/** Says how many lines of a text are not on the page. */
export function useHidden(lines: number): void {
  const report = use(InRequest)
  const place = useId()
  useEffect(() => {
    report?.(place, lines)
    return () => report?.(place, 0)
  }, [report, place, lines])
}

/** How many lines all texts of a request together hide. */
export function useHiddenLines(): { readonly hidden: number; readonly report: Report } {
  const [places, setPlaces] = useState<Readonly<Record<string, number>>>({})
  const report = useCallback<Report>((place, lines) => {
    setPlaces((now) => ((now[place] ?? 0) === lines ? now : { ...now, [place]: lines }))
  }, [])
  const hidden = useMemo(() => Object.values(places).reduce((sum, lines) => sum + lines, 0), [places])
  return { hidden, report }
}
