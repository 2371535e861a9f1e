// What the user asked for in this turn: deeds or words, for one thing or for all of a set, with or without leave to act.
import { type Family, familiesDone, familyOrdered, UNKNOWN } from "./lexicon/families.ts"
import {
  CHECKING_ORDERS,
  CONTENT_ORDERS,
  isIn,
  LISTING_ORDERS,
  LOOKING_ORDERS,
  TALKING_ORDERS,
  WHOLE_ORDERS,
} from "./lexicon/looking.ts"
import {
  ADVICE,
  APPROVED,
  ASK_FIRST,
  ASKS,
  EVERY,
  FILTER,
  LEADING,
  PICKS,
  TEXT_THINGS,
  TO_A_PLACE,
  WORDS_ONLY,
} from "./lexicon/order-words.ts"
import { type Amount, amountOf } from "./order-amount.ts"
import { maskResources, NAMED_TOOL, SYSTEMS } from "./resources.ts"
import { bounded, fold, wordsIn } from "./text.ts"

export interface Order extends Amount {
  /** In so many words, not by a number. */
  readonly saysEvery: boolean
  /** Folded. */
  readonly text: string
  /** As it was written: capitals tell names apart. */
  readonly raw: string
  readonly actions: readonly Action[]
  /** The clauses that order something to be made or changed, also where words may do. */
  readonly parts: readonly string[]
  /** A text is to be written, and nothing says that it should go anywhere. */
  readonly makesText: boolean
  /** Something is to be found out, read or told. */
  readonly looks: boolean
  /** The inside of things is wanted, not their names. */
  readonly reads: boolean
  /** All of a text is wanted, from beginning to end. */
  readonly readsWhole: boolean
  /** It is to be made sure of after the deed. */
  readonly checksAfter: boolean
  /** Something is to be checked. */
  readonly checks: boolean
  /** A list is all that is wanted, at first. */
  readonly lists: boolean
  /** Given as an order, not asked as a question. */
  readonly isImperative: boolean
  /** Picks out a part of a set. */
  readonly isFiltered: boolean
  /** The part is described in a clause of its own, which a search can hardly hit. */
  readonly isDescribed: boolean
  /** Wants the foremost of a set. */
  readonly picks: boolean
  readonly asksFirst: boolean
  readonly isApproved: boolean
  readonly wantsWords: boolean
  readonly wantsAdvice: boolean
  /** Files, paths, addresses. */
  readonly names: readonly string[]
  /** Cannot be answered from knowledge alone. */
  readonly needsTools: boolean
}

/** A change that was ordered. */
export interface Action {
  readonly family: Family
  /** The word that ordered it. */
  readonly verb: string
}

export function orderOf(user: string): Order {
  const raw = bounded(user, 4_000, 1_000)
  const {
    text: masked,
    names,
    tools,
  } = maskResources(fold(raw).replace(/"[^"\n]{1,400}"|(?<!\p{L})'[^'\n]{2,200}'(?!\p{L})/gu, '""'))
  const text = fold(raw)
  const wantsWords = WORDS_ONLY.test(masked)
  const read = readSentences(masked)
  return {
    text,
    raw,
    ...read,
    actions: wantsWords ? [] : read.actions,
    isFiltered: FILTER.test(masked) || SELECTS.test(raw) || (read.actions.length > 0 && WHICH.test(masked)),
    isDescribed: SELECTS.test(raw) || (read.actions.length > 0 && WHICH.test(masked)),
    picks: PICKS.test(masked),
    asksFirst: ASK_FIRST.test(masked),
    isApproved: APPROVED.test(masked),
    wantsWords,
    wantsAdvice: ADVICE.test(masked),
    names,
    needsTools: names.length + tools.length > 0 || SYSTEMS.test(masked) || NAMED_TOOL.test(masked),
    saysEvery: EVERY.test(masked),
    ...amountOf(masked, raw, EVERY.test(masked)),
  }
}

/** ", auf denen niemand zu sehen ist", "everyone who attended", "the apps I haven't opened". */
const SELECTS =
  /, (?:(?:auf|in|bei|mit|für|an|zu|von|aus) )?(?:die|der|das|denen|deren|dessen|welche\p{L}*) (?!\p{Lu})\p{L}|(?:everyone|everybody|all|people|those|ones|\p{L}s) (?:who|that|i|we) (?:\p{L}+ed|have|haven't|has|hasn't|is|are|aren't|was|were|don't|didn't|do|never|can|should|must|need|finished|got|went|came|left|sent|bought|wrote)\b/u
const WHICH = /(?:^|[.!?]\s)(?:which|who|welche\p{L}*|wer) [^?]{3,80}\?/u

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

function readSentences(masked: string): Read {
  const actions: Action[] = []
  const parts: string[] = []
  let makesText = false
  let [looks, reads, readsWhole, checks, checksAfter, isImperative] = [false, false, false, false, false, false]
  let lists: boolean | undefined
  for (const sentence of masked.split(/(?<=[.!?])\s|\n/)) {
    const asks = ASKS.test(sentence.replace(LEADING, ""))
    looks ||= asks
    if (asks || isAbility(sentence)) continue
    const isConditional = CONDITIONAL.test(sentence)
    const clauses = clausesOf(sentence)
    const first = clauses.find((clause) => clause.trim() !== "")
    for (const raw of clauses) {
      const clause = raw.trim().replace(LEADING, "").trim()
      const [verb = ""] = wordsIn(clause)
      const action = actionIn(clause, verb, sentence, raw === first)
      if (action !== undefined && !isConditional) actions.push(action)
      if (
        !isConditional &&
        familyOrdered(specialIn(clause) ?? verb) !== undefined &&
        wordsIn(clause).length > 1 &&
        !isNegated(clause)
      )
        parts.push(clause)
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

/** "Can you edit PDFs?" asks what it is able to do, for no thing in particular. */
function isAbility(sentence: string): boolean {
  return /^(?:hi |hey |hello |hallo )?(?:can|could|are you able to|kannst|können|könntest) (?:you|du|sie) \p{L}+(?: \p{L}+s| \p{L}+en)?\?$/u.test(
    sentence.trim(),
  )
}

/** A verb that no list has, by what follows it. */
function looksLikeVerb(clause: string): boolean {
  return /^(?!(?:i|we|you|he|she|it|they|me|us|whether|if|when|where|how|which|what|who|why|because|so|than|like|not|only|also|then|ob|wann|wo|wie|warum|dass|weil|damit|um|als|bis|seit|ohne|außer|nur|auch|noch|dann|zum|zur|beim|am|vom|using|including|starting|with|without|the|a|an|my|our|this|that|these|there|for|in|on|with|from|to|by|as|of|no|yes|ich|wir|du|er|es|sie|der|die|das|ein|eine|mein|unser|für|mit|von|aus|bei|auf|in|im|zu|wie|was)\b)[\p{L}]{2,20} (?:the|my|our|your|all|each|every|this|that|these|those|it|them|me|us|a|an|up|down|out|§|\d+|den|die|das|dem|der|mein\p{L}*|unser\p{L}*|alle\p{L}*|jede\p{L}*|mir|uns|bitte|mal|ein\p{L}*|es|sie|ihn|diese\p{L}*)(?!\p{L})/u.test(
    clause,
  )
}

/** "Check out the branch", "test user". */
const NO_CHECK = /^(?:check (?:out|in)\b|test (?!(?:that|whether|if|it|the)\b))/

const MAKE_SURE = /^(?:make sure|ensure|see to it|stell\p{L}* (?:bitte )?sicher|vergewisser|achte darauf)/u

function clausesOf(sentence: string): readonly string[] {
  return sentence.split(/[,;:()!?]|\.(?=\s|$)|\s[–—-]\s|(?<!\p{L})(?:and|und|sowie|but|aber|sondern)(?!\p{L})/u)
}

function actionIn(clause: string, verb: string, sentence: string, isFirst: boolean): Action | undefined {
  const words = wordsIn(clause)
  if (words.length < 2 && !clause.includes("§") && !sentence.startsWith(clause)) return undefined
  if (MAKE_SURE.test(clause) || words[1] === "of" || COMPOUND.test(clause) || isNegated(clause)) return undefined
  const special = specialIn(clause)
  const family = familyOrdered(special ?? verb) ?? asksForDone(clause) ?? infinitiveIn(words)
  if (family !== undefined) return isChange(family, clause, sentence) ? { family, verb: special ?? verb } : undefined
  return isFirst && isUnknownDeed(clause, verb) ? { family: UNKNOWN, verb } : undefined
}

/** "order status", "test results", "mail from Kim": a noun in front of a noun. */
const COMPOUND =
  /^(?:book|order|e?-?mail|test|update|change|set|record|post|transfer|report|log|tag|label|file|copy|backup|print|call|text|share|release|install|import|export|release|block|cut|stop|lock|play|display|import) (?:status|results?|recommendations?|logs?|office|fees?|history|numbers?|dates?|summary|reports?|pages?|codes?|notes?|options?|ideas?|tips|from|about|on the|of|vom|von)(?!\p{L})/u

/** Neither looking nor talking nor any change we know: it may be a deed, and only the answer can tell. */
function isUnknownDeed(clause: string, verb: string): boolean {
  return (
    !isIn(LOOKING_ORDERS, verb) && !isIn(CHECKING_ORDERS, verb) && !isIn(TALKING_ORDERS, verb) && looksLikeVerb(clause)
  )
}

/** Orders whose verb alone says nothing: "let the team know", "give Kim access", "bring it back to life". */
function specialIn(clause: string): string | undefined {
  if (/^let (?!me\b|us\b).{1,60} know\b|^(?:tell|ask) (?!me\b|us\b|whether\b|if\b|which\b|how\b)/.test(clause))
    return "notify"
  if (
    /^(?:sage?|gib) (?!mir\b|uns\b|was\b|wie\b|ob\b|welche).{1,80}(?: bescheid|$)/.test(clause) &&
    /bescheid|^sage? (?:dem|der|den|allen|\p{L}+ (?:dass|$))/u.test(clause)
  )
    return "benachrichtige"
  if (/^(?:frage?|erkundige) (?!mich\b|uns\b|dich\b).{1,120}(?: nach$|, ob| ob\b|$)/.test(clause))
    return "benachrichtige"
  if (/(?<!\p{L})(?:by|via|per) (?:e-?mail|sms|text message|whatsapp|mail|post|phone|telefon)(?!\p{L})/u.test(clause))
    return "notify"
  if (/^teile? (?!mir\b|uns\b).{1,80} mit\b/.test(clause)) return "benachrichtige"
  if (
    /^(?:give|gib|geben?) (?!me\b|us\b|mir\b|uns\b).{0,80}(?:access|permission|rights|zugriff|zugang|rechte)/.test(
      clause,
    )
  )
    return "grant"
  if (/^bring\p{L}* .{0,80}(?:zum laufen|auf den (?:neuesten |aktuellen )?stand|in ordnung)/u.test(clause))
    return "update"
  if (/^(?:lad|lade|laden) .{1,120} ein$/.test(clause)) return "invite"
  if (/^(?:melde?) .{1,120} ab$/.test(clause)) return "unsubscribe"
  if (/^(?:sage?) .{1,120} ab$/.test(clause)) return "cancel"
  if (
    /^answer .{0,60}(?:thread|forum|mails?|tickets?|comments?|reviews?|messages?|posts?|requests?|customers?)\b/.test(
      clause,
    )
  )
    return "reply"
  if (/^call (?!me\b|it\b|this\b|him\b|her\b|the (?:function|tool|api|method|endpoint)\b)\p{L}/u.test(clause))
    return "notify"
  if (/^(?:rufe?) .{1,80} an$/.test(clause)) return "benachrichtige"
  if (
    /^(?:leave|quit|exit) (?:the |all |every |those |my |our )?.{0,60}(?:channels?|groups?|teams?|lists?|meetings?|servers?|i haven't)/.test(
      clause,
    )
  )
    return "cancel"
  if (/^open (?:a |an |the )?(?:new )?(?:pr|pull request|issue|ticket|account|branch|case)\b/.test(clause))
    return "create"
  if (/^start\p{L}* .{1,120} neu$/u.test(clause)) return "restart"
  if (/^start\p{L}* neu/u.test(clause)) return "restart"
  return undefined
}

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
  if (family.gives === "change") return true
  if (TO_A_PLACE.test(sentence) && (family.name !== "convert" || INTO_PLACE.test(sentence))) return true
  if (family.gives === "thing") return !TEXT_THINGS.test(wordsIn(clause).slice(1, 7).join(" "))
  if (/(?:to|into|in) (?:plain )?text(?!\p{L})/u.test(clause)) return false
  return family.name === "convert" && MEDIA.test(clause) && !/^(?:translat|summar|übersetz)/.test(clause)
}

/** "in errors.txt" is where a text comes from, "to errors.txt" where it goes. */
const INTO_PLACE = /\b(?:as|to|into|als|nach|unter)\s+(?:the |a |an |die |eine |fertige )*(?:file |datei )?§/u
const MEDIA =
  /§|\b(?:files?|images?|photos?|pictures?|videos?|pdfs?|folder|documents?|dateien?|bilder|fotos|ordner|dokumente?|wavs?|recordings?)\b/
