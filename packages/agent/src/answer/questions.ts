// Whether a question needs the user: a choice that neither the order nor the results settle, a secret, a danger. Leave for
// what was ordered, and things a tool can fetch, need nobody.
import { mayHaveChanged } from "./deeds.ts"
import { itemsOf } from "./items.ts"
import { once } from "./once.ts"
import { type Reading, said } from "./reading.ts"
import type { Prose } from "./text.ts"
import { touches } from "./touched.ts"

/** Something speaks for the question. */
export const needsUser = once((reading: Reading) => {
  const { question, situation, order } = reading
  if (question === "" || situation === "talk" || situation === "seen" || order.isApproved) return false
  if (hasCandidates(reading) || isAlternative(question)) return true
  return said(reading, "risk") !== undefined || secretIn(reading) !== undefined
})

/** Asked while something that was ordered is not done. */
export function isDue({ question, situation, deeds }: Reading): boolean {
  if (question === "") return false
  // Where calls are only guessed to have done it, the question says that they have not.
  const isDoubtful = situation === "met" && deeds.every((deed) => deed.isGuessed || !mayHaveChanged(deed))
  return isDoubtful || ["looked", "missing", "failed", "untouched"].includes(situation)
}

/** Two deeds to choose from, unless one of them is to leave it. */
export function isAlternative(question: string): boolean {
  if (
    /yourself|selbst|selber|(?:or|oder) (?:not|nicht|leave|lassen|wait|rather|lieber|something|anything|etwas)/.test(
      question,
    )
  )
    return false
  return /(?<!\p{L})(?:or|oder|only|nur|instead|stattdessen)(?!\p{L})/u.test(question)
}

/** The order names one thing and the answer several that a result offered. */
export const hasCandidates = once(({ order, deeds, prose }: Reading) => {
  if (order.amount !== "one") return false
  return deeds
    .slice(-LATEST)
    .some(({ call }) => itemsOf(call).filter((item) => touches({ named: prose.text }, item)).length > 1)
})

/** What was offered long ago is no choice now. */
const LATEST = 6

/** A question that the answer ends with, or "". Words after it that only greet do not matter. */
export function lastQuestion(prose: Prose): string {
  return prose.sentences.slice(-3).findLast(({ isQuestion, text }) => isQuestion || CONFIRM.test(text))?.text ?? ""
}

const CONFIRM =
  /(?:please|bitte) (?:\p{L}+ ){0,2}?(?:tell me|let me know|sag mir|sagen sie mir|nenn\p{L}* mir|teil\p{L}* mir) (?:\p{L}+ ){0,3}?(?:which|whether|what|how|when|who|welche\p{L}*|ob|was|wie|wann|wer)(?!\p{L})|^(?:so )?(?:please|bitte)(?: |, )(?!note|beachte)(?:\p{L}+ ){0,3}?(?:tell|give|choose|pick|provide|enter|decide|create|unlock|add|specify|name|clarify|wähl\p{L}*|nenn\p{L}*|gib|geben|sag\p{L}*|teil\p{L}*|entscheid\p{L}*)(?!\p{L})|^(?:please |kindly )?confirm(?: |$|\.)|(?:please|kindly) confirm|bitte (?:kurz )?bestätig|bestätige bitte|bestätigen sie/u

export function requestIn(reading: Reading): string | undefined {
  const { order, deeds, unmet, prose, phrases } = reading
  const isMet = order.actions.length > 0 && unmet.length === 0
  const isAdvice = order.wantsAdvice && order.names.length === 0
  const isBlocked = deeds.length > 0 && deeds.every(({ outcome }) => outcome !== "done")
  if (isMet || isAdvice || isBlocked || !(order.needsTools || order.isImperative || deeds.length > 0)) return undefined
  for (const { text, isQuestion } of prose.sentences.slice(-4)) {
    if (!isQuestion && phrases.has("courtesy", text) && !/^(?:please|bitte|if you|wenn du|wenn sie)/.test(text))
      continue
    const found = phrases.find("request", text)
    if (found !== undefined) return found
  }
  return undefined
}

export function errandIn({ deeds, prose, phrases }: Reading): string | undefined {
  if (deeds.length === 0 || !phrases.has("request", "please paste the text")) return undefined
  return ERRAND.exec(prose.sentences.at(-1)?.text ?? "")?.[0]
}

/** "Could you open the log and paste the last lines?": something to do, and to report. */
const ERRAND =
  /(?<!\p{L})(?:could|can|would) you (?:please )?(?!tell|say|give|decide|confirm|choose)[^?.!]{4,90}(?<!\p{L})(?:and|then) (?:tell me|let me know|send|paste|report|copy)(?!\p{L})|(?<!\p{L})(?:kannst|könntest|können|könnten) (?:du|sie) (?:bitte )?[^?.!]{4,90}(?<!\p{L})und (?:mir )?[^?.!]{0,40}(?:sagen|melden|schicken|einfügen|kopieren|mitteilen)(?!\p{L})/u

/** The user is asked for what a tool must not know or cannot have. */
export function secretIn({ prose, phrases }: Reading): string | undefined {
  return prose.sentences
    .filter(({ text, isQuestion }) => isQuestion || ASKED_FOR.test(text))
    .map(({ text }) => phrases.find("secret", text))
    .find((words) => words !== undefined)
}

const ASKED_FOR =
  /\b(?:please|enter|need|needs|required?|requires|provide|asks?|missing|bitte|gib|geben|brauch\w*|benötig\w*|fehlt|erforderlich|verlangt)\b/
