// A change was ordered and no call can have made it: what the answer says instead decides the name of the finding.
import { mayHaveChanged } from "./deeds.ts"
import type { Finding, Kind } from "./judged.ts"
import { familiesDone, UNKNOWN } from "./lexicon/families.ts"
import type { Order } from "./order.ts"
import { promiseIn } from "./promises.ts"
import { proven, type Reading, said } from "./reading.ts"
import { wordsIn } from "./text.ts"

export function judgeUndone(reading: Reading): Finding | undefined {
  const { order, unmet, deeds } = reading
  if (unmet.length === 0 || order.asksFirst) return undefined
  if (deeds.length === 0 && !isTold(reading)) return undefined
  if (deeds.length > 0 && isNeedless(reading)) return undefined
  if (unmet.every(({ family }) => family === UNKNOWN) && !isOwnedUp(reading)) return undefined
  const verbs = [...new Set(unmet.map(({ verb }) => verb))].join(", ")
  const evidence = `ordered (${verbs}), but ${whatWasDone(reading)}`
  return proven(kindOf(reading), evidence)
}

/** Of a verb that no list has, the answer itself must show that a deed was wanted. */
function isOwnedUp(reading: Reading): boolean {
  if (claimsDone(reading) || promiseIn(reading) !== undefined) return true
  return ["handback", "inability", "request"].some((name) => said(reading, name as "handback") !== undefined)
}

/** Without any call the order may be about words, which would stand in the answer. */
function isTold(reading: Reading): boolean {
  const { order } = reading
  if (order.needsTools || claimsDone(reading) || promiseIn(reading) !== undefined) return true
  if (said(reading, "inability") !== undefined) return true
  return !isAboutText(order) && isShort(reading)
}

/** "Fix the grammar: 'he go'", "make it shorter", "remove the last paragraph". */
function isAboutText({ text, raw }: Order): boolean {
  if (TEXT_PARTS.test(text) || /["'„“‘][^"'“”’\n]{10,}|:\s*\S.{20,}/u.test(raw)) return true
  return /^(?:\p{L}+\s){1,3}(?:it|this|that|es|das|ihn|sie)(?!\p{L})/u.test(text)
}

const TEXT_PARTS =
  /(?<!\p{L})(?:paragraph|sentence|line|word|bullet|tone|intro|text|poem|story|essay|letter|wording|example|emoji|grammar|headline|logo|design|joke|quiz|plan|absatz|satz|zeile|wort|ton|einleitung|gedicht|geschichte|brief|formulierung|beispiel|grammatik|witz|rätsel)[sne]{0,2}(?!\p{L})/u

/** What was made of words would stand here. */
function isShort({ given, prose }: Reading): boolean {
  return given.answer.length < 500 && prose.blocks.length === 0
}

/** There was nothing to do, and the results or the answer say so. */
function isNeedless(reading: Reading): boolean {
  if (claimsDone(reading) || reading.deeds.some(mayHaveChanged)) return false
  return reading.prose.sentences.some(({ text }) => NEEDLESS.test(text))
}

const NEEDLESS =
  /\b(?:already|nothing to|no need|(?:everything|all)(?: is|'s)? up to date|bereits|nichts zu|kein(?:e|en)? (?:änderung|handlungsbedarf))\b|\bno \p{L}+ (?:were |was )?found\b|\bthere (?:are|were|is|was) no\b|\bkeine \p{L}+ gefunden\b/u

function whatWasDone({ deeds }: Reading): string {
  if (deeds.length === 0) return "no call was made"
  const names = [...new Set(deeds.map(({ call }) => call.name))].slice(0, 4).join(", ")
  return `the calls (${names}) cannot have done it`
}

function kindOf(reading: Reading): Kind {
  if (claimsDone(reading)) return "unproven-claim"
  if (promiseIn(reading) !== undefined) return "incomplete"
  const handsBack = ["handback", "inability", "request", "permission"].some(
    (name) => said(reading, name as "handback") !== undefined,
  )
  return handsBack || reading.prose.blocks.length > 0 ? "deflection" : "incomplete"
}

/** "mute", "muted"; "drucke", "gedruckt". */
function isDoneForm(word: string, verb: string): boolean {
  const stem = verb.replace(/(?:en|e|t)$/, "")
  if (stem.length < 3) return false
  return (
    (word.startsWith(stem) && /(?:ed|t)$/.test(word) && word !== verb) ||
    new RegExp(`^\\p{L}{0,4}ge${stem}(?:t|en)$`, "u").test(word)
  )
}

const DENIED = /\b(?:not|nothing|no|never|without|yet|nicht|nichts|noch|kein\w*)\b|n't\b/

/** The answer says that an ordered deed was done. */
export function claimsDone({ unmet, prose, phrases }: Reading): boolean {
  if (
    unmet.length > 0 &&
    prose.sentences.length < 3 &&
    prose.sentences.some(({ text, isQuestion }) => !isQuestion && phrases.has("completion", text))
  )
    return true
  return prose.sentences.some(({ text, isQuestion }) => {
    if (isQuestion || DENIED.test(text) || !phrases.has("claim", text)) return false
    const words = wordsIn(text)
    const families = words.flatMap(familiesDone)
    return unmet.some(({ family, verb }) => families.includes(family) || words.some((word) => isDoneForm(word, verb)))
  })
}
