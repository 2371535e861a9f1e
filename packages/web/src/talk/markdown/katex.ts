// Draws formulas as MathML: it needs no fonts and no styles. Loaded with the first formula of a page.
import katex from "katex"
import { escapeHtml } from "./marked.ts"
import type { Formula } from "./math.ts"

const drawn = new Map<string, string>()
const KEPT = 500

export function drawFormula({ tex, isBlock }: Formula): string {
  const key = `${isBlock}${tex}`
  const known = drawn.get(key)
  if (known !== undefined) return known
  if (drawn.size > KEPT) drawn.clear()
  const html = draw(tex, isBlock)
  drawn.set(key, html)
  return html
}

function draw(tex: string, displayMode: boolean): string {
  try {
    const options = {
      output: "mathml",
      displayMode,
      trust: false,
      strict: "ignore",
      maxExpand: 200,
      maxSize: 20,
    } as const
    // The content policy forbids styles in elements.
    return katex.renderToString(tex, options).replaceAll(/ style="[^"]*"/g, "")
  } catch {
    return `<code>${escapeHtml(tex)}</code>`
  }
}
