// The sentences of an order, clause by clause: what is to be changed, looked at, checked or written.
import { familyOrdered } from "./lexicon/families.ts"
import {
  CHECKING_ORDERS,
  CONTENT_ORDERS,
  isIn,
  LISTING_ORDERS,
  LOOKING_ORDERS,
  WHOLE_ORDERS,
} from "./lexicon/looking.ts"
import { ASKS, LEADING } from "./lexicon/order-words.ts"
import type { Action, Order, Part } from "./order.ts"
import { actionIn, looksLikeVerb, MAKE_SURE } from "./order-actions.ts"
import { wordsIn } from "./text.ts"

type Read = Pick<
  Order,
  | "actions"
  | "parts"
  | "makesText"
  | "looks"
  | "reads"
  | "readsWhole"
  | "checks"
  | "checksAfter"
  | "lists"
  | "isImperative"
>

export function readSentences(masked: string): Read {
  const actions: Action[] = []
  const parts: Part[] = []
  let makesText = false
  let [looks, reads, readsWhole, checks, checksAfter, isImperative] = [false, false, false, false, false, false]
  let lists: boolean | undefined
  for (const sentence of masked.split(/(?<=[.!?])\s|\n/)) {
    const asks = ASKS.test(sentence.replace(LEADING, ""))
    looks ||= asks
    if (asks || isAbility(sentence)) continue
    const isConditional = CONDITIONAL.test(sentence.replace(WHETHER, ""))
    const clauses = clausesOf(sentence)
    const first = clauses.find((clause) => clause.trim() !== "")
    for (const raw of clauses) {
      const clause = raw.trim().replace(LEADING, "").trim()
      const [verb = ""] = wordsIn(clause)
      const action = actionIn(clause, verb, sentence, raw === first)
      if (action !== undefined && !isConditional) actions.push(action)
      if (action !== undefined && !isConditional) parts.push({ text: clause, family: action.family })
      const made = familyOrdered(verb)
      makesText ||= made !== undefined && made.gives !== "change" && action === undefined
      const isCheck = isIn(CHECKING_ORDERS, verb) || MAKE_SURE.test(clause)
      if (isIn(LOOKING_ORDERS, verb) || familyOrdered(verb) !== undefined) lists ??= isIn(LISTING_ORDERS, verb)
      checks ||= isCheck && !NO_CHECK.test(clause)
      checksAfter ||= isCheck && actions.length > 0 && action === undefined
      looks ||= isIn(LOOKING_ORDERS, verb)
      reads ||= isIn(CONTENT_ORDERS, verb)
      readsWhole ||= isIn(WHOLE_ORDERS, verb)
      isImperative ||=
        action !== undefined ||
        isIn(LOOKING_ORDERS, verb) ||
        familyOrdered(verb) !== undefined ||
        isCheck ||
        looksLikeVerb(clause)
    }
  }
  return {
    actions,
    parts,
    makesText,
    looks,
    reads,
    readsWhole,
    checks,
    lists: lists ?? false,
    checksAfter,
    isImperative,
  }
}

/** Only to be done under a condition, which may not have come about. */
const CONDITIONAL = /(?<!\p{L})(?:if|unless|in case|falls|wenn|sofern)(?!\p{L}| not\b)/u

const WHETHER =
  /(?<!\p{L})(?:check|see|look|tell me|find out|verify|test|let me know|prüfe?|schaue?|sag mir|teste?|sieh)(?: \p{L}+){0,2},? (?:if|whether|ob)(?!\p{L})/gu

/** "Can you edit PDFs?" asks what it is able to do, for no thing in particular. */
function isAbility(sentence: string): boolean {
  return /^(?:hi |hey |hello |hallo )?(?:can|could|are you able to|kannst|können|könntest) (?:you|du|sie) \p{L}+(?: \p{L}+s| \p{L}+en)?\?$/u.test(
    sentence.trim(),
  )
}

/** "Check out the branch", "test user". */
const NO_CHECK = /^(?:check (?:out|in)\b|test (?!(?:that|whether|if|it|the)\b))/

function clausesOf(sentence: string): readonly string[] {
  return sentence.split(/[,;:()!?]|\.(?=\s|$)|\s[–—-]\s|(?<!\p{L})(?:and|und|sowie|but|aber|sondern)(?!\p{L})/u)
}
