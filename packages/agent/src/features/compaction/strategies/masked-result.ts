// Shows a result as a line, or as its beginning and end, with a note on how to see the rest.
import type { ToolMessage } from "../../../contracts/message.ts"
import { callOf, clip, type Entry, type Masked, mask, type Need, oneLine } from "../shape.ts"

const MAX_ARGUMENTS_CHARS = 120
const SHORT = 100

export function maskedResult(
  message: ToolMessage,
  entries: readonly Entry[],
  need: Need,
  { preview }: { readonly preview: number },
): Masked {
  const words = need.textOf(message.parts)
  const given = oneLine(JSON.stringify(callOf(entries, message)?.arguments ?? {}), MAX_ARGUMENTS_CHARS)
  const shown = preview === 0 ? "" : ` It began: ${oneLine(words, preview)}`
  const state = message.outcome ?? (message.failed ? "failed" : "worked")
  const size = `${words.length} characters, no longer shown`
  return mask(`[${message.name} ${given} ${state}: ${size}.${shown}${wayBack(message, need)}]`, need, need.canRead)
}

export function clippedResult(message: ToolMessage, length: number, need: Need): Masked {
  const words = need.textOf(message.parts)
  const note = (left: number) =>
    length < SHORT && !need.canRead
      ? `[… ${left} characters left out …]`
      : `[… ${left} of ${words.length} characters left out.${wayBack(message, need)} …]`
  return mask(clip(words, length, note), need, need.canRead)
}

function wayBack({ call }: ToolMessage, { canRead }: Need): string {
  return canRead ? ` To see it: read_result with call "${call}".` : ""
}
