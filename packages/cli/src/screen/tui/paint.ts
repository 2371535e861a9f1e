// Colours as the library expects them, the rows it may draw, and the theme of Markdown. Only Pawl's own colours get through.
import type { EditorTheme, MarkdownTheme } from "@earendil-works/pi-tui"
import { out } from "../../terminal/screen.ts"
import { highlighted } from "./highlight.ts"

export type Paint = (text: string) => string

/** Where NO_COLOR is set, only bold and underlined text remain. */
export function paints() {
  const isColoured = out.style.red("x") !== "x"
  const sgr = (on: string, off: number): Paint => (isColoured ? (text) => `\u001b[${on}m${text}\u001b[${off}m` : same)
  return {
    // A terminal's own sixteen colours fit its background, light or dark.
    bold: sgr("1", 22),
    dim: sgr("2", 22),
    italic: sgr("3", 23),
    underline: sgr("4", 24),
    strike: sgr("9", 29),
    green: sgr("32", 39),
    yellow: sgr("33", 39),
    blue: sgr("34", 39),
    magenta: sgr("35", 39),
    cyan: sgr("36", 39),
  }
}

export type Paints = ReturnType<typeof paints>

function same(text: string): string {
  return text
}

export function markdownTheme(paint: Paints): MarkdownTheme {
  return {
    heading: (text) => paint.bold(paint.cyan(text)),
    link: paint.underline,
    linkUrl: paint.dim,
    code: paint.yellow,
    codeBlock: same,
    codeBlockBorder: paint.dim,
    quote: paint.italic,
    quoteBorder: paint.dim,
    hr: paint.dim,
    listBullet: paint.cyan,
    bold: paint.bold,
    italic: paint.italic,
    strikethrough: paint.strike,
    underline: paint.underline,
    highlightCode: (code, language) => highlighted(code, language, paint),
  }
}

export function fieldTheme(paint: Paints): EditorTheme {
  return {
    borderColor: paint.dim,
    selectList: {
      selectedPrefix: paint.cyan,
      selectedText: paint.cyan,
      description: paint.dim,
      scrollInfo: paint.dim,
      noMatch: paint.dim,
    },
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are removed.
const FOREIGN = /\u001b(?!\[[0-9;]*m)|[\u0000-\u001a\u001c-\u001f\u007f-\u009f]/g

/** A second look at a row that the library laid out: nothing but text and colours is drawn. */
export function onlyColours(row: string): string {
  return row.replace(FOREIGN, "")
}
