// The work handed to the user: instructions, advice, a place to look it up.
import type { Reading } from "./reading.ts"

export function handbackIn({ prose, phrases, situation }: Reading): string | undefined {
  const sentences = prose.sentences
    .map(({ text }) => text)
    .filter((text) => !phrases.has("courtesy", text) && !GIVEN.test(text))
  const found = sentences.map((text) => phrases.find("handback", text)).find((words) => words !== undefined)
  // With something still to be done, any "you can" or "you should" says who is to do it.
  const isOpen = situation !== "met" && situation !== "seen" && phrases.has("handback", "you can do it yourself")
  return (
    found ??
    (isOpen ? sentences.map((text) => YOU_MAY.exec(text)?.[0]).find((words) => words !== undefined) : undefined)
  )
}

const YOU_MAY =
  /(?<!\p{L})you (?:can|could|may|might|should|'ll need to|'ll have to|will need to|need to|have to)(?: \p{L}+ly| just| simply| also| now| then| want to)* (?!see|find|notice|tell|say|expect|be |have |not|always|still|use )\p{L}{2,}/u

/** "Das kannst du mir nachreichen": what the user may give is no work handed back. */
const GIVEN = /(?<!\p{L})(?:kannst du|können sie|you can) (?:mir|me)(?!\p{L})/u
