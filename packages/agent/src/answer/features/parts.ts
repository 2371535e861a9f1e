// Parts of the order that nothing speaks of, while calls were made for its other parts.
import { type Deed, mayHaveChanged } from "../deeds.ts"
import { isIn, LOOKING_ORDERS } from "../lexicon/looking.ts"
import { LEADING } from "../lexicon/order-words.ts"
import type { Part } from "../order.ts"
import { isOwned } from "../owned.ts"
import { needsUser } from "../questions.ts"
import type { Reading } from "../reading.ts"
import { isAkin, isTelling, stemsIn } from "../stems.ts"
import { bounded, fold, wordsIn } from "../text.ts"
import { isScript } from "../unmet.ts"
import { type Features, quote, sign } from "./feature.ts"

export const parts: Features = {
  "target-unseen": sign("unproven-claim", (reading) => (isOff(reading) ? undefined : unseenTarget(reading))),
  "part-forgotten": sign("incomplete", (reading) => (isOff(reading) ? undefined : forgottenPart(reading))),
  "name-omitted": sign("incomplete", (reading) => (isOff(reading) ? undefined : omittedName(reading))),
  "step-omitted": sign("incomplete", (reading) => (isOff(reading) ? undefined : omittedStep(reading))),
}

function isOff(reading: Reading): boolean {
  const { order, deeds } = reading
  if (deeds.length === 0 || !order.isImperative || order.wantsWords || order.asksFirst) return true
  return isOwned(reading) || needsUser(reading)
}

/** "Reset the alarm and write it on the note": a call for the alarm, and none for a note. */
function forgottenPart({ order, deeds }: Reading): string | undefined {
  const changes = new Set(deeds.filter(mayHaveChanged).map(({ call }) => call.name)).size
  if (order.parts.length < 2 || changes >= order.parts.length || deeds.some(isScript)) return undefined
  const tokens = tokensOf(deeds)
  const hasNames = order.names.some((name) => deeds.some((deed) => deed.said.includes(name)))
  const isSpoken = ({ text, family }: Part) => {
    if ((hasNames && text.includes("§")) || deeds.some(({ families }) => families.includes(family))) return true
    // "Make a backup of the wiki" is about a backup.
    const [, head] = /^(?:make|take|do|mach\p{L}*) (?:an? |eine?n? )(\p{L}{4,})/u.exec(text) ?? []
    const words = head === undefined ? tellingIn(text).slice(1) : [head]
    return words.length === 0 || words.some((word) => tokens.some((token) => isAkin(word, token)))
  }
  const forgotten = order.parts.findLast((part) => !isSpoken(part))
  if (forgotten === undefined || !order.parts.some(isSpoken)) return undefined
  return `ordered, but no call speaks of it: ${quote(forgotten.text)}`
}

/** A file or an address that no call and no result has. */
function omittedName({ order, deeds }: Reading): string | undefined {
  if (deeds.some(isScript)) return undefined
  const done = deeds.map(textOf).join("\n")
  const name = order.names.find((one) => {
    const last = one.split("/").findLast((part) => part !== "") ?? one
    if (!/\.\p{L}|@/u.test(last) || IMPLIED.test(last)) return false
    return !done.includes(last.replace(/\.[\p{L}\p{N}]{1,5}$/u, ""))
  })
  return name && `the order names ${name}, and no call touches it`
}

/** Files that a tool finds by itself. */
const IMPLIED = /^(?:package(?:-lock)?\.json|pyproject\.toml|cargo\.toml|requirements\.txt|\*.*)$/

/** Something to be checked of which no word comes up again. */
function omittedStep({ order, deeds, given }: Reading): string | undefined {
  const known = new Set(stemsIn(`${deeds.map(textOf).join("\n")} ${fold(given.answer.slice(0, 12_000))}`))
  const clauses = order.text.split(/[,;:()!?]|\.(?=\s|$)|\s[–—-]\s|(?<!\p{L})(?:and|und|sowie)(?!\p{L})/u)
  const step = clauses.slice(1).find((clause) => {
    const [verb = "", ...rest] = wordsIn(clause.trim().replace(LEADING, ""))
    if (!isIn(LOOKING_ORDERS, verb) || TELLING.test(verb) || NEGATED.test(clause)) return false
    const stems = stemsIn(rest.join(" "))
    return stems.length > 1 && !stems.some((stem) => known.has(stem))
  })
  return step && `a step that nothing shows: ${quote(step.trim())}`
}

const TELLING =
  /^(?:tell|show|give|list|find|look|report|name|say|sag|zeig|nenn|such|schau|gib|fass|zusammen|summar|translat|übersetz|explain|erklär|describe|count|zähl|rank|recommend|calculate|compute|rechn|estimate)/
const NEGATED = /(?<!\p{L})(?:not|nothing|never|nicht|nichts|kein\p{L}*)(?!\p{L})|n't/u

/** To be compared with something that no call has seen. */
function unseenTarget({ order, deeds }: Reading): string | undefined {
  const [, target = ""] = COMPARE.exec(order.text) ?? []
  const words = tellingIn(
    target.split(/(?<!\p{L})(?:and|und|before|bevor|so|then|dann|for|für|in)(?!\p{L})/u, 1)[0] ?? "",
  )
  if (words.length === 0) return undefined
  const tokens = tokensOf(deeds)
  if (words.some((word) => tokens.some((token) => isAkin(word, token)))) return undefined
  return `to be compared with ${words.join(" ")}, and no call has seen it`
}

const COMPARE =
  /(?<!\p{L})(?:(?:compare|match|reconcile|vergleich\p{L}*|gleiche?|abgleich\p{L}*)(?!\p{L})[^.;!?]{0,80}?(?<!\p{L})(?:against|gegen|mit|to|with)|(?:against|gegen)) (?:the |our |my |its |den |dem |der |die |das |einem |einer )?([\p{L}\p{N}_. -]{3,40})/u

const MOST_TOKENS = 4_000

function tokensOf(deeds: readonly Deed[]): readonly string[] {
  return [...new Set(deeds.flatMap((deed) => wordsIn(textOf(deed).replace(/[_./:-]/g, " "))))].slice(0, MOST_TOKENS)
}

function tellingIn(text: string): readonly string[] {
  return wordsIn(text.replace(/[_./-]/g, " ")).filter((word, index) => index === 0 || isTelling(word))
}

function textOf({ said, keys, call }: Deed): string {
  return `${said} ${keys} ${fold(bounded(call.result, 2_000, 500))}`
}
