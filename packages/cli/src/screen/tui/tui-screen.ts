// The screen, drawn by pi-tui into the main buffer of the terminal: what scrolls off stays in its history.
import {
  type Component,
  Editor,
  ProcessTerminal,
  parseKey,
  setCapabilities,
  TuiMainScreen,
  type TuiMainScreenRenderState,
  truncateToWidth,
} from "@earendil-works/pi-tui"
import { named } from "../../terminal/plain.ts"
import { painted } from "../../terminal/style.ts"
import type { Block } from "../blocks/block.ts"
import type { Field, RowsFor, ScreenListeners, ScreenPort } from "../screen.ts"
import { BlockComponent } from "./block-component.ts"
import { BlockList } from "./block-list.ts"
import { completionsFor } from "./completions.ts"
import { fieldTheme, onlyColours, paints } from "./paint.ts"

/** About thirty frames a second. */
const FRAME_MS = 33
/** How often it is looked for blocks that have scrolled off. */
const FRAMES_BETWEEN = 30

export function tuiScreen(listeners: ScreenListeners): ScreenPort {
  // A link shows where it leads, and no picture is fetched or drawn.
  setCapabilities({ images: null, trueColor: false, hyperlinks: false })
  return new TuiScreen(listeners)
}

const NOTHING_DRAWN: TuiMainScreenRenderState = {
  previousLines: [],
  previousWidth: 0,
  previousHeight: 0,
  cursorRow: 0,
  hardwareCursorRow: 0,
  maxLinesRendered: 0,
  previousViewportTop: 0,
}

class TuiScreen implements ScreenPort {
  readonly field: Field
  readonly #terminal = new ProcessTerminal()
  readonly #tui = new TuiMainScreen(this.#terminal)
  readonly #paint = paints()
  readonly #blocks = new BlockList(() => this.#terminal.rows)
  readonly #above = new Rows()
  readonly #below = new Rows()
  readonly #editor: Editor
  #isUnfolded = false
  #frames = 0
  #frame: NodeJS.Timeout | undefined

  constructor({ onSubmit, onChange, onKey, complete }: ScreenListeners) {
    const editor = new Editor(this.#tui, fieldTheme(this.#paint), { paddingX: 0, autocompleteMaxVisible: 8 })
    editor.onSubmit = onSubmit
    editor.onChange = () => onChange()
    editor.setAutocompleteProvider(completionsFor(complete))
    this.#editor = editor
    this.field = fieldOf(editor, () => this.draw())
    for (const part of [this.#blocks, this.#above, editor, this.#below]) this.#tui.addChild(part)
    this.#tui.setFocus(editor)
    this.#tui.addInputListener((typed) => (onKey(parseKey(typed), typed) ? { consume: true } : undefined))
  }

  get columns(): number {
    return this.#terminal.columns
  }

  get rows(): number {
    return this.#terminal.rows
  }

  start(): void {
    // Drawn anew below what others have written meanwhile; a forced frame would erase the terminal's history.
    this.#tui.restoreRenderState(NOTHING_DRAWN)
    this.#tui.start()
    process.on("exit", this.#restore)
  }

  stop(): void {
    this.#lastFrame()
    this.#tui.stop()
  }

  end(): void {
    for (const part of [this.#above, this.#editor, this.#below]) this.#tui.removeChild(part)
    this.#lastFrame()
    // The library would write a space where the cursor is, which is a row of the conversation now.
    const { previousLines, hardwareCursorRow } = this.#tui.captureRenderState()
    const down = Math.max(0, previousLines.length - 1 - hardwareCursorRow)
    this.#terminal.write(`${down === 0 ? "" : `\u001b[${down}B`}\r\n`)
    this.#tui.stop({ preserveScreen: true })
  }

  #lastFrame(): void {
    process.off("exit", this.#restore)
    clearTimeout(this.#frame)
    this.#frame = undefined
    this.#tui.renderNow()
  }

  /** After an error that nothing caught: the shell must have its cursor and its keys again. */
  readonly #restore = (): void => this.#tui.stop()

  put(id: number, block: Block): void {
    const known = this.#blocks.get(id)
    if (known === undefined) this.#blocks.add(id, new BlockComponent(block, this.#paint, this.#isUnfolded))
    else this.#blocks.replace(known, block)
    this.draw()
  }

  unfold(isUnfolded: boolean): void {
    this.#isUnfolded = isUnfolded
    for (const component of this.#blocks.components) component.unfold(isUnfolded)
    this.#blocks.showAll()
    this.draw()
  }

  above(rows: RowsFor): void {
    this.#above.rows = rows
    this.draw()
  }

  below(rows: RowsFor): void {
    this.#below.rows = rows
    this.draw()
  }

  title(text: string): void {
    this.#terminal.setTitle(named(text))
  }

  draw(): void {
    this.#frame ??= setTimeout(() => {
      this.#frame = undefined
      if (++this.#frames % FRAMES_BETWEEN === 0) this.#setAside()
      this.#tui.requestRender()
    }, FRAME_MS)
  }

  /** What the library remembers of its last frame becomes shorter by the same rows. */
  #setAside(): void {
    const state = this.#tui.captureRenderState()
    const { columns, rows } = this.#terminal
    // Everything is about to be drawn.
    if (state.previousWidth !== columns || state.previousHeight !== rows) return
    const gone = this.#blocks.setAside(state.previousViewportTop)
    if (gone === 0) return
    this.#tui.restoreRenderState({
      ...state,
      previousLines: state.previousLines.slice(gone),
      cursorRow: state.cursorRow - gone,
      hardwareCursorRow: state.hardwareCursorRow - gone,
      maxLinesRendered: state.maxLinesRendered - gone,
      previousViewportTop: state.previousViewportTop - gone,
    })
  }
}

/** Rows that are cut at the width. */
class Rows implements Component {
  rows: RowsFor = () => []

  invalidate(): void {}

  render(width: number): string[] {
    return this.rows(width).map((row) => truncateToWidth(onlyColours(painted(row)), width))
  }
}

function fieldOf(editor: Editor, draw: () => void): Field {
  return {
    get text() {
      return editor.getExpandedText()
    },
    get isMenuOpen() {
      return editor.isShowingAutocomplete()
    },
    replace(text) {
      editor.setText(text)
      draw()
    },
    insert(text) {
      editor.insertTextAtCursor(text)
      draw()
    },
    paste(text) {
      editor.handleInput(`\u001b[200~${text}\u001b[201~`)
      draw()
    },
    remember: (line) => editor.addToHistory(line),
  }
}
