// Files that are kept and put back, and a conversation that is taken back: undo's part of the state.
import { text } from "../../contracts/content.ts"
import type { FileHashes, Wish } from "../../contracts/undo.ts"
import type { Slice } from "../../kernel/define-slice.ts"
import type { WaitingInput } from "../../kernel/state/state.ts"

export interface UndoState {
  /** How many calls of the session may have changed something. */
  readonly changes: number
  /** What is kept of files for an undo, in bytes. */
  readonly keptBytes: number
  /** Files are to be put back, or the conversation is to be taken back. */
  readonly restore?: Restoring
  /** The conversation was taken back to this fact, and this state does not know how it was then: fold the log again. */
  readonly rewoundTo?: number
}

export interface Restoring extends Wish {
  readonly command: string
  readonly by?: string
  /** Once the present files are kept: those that could not be, and why. */
  readonly unkept?: Readonly<Record<string, string>>
}

export interface UndoTurn {
  /** The calls of this turn that may have changed something. */
  readonly changing: readonly string[]
}

export interface UndoCall {
  /** What the files held that it is to change, as it was kept before the call was started first. */
  readonly before?: FileHashes
}

export const undoSlice: Slice = { initial: { changes: 0, keptBytes: 0 } }

/** The checkpoint of what is overwritten when files are put back. */
export function restoreCheckpoint(command: string): string {
  return `restore:${command}`
}

/** The model is told with the next request. */
export function toldLater(seq: number, note: string): WaitingInput {
  return { seq, parts: [text(note)], from: "note", ephemeral: false }
}
