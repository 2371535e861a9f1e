// Decodes a JSON string as it streams. An incomplete escape waits for the rest of it.
import { unescaped } from "./loose-string.ts"

const LONG_ESCAPE = /\\(?:u[\da-fA-F]{0,4}|x[\da-fA-F]{0,2})/y

export class StringDecoder {
  #held = ""

  /** Returns the text that is certain so far. */
  push(raw: string): string {
    const all = this.#held + raw
    let text = ""
    let at = 0
    for (;;) {
      const start = all.indexOf("\\", at)
      if (start < 0) break
      text += all.slice(at, start)
      const length = escapeLength(all, start)
      if (length === undefined) {
        this.#held = all.slice(start)
        return text
      }
      text += unescaped(all.slice(start, start + length))
      at = start + length
    }
    this.#held = ""
    return text + all.slice(at)
  }

  end(): string {
    const left = this.#held
    this.#held = ""
    return unescaped(left)
  }
}

/** Undefined if more input is needed. The two halves of a surrogate pair stay together. */
function escapeLength(text: string, at: number): number | undefined {
  const kind = text[at + 1]
  if (kind === undefined) return undefined
  if (kind !== "u" && kind !== "x") return 2
  LONG_ESCAPE.lastIndex = at
  const found = LONG_ESCAPE.exec(text)?.[0] ?? ""
  const whole = kind === "u" ? 6 : 4
  if (found.length < whole) return at + found.length === text.length ? undefined : 2
  if (!/^\\u[dD][89abAB]/.test(found)) return whole
  const second = text.slice(at + 6, at + 12)
  const isOpen = second.length < 6 && /^(?:\\(?:u[\da-fA-F]{0,3})?)?$/.test(second)
  return isOpen ? undefined : whole
}
