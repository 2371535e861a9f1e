// Maths in Markdown: $x$, \(x\), $$x$$ and \[x\]. It is set aside while the rest is sanitised, and put back as MathML.
import type { TokenizerAndRendererExtension } from "marked"

/** No text can name it: it is made anew with each page. */
const NONCE = Math.random().toString(36).slice(2)

export interface Formula {
  readonly tex: string
  readonly isBlock: boolean
}

/** A closing dollar has no space before and no digit after it: "$5 and $10" is money. */
const INLINE = /^(?:\$(?!\s|\$)((?:\\.|[^$\\\n])+?)(?<!\s)\$(?!\d)|\\\((.+?)\\\)|\$\$([^$\n]+?)\$\$)/
/** A formula ends with its paragraph: a sign that is never closed does not take the rest of the answer with it. */
const BLOCK = /^ {0,3}(?:\$\$((?:(?!\n[ \t]*\n)[\s\S])+?)\$\$|\\\[((?:(?!\n[ \t]*\n)[\s\S])+?)\\\])[ \t]*(?:\n|$)/

const formulas: Formula[] = []

/** The mark that stands for a formula until it is put back. */
function setAside(tex: string, isBlock: boolean): string {
  formulas.push({ tex, isBlock })
  return `<span data-math="${NONCE}-${formulas.length - 1}"></span>`
}

/** Forgets what earlier texts set aside. */
export function beginMath(): void {
  formulas.length = 0
}

export function hasMath(): boolean {
  return formulas.length > 0
}

/** The text with its formulas. In an attribute the mark has other quotes, and is not found. */
export function withMath(html: string, draw: (formula: Formula) => string): string {
  return html.replaceAll(new RegExp(`<span data-math="${NONCE}-(\\d+)"></span>`, "g"), (_all, index: string) => {
    const formula = formulas[Number(index)]
    return formula === undefined ? "" : draw(formula)
  })
}

export const mathExtensions: TokenizerAndRendererExtension[] = [
  {
    name: "math-block",
    level: "block",
    start: (source) => source.match(/(?:^|\n) {0,3}(?:\$\$|\\\[)/)?.index,
    tokenizer(source) {
      const match = BLOCK.exec(source)
      if (match === null) return undefined
      return { type: "math-block", raw: match[0], tex: (match[1] ?? match[2] ?? "").trim() }
    },
    renderer: ({ tex }) => `<p>${setAside(String(tex), true)}</p>`,
  },
  {
    name: "math",
    level: "inline",
    start: (source) => source.match(/\$|\\\(/)?.index,
    tokenizer(source) {
      const match = INLINE.exec(source)
      if (match === null) return undefined
      return { type: "math", raw: match[0], tex: (match[1] ?? match[2] ?? match[3] ?? "").trim() }
    },
    renderer: ({ tex }) => setAside(String(tex), false),
  },
]
