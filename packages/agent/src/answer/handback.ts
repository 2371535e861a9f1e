// The work handed to the user: instructions, advice, a place to look it up.
import type { Reading } from "./reading.ts"

export function handbackIn({ prose, phrases, situation }: Reading): string | undefined {
  const strong = strongIn({ prose, phrases })
  if (strong !== undefined) return strong
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

export function strongIn({ prose, phrases }: Pick<Reading, "prose" | "phrases">): string | undefined {
  if (!phrases.has("handback", "you can do it yourself")) return undefined
  return prose.sentences.map(({ text }) => STRONG.exec(text)?.[0]).find((words) => words !== undefined)
}

const YOU_MAY =
  /(?<!\p{L})you (?:can|could|may|might|should|'ll need to|'ll have to|will need to|need to|have to)(?: \p{L}+ly| just| simply| also| now| then| want to)* (?!decide|choose|tell|give|confirm|answer|see|find|notice|tell|say|expect|be |have |not|always|still|use )\p{L}{2,}/u

/** Handed back for good, whatever courtesy stands around it. */
const STRONG =
  /(?<!\p{L})(?:quicker|faster|easier|better|best|safer|simpler) (?:if|when) you (?:just |simply |first )?(?:open|do|go|press|run|use|handle|check|make|take|ask|call|contact)(?!\p{L})|(?<!\p{L})(?:after|once|when) you(?:'ve| have) (?:made|done|run|applied|changed|saved) (?:that|this|the|it)|on your (?:machine|computer|end|side)(?!\p{L})|^(?:here's|here is) (?:a |your )?(?:short |quick |little )?(?:guide|checklist|how-to)|next steps for you|^try (?:searching|looking|opening|running|asking)|(?:would|should|will) do the trick|(?:select all|insert >|(?:file|edit|tools|settings|datei|einstellungen) >)|(?<!\p{L})you can (?:now |then )?(?:select|drag|fix (?:it|this|that) by|paste|replace)(?!\p{L})|(?<!\p{L})(?:please|bitte) (?:check|sort out|look|open|prüfe?n?|sieh|schau\p{L}*) [^.?!]{3,80}(?:let me know what|try again|and tell me|sag mir|gib mir bescheid)|(?:schneller|einfacher|besser|am besten),? wenn (?:du|sie)(?!\p{L})|(?:recommend|suggest|prefer) that (?:an?|the|your) [^.?!]{3,40} (?:performs?|does|handles?|makes?|takes?|runs?)(?!\p{L})/u

/** "Das kannst du mir nachreichen": what the user may give is no work handed back. */
const GIVEN = /(?<!\p{L})(?:kannst du|können sie|you can) (?:mir|me)(?!\p{L})/u
