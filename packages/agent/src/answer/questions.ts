// Whether a question needs the user: a choice that neither the order nor the results settle, a secret, a danger, or a
// user who wants to be asked. Leave for what was ordered, and things a tool can fetch, need nobody.

import { itemsOf } from "./items.ts"
import type { Finding } from "./judged.ts"
import { promiseIn } from "./promises.ts"
import { proven, type Reading, said, worded } from "./reading.ts"
import { stemsIn } from "./stems.ts"
import { touches } from "./touched.ts"
import { claimsDone } from "./undone.ts"

export function judgeQuestion(reading: Reading): Finding | undefined {
  const { order, deeds, unmet } = reading
  const question = lastQuestion(reading)
  const secret = secretIn(reading)
  if (secret !== undefined && (unmet.length > 0 || deeds.at(-1)?.outcome !== "done")) {
    return worded("needs-user", `only the user has it: ${secret}`)
  }
  const request = requestIn(reading)
  if (request !== undefined) return worded("deflection", `it asks the user for what tools can fetch: "${request}"`)
  if (question === "") return undefined
  const quote = `"${clip(question)}"`
  if (order.asksFirst) return worded("needs-user", `the user wants to be asked: ${quote}`)
  if (deeds.length === 0) return judgeFirst(reading, quote)
  return unmet.length > 0 ? judgeBeforeDeed(reading, question, quote) : judgeAfterwards(reading, question, quote)
}

/** Asked before any call. A plea, a promise or a claim beside it says that the question is not what holds it up. */
function judgeFirst(reading: Reading, quote: string): Finding | undefined {
  if (said(reading, "inability") !== undefined || promiseIn(reading) !== undefined || claimsDone(reading))
    return undefined
  if (tellsOfDeed(reading)) return undefined
  return worded("needs-user", `asked before any call: ${quote}`, true)
}

/** A statement about the ordered thing, as if it were so now. */
function tellsOfDeed({ order, unmet, prose, phrases }: Reading): boolean {
  if (unmet.length === 0) return false
  const ordered = new Set(stemsIn(order.text))
  return prose.sentences.some(
    ({ text, isQuestion }) =>
      !isQuestion &&
      phrases.has("claim", text) &&
      !phrases.has("courtesy", text) &&
      stemsIn(text).some((stem) => ordered.has(stem)),
  )
}

/** Asked while something that was ordered is not done. What is no question about the matter is left to other judges. */
function judgeBeforeDeed(reading: Reading, question: string, quote: string): Finding | undefined {
  const { order, phrases } = reading
  const asksChoice = phrases.has("choice", question)
  const asksLeave = phrases.has("permission", question)
  if (order.isApproved && (asksLeave || !asksChoice || SAME_AGAIN.test(order.text))) {
    return proven("deflection", `the user has already agreed, and it asks: ${quote}`)
  }
  const risk = said(reading, "risk")
  if (risk !== undefined) return worded("needs-user", `a danger or a doubt ("${risk}"): ${quote}`, true)
  if (
    asksLeave &&
    SELECTS.test(question) &&
    !isAlternative(question) &&
    (order.amount === "every" || (order.amount === "several" && GOES_ON.test(question)))
  ) {
    return proven("deflection", `the order speaks of all of them, and it asks which: ${quote}`)
  }
  if (asksChoice || isAlternative(question)) return worded("needs-user", `a choice that is not settled: ${quote}`)
  if (asksLeave) return undefined
  const isOfMatter = hasCandidates(reading) || !/(?<!\p{L})(?:i|me|we|ich|mich|wir)(?!\p{L})/u.test(question)
  return isOfMatter && sharesWords(reading, question)
    ? worded("needs-user", `a question about the matter: ${quote}`, true)
    : undefined
}

/** Asked after the deed, or where none was ordered: which of all, or leave for nothing in particular. */
function judgeAfterwards(reading: Reading, question: string, quote: string): Finding | undefined {
  const { order, deeds, phrases } = reading
  if (!order.isImperative || order.wantsWords || order.lists || order.actions.length > 0 || deeds.length > 2)
    return undefined
  if (!phrases.has("permission", question)) return undefined
  if (SELECTS.test(question)) {
    if (order.amount === "one") return worded("needs-user", `it asks which one is meant: ${quote}`, true)
    if (!GOES_ON.test(question)) return undefined
    return proven("deflection", `the order speaks of all of them, and it asks which: ${quote}`)
  }
  return BARE.test(question) ? worded("deflection", `it asks leave for what was ordered: ${quote}`) : undefined
}

const SELECTS = /(?<!\p{L})(?:which|what (?:ones|files)|where should i|welche\p{L}*|womit)(?!\p{L})/u
/** Which of them to begin the ordered work with, rather than to do something new with. */
const GOES_ON =
  /(?<!\p{L})(?:process|start|begin|look|check|handle|do|read|review|analy[sz]e|take|go|first|work|nehmen|anfangen|beginnen|bearbeiten|prüfen|lesen|zuerst|machen|durchgehen|vornehmen)(?!\p{L})/u
const SAME_AGAIN = /\b(?:same as|as usual|wie immer|wie gehabt|wie üblich|wie sonst|letztes mal)\b/
const BARE =
  /(?:go ahead|proceed|start|begin|do (?:it|this|that|so)|want that|really|are you sure|may i|confirm|loslegen|anfangen|fortfahren|vorgehen|(?:das|es) (?:tun|machen|mache)|sicher|darf ich|einverstanden|gewünscht)[^,;]{0,20}[?.]?["')]*$/

/** Two deeds to choose from, unless one of them is to leave it. */
function isAlternative(question: string): boolean {
  if (
    /yourself|selbst|selber|(?:or|oder) (?:not|nicht|leave|lassen|wait|rather|lieber|something|anything|etwas)/.test(
      question,
    )
  )
    return false
  return /(?<!\p{L})(?:or|oder)(?!\p{L})/u.test(question)
}

/** The order names one thing and the answer several that a result offered. */
function hasCandidates({ order, deeds, prose }: Reading): boolean {
  if (order.amount !== "one") return false
  return deeds.some(
    ({ call }) => itemsOf(call.result).filter((item) => touches({ named: prose.text }, item)).length > 1,
  )
}

function sharesWords({ order, deeds }: Reading, question: string): boolean {
  const known = new Set(
    stemsIn([order.text, ...deeds.map(({ call }) => call.result.slice(0, 2_000).toLowerCase())].join(" ")),
  )
  return stemsIn(question).some((stem) => known.has(stem))
}

/** A question that the answer ends with, or "". Words after it that only greet do not matter. */
export function lastQuestion({ prose }: Pick<Reading, "prose">): string {
  return prose.sentences.slice(-3).findLast(({ isQuestion, text }) => isQuestion || CONFIRM.test(text))?.text ?? ""
}

const CONFIRM =
  /^(?:please |kindly )?confirm(?: |$|\.)|(?:please|kindly) confirm|bitte (?:kurz )?bestätig|bestätige bitte|bestätigen sie/

function requestIn(reading: Reading): string | undefined {
  const { order, deeds, unmet, prose, phrases } = reading
  const isMet = order.actions.length > 0 && unmet.length === 0
  const isAdvice = order.wantsAdvice && order.names.length === 0
  const isBlocked = deeds.length > 0 && deeds.every(({ outcome }) => outcome !== "done")
  if (isMet || isAdvice || isBlocked || !(order.needsTools || deeds.length > 0)) return undefined
  for (const { text, isQuestion } of prose.sentences.slice(-4)) {
    if (!isQuestion && phrases.has("courtesy", text) && !/^(?:please|bitte|if you|wenn du|wenn sie)/.test(text))
      continue
    const found = phrases.find("request", text)
    if (found !== undefined) return clip(found)
  }
  return undefined
}

/** The user is asked for what a tool must not know or cannot have. */
function secretIn({ prose, phrases }: Reading): string | undefined {
  return prose.sentences
    .filter(({ text, isQuestion }) => isQuestion || ASKED_FOR.test(text))
    .map(({ text }) => phrases.find("secret", text))
    .find((words) => words !== undefined)
}

const ASKED_FOR =
  /\b(?:please|enter|need|needs|required?|requires|provide|asks?|missing|bitte|gib|geben|brauch\w*|benötig\w*|fehlt|erforderlich|verlangt)\b/

function clip(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}...` : text
}
