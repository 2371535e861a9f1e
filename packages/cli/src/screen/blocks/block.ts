// What the screen shows above the input, as plain data: one block each for what was said, a paragraph of an answer, a call, a note.
import type { JsonObject } from "@pawl/agent"

export type Block = SaidBlock | AnswerBlock | ThinkingBlock | ToolBlock | NoteBlock

export interface SaidBlock {
  readonly kind: "said"
  readonly text: string
}

/** A finished piece of an answer's Markdown, or the piece that still grows. */
export interface AnswerBlock {
  readonly kind: "answer"
  readonly text: string
  /** The runtime took the answer back. */
  readonly isTakenBack?: true
}

export interface ThinkingBlock {
  readonly kind: "thinking"
  readonly text: string
}

export interface ToolBlock {
  readonly kind: "tool"
  readonly name: string
  readonly arguments: JsonObject
  /** Undefined while it runs. */
  readonly outcome?: string
  readonly ms?: number
  /** All that it returned, or what it has written so far. */
  readonly output: string
  /** Lines that begin with + or -: what the call changes, where nobody was shown that before. */
  readonly diff: readonly string[]
}

/** Rows of Pawl's own, painted. */
export interface NoteBlock {
  readonly kind: "note"
  readonly text: string
}
