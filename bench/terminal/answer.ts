// The answer that is streamed to the terminal.
import { markdownWords } from "../markdown-words.ts"

export const PIECES = 587
export const PAUSE_MS = 10
export const END = "the-end"

export function pieces(): readonly string[] {
  return markdownWords(PIECES, END)
}
