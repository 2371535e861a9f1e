// Lists the attachments of a message from its parts: those that were read, and those that could not be.
import type { Part } from "@pawl/agent"
import { short } from "../terminal/plain.ts"

export interface AttachedNames {
  readonly attached: readonly string[]
  /** With the reason. */
  readonly unreadable: readonly string[]
}

export function attachedIn(parts: readonly Part[]): AttachedNames {
  const attached = parts.flatMap((part) =>
    part.type === "blob" && part.name !== undefined
      ? [`${short(part.name)} (${part.size.toLocaleString("en")} bytes)`]
      : [],
  )
  const unreadable = parts.flatMap((part) => (part.type === "text" ? noteIn(part.text) : []))
  return { attached, unreadable }
}

/** The text must match the library's note. */
function noteIn(text: string): readonly string[] {
  const [, note] =
    text.length > 1000 ? [] : (/^\[Attached (file '.+' (?:could not be read: .+|is empty))\]$/.exec(text) ?? [])
  return note === undefined ? [] : [short(note, 300)]
}
