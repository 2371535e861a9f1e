// Results that were cut have notes for the model: how much it is shown, and how it reads on. People get the same in their words.
import type { BlobPart, Part } from "@pawl/client"

const NOTICE = /^\[OUTPUT TRUNCATED: Showing (\d+) of (\d+) characters from [^\n]*\](?:\n\[To read on: [^\n]*\])?$/
const LEFT_OUT = /^\[\.\.\. \d+ characters left out \.\.\.\]\n/

export interface CutResult {
  readonly parts: readonly Part[]
  /** The part with the end of the output; there is a gap before it. */
  readonly end?: Part
  /** In characters; absent when nothing was cut. */
  readonly cut?: { readonly shown: number; readonly total: number }
}

/** Only where the whole is kept: else the same words came from the tool. */
export function withoutNotes(parts: readonly Part[], full: BlobPart | undefined): CutResult {
  const place = full === undefined ? -1 : parts.findLastIndex((part) => part.type === "text" && NOTICE.test(part.text))
  const notice = parts[place]
  if (notice?.type !== "text") return { parts }
  const [, shown, total] = NOTICE.exec(notice.text) ?? []
  const cut = { shown: Number(shown), total: Number(total) }
  const before = parts[place - 1]
  if (before?.type !== "text" || !LEFT_OUT.test(before.text)) return { parts: parts.toSpliced(place, 1), cut }
  const end = { ...before, text: before.text.replace(LEFT_OUT, "") }
  return { parts: parts.toSpliced(place - 1, 2), end, cut }
}
