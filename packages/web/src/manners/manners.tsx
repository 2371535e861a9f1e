// What the app does on every page: keys, the palette, notifications, the title of the tab, and tabs that agree.
import { lazy, Suspense, useEffect } from "react"
import { useObservable } from "../data/use-observable.ts"
import { overlay } from "./overlay.ts"
import { Palette } from "./palette.tsx"
import { useTabTitle } from "./tab-title.ts"
import { followTabs } from "./tabs.ts"
import { followTheme } from "./theme.ts"
import { useKeys } from "./use-keys.ts"

const KeySheet = lazy(() => import("./key-sheet.tsx"))

/** For a person who is in. */
export function Manners() {
  useKeys()
  useTabTitle()
  useEffect(() => {
    const end = new AbortController()
    void followNews(end.signal)
    return () => end.abort()
  }, [])
  const shown = useObservable(overlay)
  // The browser tells late that a dialog was closed: by then a key may have opened the other one.
  const close = (which: "palette" | "sheet") => overlay.get() === which && overlay.set(undefined)
  return (
    <>
      {/* Not loaded on demand: what is typed right after the key must not be lost. */}
      {shown === "palette" && <Palette onClose={() => close("palette")} />}
      <Suspense fallback={null}>{shown === "sheet" && <KeySheet onClose={() => close("sheet")} />}</Suspense>
    </>
  )
}

/** Its code comes after the page: news matter once the person looks elsewhere. */
async function followNews(signal: AbortSignal): Promise<void> {
  const code = await import("./notify.ts").catch(() => undefined)
  if (!signal.aborted) code?.followNews(signal)
}

/** For everyone, also on the login page. */
export function useAgreement(): void {
  useEffect(followTheme, [])
  useEffect(followTabs, [])
}
