// Work that the answer itself says is left.
import type { Finding } from "./judged.ts"
import { type Reading, worded } from "./reading.ts"

export function judgeLeftover(reading: Reading): Finding | undefined {
  const { order, deeds, prose, phrases } = reading
  if (
    deeds.length === 0 ||
    order.wantsWords ||
    order.asksFirst ||
    !(order.isImperative || order.needsTools || order.looks)
  )
    return undefined
  if (order.actions.length === 0 && ASKS_FOR_REST.test(order.text)) return undefined
  for (const { text, isQuestion } of prose.sentences) {
    const resume = isQuestion || phrases.has("courtesy", text) ? resumeIn(reading, text) : undefined
    const words = resume ?? phrases.find("incomplete", text)
    if (words === undefined || (resume === undefined && isExcused(reading, text, isQuestion))) continue
    return worded("incomplete", `it says that work is left: "${words.slice(0, 100)}"`)
  }
  return undefined
}

/** Leave to go on is asked for: with the rest of this, not with something new. */
function resumeIn({ phrases }: Reading, text: string): string | undefined {
  return /(?<!\p{L})(?:what|which|where|womit|was|welche\p{L}*|next|nächste\p{L}*|other project|too|also)(?!\p{L})/u.test(
    text,
  )
    ? undefined
    : phrases.find("resume", text)
}

/** What is left is what was asked for. */
const ASKS_FOR_REST =
  /(?<!\p{L})(?:left|remaining|remains|still|open|todos?|to do|missing|pending|status|progress|noch|offen\p{L}*|fehl(?:t|en)|übrig|ausstehend\p{L}*|stand)(?!\p{L})/u

/** Left on purpose, for a reason, or offered beyond what was asked. */
function isExcused({ phrases }: Reading, text: string, isQuestion: boolean): boolean {
  if (/(?<!\p{L})(?:könntest du|könnten sie|du könntest|sie könnten|you could|you might|you may)(?!\p{L})/u.test(text))
    return true
  return isQuestion || phrases.has("courtesy", text) || phrases.has("skip", text)
}
