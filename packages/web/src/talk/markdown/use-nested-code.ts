// Code inside of lists and quotations: it gets its colours, and can be reached by key where it scrolls.
import { type RefObject, useEffect, useRef } from "react"
import { whenIdle } from "../../data/idle.ts"
import { useColours } from "./lazily.ts"

/** For an element whose HTML was set; `html` is another text when it was set again. */
export function useNestedCode<T extends HTMLElement>(html: string): RefObject<T | null> {
  const box = useRef<T>(null)
  const hasCode = html.includes("<pre>")
  const painter = useColours(hasCode)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has other code.
  useEffect(() => {
    if (!hasCode || box.current === null) return
    const codes = [...box.current.querySelectorAll<HTMLElement>("pre > code")]
    for (const code of codes) code.parentElement?.setAttribute("tabindex", "0")
    if (painter === undefined) return
    return whenIdle(() => {
      for (const code of codes) {
        const coloured = painter.coloured(code.textContent ?? "", code.dataset.lang ?? "")
        // highlight.js escapes the code, and adds only spans.
        if (coloured !== undefined) code.innerHTML = coloured
      }
    })
  }, [html, hasCode, painter])
  return box
}
