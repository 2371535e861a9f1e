// Work that the answer itself says is left.
import { YET } from "./accounting.ts"
import type { Reading } from "./reading.ts"

/** In the first person, wherever it is said: nothing else can be meant. */
export function unfinishedIn({ order, prose, phrases, question }: Reading): string | undefined {
  if (order.asksFirst || question !== "") return undefined
  const firm = prose.sentences.filter(({ text }) => !phrases.has("courtesy", text))
  return firm.map(({ text }) => phrases.find("unfinished", text)).find((words) => words !== undefined)
}

export function leftoverIn(reading: Reading): string | undefined {
  const { order, deeds, prose, phrases, situation } = reading
  if (deeds.length === 0 || order.wantsWords || order.asksFirst) return undefined
  if (!order.isImperative && !order.needsTools && !order.looks) return undefined
  if (order.actions.length === 0 && ASKS_FOR_REST.test(order.text)) return undefined
  for (const { text, isQuestion } of prose.sentences) {
    const isOffer = isQuestion || phrases.has("courtesy", text)
    if (situation === "met" && (isOffer || (ON_PURPOSE.test(text) && !YET.test(text)))) continue
    const resume = isOffer && !NEW.test(text) ? phrases.find("resume", text) : undefined
    if (resume !== undefined) return resume
    // The user's own words say nothing of what was done.
    const words = phrases.findAll("incomplete", text).find((found) => !order.text.includes(found))
    const isHeaded = HEADING.test(text)
    if (words !== undefined && isHeaded) return words
    if (words !== undefined && !isOffer && !phrases.has("skip", text) && !ADVISED.test(text)) return words
  }
  return undefined
}

/** "I haven't touched production", after what was ordered was done. */
const ON_PURPOSE =
  /(?<!\p{L})i (?:haven't|have not|didn't|did not)(?!\p{L})|(?<!\p{L})habe ich (?:\p{L}+ ){0,4}nicht(?!\p{L})/u

/** Something new, and not the rest of this. */
const NEW = /(?<!\p{L})(?:what|which|where|womit|was|welche\p{L}*|next|nächste\p{L}*|other project|too|also)(?!\p{L})/u
const ADVISED = /(?<!\p{L})(?:könntest du|könnten sie|du könntest|sie könnten|you could|you might|you may)(?!\p{L})/u

/** "Remaining: ...", "Noch offen: ...". */
const HEADING =
  /^[\s#*-]*(?:remaining|still (?:open|to do|missing|left)|left|to ?do|not (?:yet )?(?:done|covered|started)|outstanding|noch offen|offen|ausstehend|fehlt noch|verbleibend|übrig)(?: \p{L}+){0,2}(?::|$)/u

/** What is left is what was asked for. */
const ASKS_FOR_REST =
  /(?<!\p{L})(?:left|remaining|remains|still|open|todos?|to do|missing|pending|status|progress|noch|offen\p{L}*|fehl(?:t|en)|übrig|ausstehend\p{L}*|stand)(?!\p{L})/u
