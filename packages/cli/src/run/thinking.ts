// What a model thinks before it answers, for a reader: dimmed, and on lines of its own. Never part of the answer.
import { plain } from "../terminal/plain.ts"
import type { Style } from "../terminal/style.ts"

export interface Thinking {
  /** What to write for a piece of it. */
  add(text: string): string
  /** What to write before anything else: the end of its line, if it is inside one. */
  end(): string
}

export function thinking({ dim }: Style): Thinking {
  let isInside = false
  let last = ""
  return {
    add(text) {
      const shown = plain(text)
      if (shown === "") return ""
      const lead = isInside ? "" : dim("thinking: ")
      isInside = true
      last = shown
      return lead + dim(shown)
    },
    end() {
      if (!isInside) return ""
      isInside = false
      return last.endsWith("\n") ? "" : "\n"
    },
  }
}
