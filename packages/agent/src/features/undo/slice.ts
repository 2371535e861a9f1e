// Undo's part of the state: files that are kept and put back, and a conversation that is taken back.
import { text } from "../../contracts/content.ts"
import type { FileHashes, Wish } from "../../contracts/undo.ts"
import type { Slice } from "../../kernel/define-slice.ts"
import type { WaitingInput } from "../../kernel/state/state.ts"

/** What a session keeps for undo. */
export interface UndoState {
  /** How many calls of the session may have changed something. */
  readonly changes: number
  /** Size of the files kept for undo, in bytes. */
  readonly keptBytes: number
  /** Files are to be put back, or the conversation is to be taken back. */
  readonly restore?: Restoring
  /**
   * The conversation was taken back to this fact, and this state does not hold it as it was then: fold the log again.
   */
  readonly rewoundTo?: number
}

/** A restore that is under way. */
export interface Restoring extends Wish {
  readonly command: string
  readonly by?: string
  /** The present files that could not be kept, and why; undefined until they are kept. */
  readonly unkept?: Readonly<Record<string, string>>
}

/** What a turn keeps for undo. */
export interface UndoTurn {
  /** The calls of this turn that may have changed something. */
  readonly changing: readonly string[]
}

/** What a call keeps for undo. */
export interface UndoCall {
  /** What the files to be changed held, as kept before the call was first started. */
  readonly before?: FileHashes
}

export const undoSlice: Slice = { initial: { changes: 0, keptBytes: 0 } }

/** Name of the checkpoint of what is overwritten when files are put back. */
export function restoreCheckpoint(command: string): string {
  return `restore:${command}`
}

/** A note that the model gets with the next request. */
export function noteForModel(seq: number, note: string): WaitingInput {
  return { seq, parts: [text(note)], from: "note", ephemeral: false }
}
