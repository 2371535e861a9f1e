// The change that a clause of an order asks for, if it asks for one.
import { type Family, familiesDone, familyOrdered, UNKNOWN } from "./lexicon/families.ts"
import { CHECKING_ORDERS, isIn, LOOKING_ORDERS, TALKING_ORDERS } from "./lexicon/looking.ts"
import { TEXT_THINGS, TO_A_PLACE } from "./lexicon/order-words.ts"
import { FOUND_OUT, specialIn } from "./lexicon/special-orders.ts"
import type { Action } from "./order.ts"
import { wordsIn } from "./text.ts"

export function actionIn(clause: string, verb: string, sentence: string, isFirst: boolean): Action | undefined {
  const words = wordsIn(clause)
  const isAlone = words.length < 2 && !clause.includes("§") && !sentence.startsWith(clause)
  if (
    isAlone &&
    !new RegExp(`(?:and|und|then|dann) ${verb}\\W*$`, "u").test(sentence.trim()) &&
    !(
      /(?:please|bitte) \p{L}+\W*$/u.test(sentence) &&
      sentence.trim().endsWith(`${clause}${/\W?$/.exec(sentence.trim())?.[0] ?? ""}`)
    )
  )
    return undefined
  if (MAKE_SURE.test(clause) || COMPOUND.test(clause) || STATES.test(clause) || isNegated(clause)) return undefined
  const special = specialIn(clause)
  if (special === FOUND_OUT) return undefined
  const family =
    familyOrdered(special ?? verb) ??
    familyOrdered(verb.replace(/^re-?(?=\p{L}{4})/u, "")) ??
    asksForDone(clause) ??
    infinitiveIn(words)
  if (family !== undefined) return isChange(family, clause, sentence) ? { family, verb: special ?? verb } : undefined
  return isFirst && isUnknownDeed(clause, verb) ? { family: UNKNOWN, verb } : undefined
}

/** "return is booked in", "move of the office": a noun, whatever verb it looks like. */
const STATES =
  /^\p{L}+ (?:of|is|are|was|were|has|had|will|should|must|can|ist|sind|war|waren|wurden?|hat|haben|soll|sollen|muss|kann)(?!\p{L})/u

/** "order status", "test results", "mail from Kim": a noun in front of a noun. */
const COMPOUND =
  /^(?:book|order|e?-?mail|test|update|change|set|record|post|transfer|report|log|tag|label|file|copy|backup|print|call|text|share|release|install|import|export|release|block|cut|stop|lock|play|display|import) (?:status|results?|recommendations?|logs?|office|fees?|history|numbers?|dates?|summary|reports?|pages?|codes?|notes?|options?|ideas?|tips|from|about|on the|of|vom|von)(?!\p{L})/u

/** Neither looking nor talking nor any change we know: it may be a deed, and only the answer can tell. */
function isUnknownDeed(clause: string, verb: string): boolean {
  return (
    !isIn(LOOKING_ORDERS, verb) && !isIn(CHECKING_ORDERS, verb) && !isIn(TALKING_ORDERS, verb) && looksLikeVerb(clause)
  )
}

/** A verb that no list has, by what follows it. */
export function looksLikeVerb(clause: string): boolean {
  return /^(?!(?:i|we|you|he|she|it|they|me|us|whether|if|when|where|how|which|what|who|why|because|so|than|like|not|only|also|then|ob|wann|wo|wie|warum|dass|weil|damit|um|als|bis|seit|ohne|außer|nur|auch|noch|dann|zum|zur|beim|am|vom|using|including|starting|with|without|the|a|an|my|our|this|that|these|there|for|in|on|with|from|to|by|as|of|no|yes|ich|wir|du|er|es|sie|der|die|das|ein|eine|mein|unser|für|mit|von|aus|bei|auf|in|im|zu|wie|was)\b)[\p{L}]{2,20} (?:the|my|our|your|all|each|every|this|that|these|those|it|them|me|us|a|an|up|down|out|§|\d+|den|die|das|dem|der|mein\p{L}*|unser\p{L}*|alle\p{L}*|jede\p{L}*|mir|uns|bitte|mal|ein\p{L}*|es|sie|ihn|diese\p{L}*)(?!\p{L})/u.test(
    clause,
  )
}

export const MAKE_SURE =
  /^(?:make sure|confirm (?:that|whether|the|it|if|they)|ensure|see to it|stell\p{L}* (?:bitte )?sicher|vergewisser|achte darauf)/u

/** "I need the files renamed". */
function asksForDone(clause: string): Family | undefined {
  if (!/^(?:i (?:need|want|would like)|i'd like|get|have) /.test(clause)) return undefined
  return familiesDone(wordsIn(clause).at(-1) ?? "")[0]
}

/** "Kannst du die alten Logs löschen", "bitte alle Dateien umbenennen". */
function infinitiveIn(words: readonly string[]): Family | undefined {
  const last = words.at(-1) ?? ""
  return last.endsWith("n") && !words.some((word) => /^(?:ich|wir|man|sie|werden|wollen)$/.test(word))
    ? familyOrdered(last)
    : undefined
}

function isNegated(clause: string): boolean {
  return /^(?:don't|do not|never|not)\b|\bnothing\b|(?:^|\s)(?:nicht|nichts|niemals|keinesfalls)(?:\s\p{L}+en)?[.!]?$|^\p{L}+ (?:bitte |noch )*(?:nichts|keine)(?!\p{L})/u.test(
    clause,
  )
}

function isChange(family: Family, clause: string, sentence: string): boolean {
  if (family.name === "send")
    return !/^\p{L}+ (?:me|us|mir|uns)(?!\p{L})/u.test(clause) || /mail|slack|teams|sms|whatsapp/.test(clause)
  if (
    family.name === "move" &&
    /^(?:sort|sortier|order|ordne|group|gruppier)\p{L}* (?:it|them|these|those|sie|es|diese)(?!\p{L})/u.test(clause)
  )
    return false
  if (/^teil\p{L}* /u.test(clause)) return /(?<!\p{L})(?:mit|auf|link|team)(?!\p{L})/u.test(clause)
  if (isIn(LOOKING_ORDERS, wordsIn(clause)[0] ?? "") && family.name === "edit") return TO_A_PLACE.test(sentence)
  if (TOGETHER.test(clause)) return TO_A_PLACE.test(sentence)
  if (!family.own && INTO_TEXT.test(sentence) && !TO_A_PLACE.test(sentence)) return false
  if (family.gives === "change") return true
  if (TO_A_PLACE.test(sentence) && (family.name !== "convert" || INTO_PLACE.test(sentence))) return true
  if (family.gives === "thing") return !TEXT_THINGS.test(wordsIn(clause).slice(1, 7).join(" "))
  const [, target = ""] = /(?<!\p{L})into (.{1,80})/u.exec(clause) ?? []
  if (TEXT_THINGS.test(wordsIn(target).slice(0, 4).join(" "))) return false
  if (/(?:to|into|in) (?:plain )?text(?!\p{L})/u.test(clause)) return false
  return family.name === "convert" && MEDIA.test(clause) && !/^(?:translat|summar|übersetz)/.test(clause)
}

/** "Put the quotes into a table and highlight the cheapest": the answer may be the table. */
const INTO_TEXT =
  /(?<!\p{L})(?:into|in|as) (?:an?|one|eine[rnm]?) (?:\p{L}+ )?(?:table|list|overview|summary|tabelle|liste|übersicht)(?!\p{L})/u

/** Words put in order: "put together a list", "stell mir eine Übersicht zusammen". */
const TOGETHER =
  /^(?:put together|draw up|write up|set out|come up with)(?!\p{L})|^stell\p{L}* .{0,80}(?:zusammen|gegenüber)(?!\p{L})/u

/** "in errors.txt" is where a text comes from, "to errors.txt" where it goes. */
const INTO_PLACE = /\b(?:as|to|into|als|nach|unter)\s+(?:the |a |an |die |eine |fertige )*(?:file |datei )?§/u
const MEDIA =
  /§|\b(?:files?|images?|photos?|pictures?|videos?|pdfs?|folder|documents?|dateien?|bilder|fotos|ordner|dokumente?|wavs?|recordings?)\b/
