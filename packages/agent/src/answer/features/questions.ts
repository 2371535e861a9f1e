// Questions, and what speaks for and against their need.
import { itemsOf } from "../items.ts"
import { familiesDone, familyOrdered } from "../lexicon/families.ts"
import { once } from "../once.ts"
import { errandIn, hasCandidates, isAlternative, isDue, needsUser, requestIn, secretIn } from "../questions.ts"
import { type Reading, said } from "../reading.ts"
import { stemsIn } from "../stems.ts"
import { fold, wordsIn } from "../text.ts"
import { hasWord, touches } from "../touched.ts"
import { byWords, excuse, type Features, quote, sign, when } from "./feature.ts"

export const questions: Features = {
  "asks-though-approved": sign("deflection", (r) =>
    when(isDue(r) && r.order.isApproved, `the user has already agreed, and it asks: ${quote(r.question)}`),
  ),
  "asks-though-picked": sign("deflection", (r) =>
    when(
      isDue(r) && r.order.picks && !hasRisk(r) && (SELECTS.test(r.question) || asksLeave(r)),
      `the order says which, and it asks: ${quote(r.question)}`,
    ),
  ),
  "asks-though-named": sign("deflection", (r) => {
    const named = isDue(r) && SELECTS.test(r.question) ? namedOne(r) : undefined
    if (named === undefined || (hasRisk(r) && !isExact(named))) return undefined
    return `the order says ${named}, and it asks which: ${quote(r.question)}`
  }),
  "asks-of-all": sign("deflection", (r) =>
    when(asksOfAll(r), `the order speaks of all of them, and it asks which: ${quote(r.question)}`),
  ),
  "asks-what-to-do": byWords(
    sign("deflection", (r) =>
      when(
        r.order.isImperative && !r.order.asksFirst && r.situation !== "met" && r.phrases.has("purpose", r.question),
        `the order says what to do, and it asks: ${quote(r.question)}`,
      ),
    ),
  ),
  "leave-for-ordered": byWords(
    sign("deflection", (r) =>
      when(
        isDue(r) && asksLeave(r) && isOfOrder(r) && (r.order.isApproved || !hasRisk(r)),
        `it asks leave for what was ordered: ${quote(r.question)}`,
      ),
    ),
  ),
  "fetchable-asked": byWords(
    sign("deflection", (r) => {
      const end = r.prose.sentences.slice(-2).map(({ text }) => text)
      const words = errandIn(r) ?? (end.some((text) => OWN_CHOICE.test(text)) ? undefined : requestIn(r))
      if (needsUser(r) || secretIn(r) !== undefined) return undefined
      return words && `it asks the user for what tools can fetch: ${quote(words)}`
    }),
  ),
  "asks-when-due": excuse("needs-user", (r) =>
    when(isDue(r) && r.deeds.length > 0, `it asks before it goes on: ${quote(r.question)}`),
  ),
  "asks-first": excuse("needs-user", (r) =>
    when(r.question !== "" && r.deeds.length === 0, `asked before any call: ${quote(r.question)}`),
  ),
  candidates: excuse("needs-user", (r) =>
    when(
      isDue(r) && !r.order.picks && !/which ones/.test(r.question) && hasCandidates(r) && namedOne(r) === undefined,
      `there are several to choose from: ${quote(r.question)}`,
    ),
  ),
  alternatives: excuse("needs-user", (r) =>
    when(isDue(r) && isAlternative(r.question), `two ways to choose from: ${quote(r.question)}`),
  ),
  "choice-asked": byWords(
    excuse("needs-user", (r) =>
      when(
        isDue(r) &&
          r.order.amount === "one" &&
          !r.order.picks &&
          r.phrases.has("choice", r.question) &&
          !isExact(namedOne(r) ?? ""),
        `a choice that is not settled: ${quote(r.question)}`,
      ),
    ),
  ),
  "risk-told": byWords(
    excuse("needs-user", (r) =>
      when(
        isDue(r) && !r.order.isApproved && hasRisk(r) && !isExact(namedOne(r) ?? ""),
        `a danger or a doubt is told: ${quote(r.question)}`,
      ),
    ),
  ),
  "secret-needed": byWords(
    excuse("needs-user", (r) => {
      const secret = r.deeds.length > 0 ? secretIn(r) : undefined
      const isOpen = r.unmet.length > 0 || r.deeds.at(-1)?.outcome !== "done"
      return secret !== undefined && isOpen ? `only the user has it: ${secret}` : undefined
    }),
  ),
}

/** An identifier, which can mean nothing else. */
const isExact = (label: string) => label.length > 4 && /[\d./_-]/.test(label)
const hasRisk = (reading: Reading) => said(reading, "risk") !== undefined

/** Which of all to begin with: the order has answered that. */
function asksOfAll(r: Reading): boolean {
  const { order, question, situation } = r
  if (["met", "talk", "untouched"].includes(situation) || !ALL_OF.test(question) || isAlternative(question))
    return false
  if (!order.isImperative || order.isFiltered || order.lists || hasRisk(r)) return false
  return order.amount !== "one" || /which ones/.test(question)
}

/** Leave, and no question about the matter. */
function asksLeave({ question, phrases, prose, order }: Reading): boolean {
  // A question about the matter beside it, or an order to ask, makes it no mere courtesy.
  if (order.asksFirst || prose.sentences.some(({ text, isQuestion }) => isQuestion && MATTER.test(text))) return false
  return (
    !ABOUT.test(question) && phrases.has("permission", question) && !SELECTS.test(question) && !isAlternative(question)
  )
}

/** What is asked about is what was ordered. */
function isOfOrder({ question, order, unmet, situation }: Reading): boolean {
  if (GO_AHEAD.test(question)) return true
  const families = wordsIn(question).flatMap((word) => [familyOrdered(word) ?? [], familiesDone(word)].flat())
  const due = situation === "met" ? order.actions : unmet
  if (due.some(({ family }) => families.includes(family))) return true
  const ordered = new Set(stemsIn(order.text))
  return stemsIn(question).filter((stem) => ordered.has(stem)).length > 1
}

/** The order itself names one of those it could choose from. */
const namedOne = once(({ order, deeds, prose }: Reading): string | undefined => {
  const answer = prose.clauses.join("\n")
  for (const { call } of deeds.slice(-6)) {
    const items = itemsOf(call).filter((item) => touches({ named: answer }, item))
    const named = items.filter(({ label }) => hasWord(order.text, fold(label).replace(/^\W+/, "")))
    const exact = named.filter(({ label }) => isExact(label))
    if (items.length > 1 && named.length === 1) return named[0]?.label
    if (items.length > named.length && exact.length === 1) return exact[0]?.label
  }
  return undefined
})

const SELECTS = /(?<!\p{L})(?:which|what (?:ones|files)|where should i|welche\p{L}*|womit)(?!\p{L})/u
const ALL_OF =
  /(?<!\p{L})(?:which (?:ones|of (?:these|them|those)|\p{L}+[^s\W]s)|what (?:ones|files)|where should i (?:start|begin)|which [^?]{0,60}(?:first|start|begin)|welche[^?]{0,60}(?:zuerst|anfangen|beginnen)|womit|mit welche[rmn]|welche(?= |\?)|how would you like (?:me )?to (?:proceed|sort)|wie (?:möchtest|möchten|soll|willst))(?!\p{L})/u
const ABOUT = /^(?:what|who|whom|whose|wen|wem|when|where|was|wer|wann|wo|wie viel|how (?:many|much|long))(?!\p{L})/u
const MATTER =
  /(?<!\p{L})(?:what (?:counts|exactly|do you mean|does|is meant|would count)|who (?:is|do you mean)|do you mean|meinst du|meinen sie|was (?:genau|heißt|zählt|gilt|ist gemeint))(?!\p{L})/u
const OWN_CHOICE = /(?<!\p{L})(?:which|whether|or tell me|welche\p{L}*|ob)(?!\p{L})/u
const GO_AHEAD =
  /(?<!\p{L})(?:proceed|go ahead|continue|start|begin|do (?:it|this|that|so)|carry on|loslegen|anfangen|fortfahren|vorgehen|beginnen|(?:das|es) (?:tun|machen|erledigen)|weitermachen|sure|sicher|wirklich|really|confirm|bestätig\p{L}*)(?!\p{L})/u
