// What a screen can do, in words of our own: blocks above, an input field, rows around it. The folder `tui` implements it with
// a library, whose types stay there.
import type { Completions } from "../repl/terminal.ts"
import type { Block } from "./blocks/block.ts"

export interface ScreenPort {
  readonly columns: number
  readonly rows: number
  readonly field: Field
  start(): void
  /** Leaves what is shown, and gives the terminal back. */
  stop(): void
  /** The same for good: the field and the rows around it do not stay. */
  end(): void
  /** Shows a block below the others, or in place of the one of this id. */
  put(id: number, block: Block): void
  /** Shows folded output whole, or folded again. */
  unfold(isUnfolded: boolean): void
  /** Rows right above the input field, as the queue and the keys of a question. */
  above(rows: RowsFor): void
  /** Rows below it. */
  below(rows: RowsFor): void
  title(text: string): void
  /** Draws within a frame's time; many calls make one frame. */
  draw(): void
}

/** Asked for each frame: the width may have changed. */
export type RowsFor = (width: number) => readonly string[]

/** The field that text is typed into. */
export interface Field {
  /** With pasted texts in place of their marks. */
  readonly text: string
  readonly isMenuOpen: boolean
  replace(text: string): void
  /** At the cursor. */
  insert(text: string): void
  /** At the cursor; a mark stands for a long text. */
  paste(text: string): void
  remember(line: string): void
}

export interface ScreenListeners {
  readonly onSubmit: (text: string) => void
  readonly onChange: () => void
  /** Gets every key before the field does, by its name ("ctrl+o") and as it was sent. True: the field does not get it. */
  readonly onKey: (name: string | undefined, typed: string) => boolean
  /** What can be put in for the end of the text before the cursor. */
  readonly complete: (before: string) => Promise<Completions | undefined>
}
