// Work announced and not done: the answer ends in the first person and the future, and no call follows.
import type { Reading } from "./reading.ts"

export function promiseIn(reading: Reading): string | undefined {
  const { order, situation, question, prose } = reading
  const last = prose.sentences.at(-1)
  // Part of the answer itself is put off, whatever it was about.
  if (last !== undefined && !last.isQuestion && !order.wantsAdvice && reading.phrases.has("later", last.text))
    return last.text.slice(0, 100)
  if (question !== "") return undefined
  const isBare = prose.sentences.length < 3 && prose.blocks.length === 0
  if (order.wantsWords && !(last !== undefined && LOOKING.test(last.text))) return undefined
  // A letter promises in the name of its sender.
  if (reading.deeds.length === 0 && order.makesText && !order.needsTools && !isBare) return undefined
  const promise = announcedIn(reading)
  return promise !== undefined && (situation !== "met" || GOES_ON.test(promise)) ? promise.slice(0, 100) : undefined
}

const LOOKING =
  /^(?:\p{L}+,? )?(?:i'll|i will|i'm going to|let me) (?:now |first |just |quickly |next )?(?:look|check|search|read|open|fetch|query|scan|find|see|get|pull|inspect|dig)(?!\p{L})|^(?:\p{L}+,? )?ich (?:sehe|schaue|prüfe|suche|lese|öffne|hole|rufe) /u

/** The last sentences count: what is announced at the beginning may have been done below. */
function announcedIn({ prose, phrases }: Reading): string | undefined {
  let isOffered = false
  for (const { text, isQuestion } of prose.sentences.filter(({ isListed }) => !isListed).slice(-3)) {
    // "Tell me what to change. I'll update it then.": the condition stands in the sentence before.
    const wasOffered = isOffered
    const isCourteous = isQuestion || (phrases.has("courtesy", text) && !FIRM.test(text))
    isOffered = (isCourteous && text.split(" ").length > 3 && !HELPFUL.test(text)) || ASKED.test(text)
    if (isCourteous || wasOffered || (ASKED.test(text) && !WAIT.test(text))) continue
    const promise = phrases.find("promise", text)
    if (promise !== undefined) return text
  }
  return undefined
}

/** After a deed was done, only more of it is announced; what else is said may be a reminder that is set. */
const GOES_ON =
  /(?<!\p{L})(?:next|now|rest|remaining|others?|then|continue|proceed|start|jetzt|nun|gleich|nächstes|übrigen|restlichen|anderen|danach|anschließend|weiter|going to|about to)(?!\p{L}| playing)/u
/** "Next I'll check the mail so that I can propose times": bound to no condition. */
const FIRM = /^(?:and |so )?(?:next|now)(?:,| up)? (?:i'll|i will|i'm going to)(?![^.]* (?:if|unless|once|when) )/
const ASKED =
  /(?<!\p{L})(?:please|could you|can you|bitte|kannst du|könntest du|können sie|könnten sie|tell me|sag mir)(?!\p{L})/u

const WAIT = /(?<!\p{L})(?:moment|second|minute|wait|warten|geduld|gedulden|hold|stand by|bear with)(?!\p{L})/u

/** "I'd be glad to help with that." sets no condition for what follows. */
const HELPFUL =
  /(?<!\p{L})(?:glad|happy|gladly|pleasure|gern|gerne) (?:to )?(?:help|do|assist|take)|^(?:sure|gern|gerne)(?!\p{L})/u
