// Formats a model's thinking: dimmed, on separate lines. It is never part of the answer.
import { plain } from "../terminal/plain.ts"
import type { Style } from "../terminal/style.ts"

export interface Thinking {
  /** The output for a piece of thinking. */
  add(text: string): string
  /** The output before anything else: a line break, if a line is open. */
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
