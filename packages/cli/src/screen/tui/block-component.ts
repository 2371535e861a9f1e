// Draws one block. What does not change is laid out once for a width.
import { type Component, Markdown, truncateToWidth, visibleWidth, wrapTextWithAnsi } from "@earendil-works/pi-tui"
import { out } from "../../terminal/screen.ts"
import { painted } from "../../terminal/style.ts"
import type { Block } from "../blocks/block.ts"
import { type Row, toolRows } from "../blocks/tool-rows.ts"
import { FenceRows } from "./fence-rows.ts"
import { markdownTheme, onlyColours, type Paints } from "./paint.ts"

/** How many rows of what a person said are shown. */
const MAX_SAID = 20

export class BlockComponent implements Component {
  readonly #paint: Paints
  #block: Block
  #isUnfolded: boolean
  #markdown: Markdown | undefined
  readonly #fence = new FenceRows((text, width) => this.#drawMarkdown(text, width))
  #rows: { readonly width: number; readonly rows: string[] } | undefined

  constructor(block: Block, paint: Paints, isUnfolded: boolean) {
    this.#block = block
    this.#paint = paint
    this.#isUnfolded = isUnfolded
  }

  replace(block: Block): void {
    this.#block = block
    this.#rows = undefined
  }

  /** Drawn as before until everything is drawn again. */
  replaceLater(block: Block): void {
    this.#block = block
  }

  /** How many rows it has; undefined when it is not laid out. */
  get height(): number | undefined {
    return this.#rows?.rows.length
  }

  unfold(isUnfolded: boolean): void {
    this.#isUnfolded = isUnfolded
    if (this.#block.kind === "tool") this.#rows = undefined
  }

  invalidate(): void {
    this.#rows = undefined
    this.#markdown?.invalidate()
    this.#fence.forget()
  }

  render(width: number): string[] {
    if (this.#rows?.width === width) return this.#rows.rows
    const rows = this.#draw(width).map((row) => fitted(onlyColours(row), width))
    this.#rows = { width, rows }
    return rows
  }

  #draw(width: number): readonly string[] {
    const block = this.#block
    switch (block.kind) {
      case "answer":
        return this.#answer(block.text, block.isTakenBack === true, width)
      case "said":
        return ["", ...this.#said(block.text, width), ""]
      case "thinking":
        return wrapped(block.text.trimEnd(), width - 2).map((row) => this.#paint.dim(`  ${row}`))
      case "tool":
        return toolRows(block, { style: out.style, isUnfolded: this.#isUnfolded }).flatMap((row) => rowsOf(row, width))
      case "note":
        return wrapped(painted(block.text), width)
    }
  }

  #answer(text: string, isTakenBack: boolean, width: number): readonly string[] {
    if (text.trim() === "") return []
    if (isTakenBack) return wrapped(text, width - 2).map((row) => this.#paint.dim(`\u2506 ${row}`))
    return [...(this.#fence.render(text, width) ?? this.#drawMarkdown(text, width)), ""]
  }

  #drawMarkdown(text: string, width: number): readonly string[] {
    this.#markdown ??= new Markdown("", 0, 0, markdownTheme(this.#paint), undefined, {
      preserveOrderedListMarkers: true,
      renderLatex: false,
    })
    this.#markdown.setText(text)
    return this.#markdown.render(width)
  }

  #said(text: string, width: number): readonly string[] {
    const rows = wrapped(text.trimEnd(), width - 2)
    const left = rows.length - MAX_SAID
    const shown = left > 0 ? [...rows.slice(0, MAX_SAID), `\u2026 ${left} more lines`] : rows
    return shown.map((row, index) => this.#paint.bold(`${index === 0 ? ">" : " "} ${row}`))
  }
}

function wrapped(text: string, width: number): readonly string[] {
  return wrapTextWithAnsi(text.replaceAll("\t", "    "), Math.max(1, width))
}

/** The end stays, and the text before it is cut. */
function rowsOf({ text, end }: Row, width: number): readonly string[] {
  const line = painted(text.replaceAll("\t", "    ")).replaceAll("\n", " ")
  if (end === undefined) return [truncateToWidth(line, width)]
  const last = painted(end)
  return [`${truncateToWidth(line, Math.max(1, width - visibleWidth(last) - 1))} ${last}`]
}

/** The library ends the program at a row that is too wide. */
function fitted(row: string, width: number): string {
  return visibleWidth(row) <= width ? row : truncateToWidth(row, width)
}
