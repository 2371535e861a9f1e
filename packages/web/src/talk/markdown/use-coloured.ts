// The colours of a piece of code. They are computed when the page has nothing else to do: the code can be read without them.
import { useEffect, useReducer } from "react"
import { whenIdle } from "../../data/idle.ts"
import { useColours } from "./lazily.ts"

/** What was coloured last: an answer that becomes a message keeps its colours. */
const painted = new Map<string, string | undefined>()
const KEPT = 200

/** HTML, or undefined as long as there is none. `language` is "" for code that gets no colours. */
export function useColoured(code: string, language: string): string | undefined {
  const painter = useColours(language !== "")
  const [, again] = useReducer((round: number) => round + 1, 0)
  const key = `${language}\n${code}`
  useEffect(() => {
    if (painter === undefined || language === "" || painted.has(key)) return
    return whenIdle(() => {
      keep(key, painter.coloured(code, language))
      again()
    })
  }, [painter, code, language, key])
  return painted.get(key)
}

function keep(key: string, html: string | undefined): void {
  const [oldest = ""] = painted.keys()
  if (painted.size >= KEPT) painted.delete(oldest)
  painted.set(key, html)
}
