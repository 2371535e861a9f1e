// Parts of the order that nothing speaks of, while calls were made for its other parts.
import { type Deed, isSure, mayHaveChanged } from "../deeds.ts"
import { wantedOf } from "../enumerations.ts"
import { once } from "../once.ts"
import type { Part } from "../order.ts"
import { isOwned } from "../owned.ts"
import { needsUser } from "../questions.ts"
import type { Reading } from "../reading.ts"
import { isAkin, isTelling } from "../stems.ts"
import { bounded, fold, wordsIn } from "../text.ts"
import { isNamedAfter, isScript } from "../unmet.ts"
import { type Features, quote, sign } from "./feature.ts"

export const parts: Features = {
  "part-forgotten": sign("incomplete", (reading) => (isOff(reading) ? undefined : forgottenPart(reading))),
  "name-omitted": sign("incomplete", (reading) => (isOff(reading) ? undefined : omittedName(reading))),
}

function isOff(reading: Reading): boolean {
  const { order, deeds } = reading
  if (deeds.length === 0 || !order.isImperative || order.wantsWords || order.asksFirst) return true
  return isOwned(reading) || needsUser(reading)
}

/** "Reset the alarm and write it on the note": a call for the alarm, and none for a note. */
function forgottenPart({ order, deeds }: Reading): string | undefined {
  const changed = deeds.filter(mayHaveChanged)
  const changes = new Set(changed.map(({ call }) => call.name)).size
  if (order.parts.length < 2 || changes >= order.parts.length || deeds.some(isScript) || !isSure(changed))
    return undefined
  const tokens = tokensOf(deeds)
  const hasPlain = deeds.some((deed) => mayHaveChanged(deed) && deed.families.some(({ own }) => !own))
  const hasNames = order.names.some((name) => deeds.some((deed) => deed.said.includes(name)))
  const isSpoken = ({ text, family }: Part) => {
    if (!family.own && hasPlain) return true
    if ((hasNames && text.includes("§")) || changed.some((deed) => isNamedAfter(deed, family, ""))) return true
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
  const wanted = fold(wantedOf(order.raw))
  const name = order.names.find((one) => {
    if (!wanted.includes(one)) return false
    const last = one.split("/").findLast((part) => part !== "") ?? one
    if (!/\.\p{L}|@/u.test(last) || IMPLIED.test(last)) return false
    return !done.includes(last.replace(/\.[\p{L}\p{N}]{1,5}$/u, ""))
  })
  return name && `the order names ${name}, and no call touches it`
}

/** Files that a tool finds by itself. */
const IMPLIED = /^(?:package(?:-lock)?\.json|pyproject\.toml|cargo\.toml|requirements\.txt|\*.*)$/

const MOST_TOKENS = 4_000

const tokensOf = once((deeds: readonly Deed[]): readonly string[] =>
  [...new Set(deeds.flatMap((deed) => wordsIn(textOf(deed).replace(/[_./:-]/g, " "))))].slice(0, MOST_TOKENS),
)

function tellingIn(text: string): readonly string[] {
  return wordsIn(text.replace(/[_./-]/g, " ")).filter((word, index) => index === 0 || isTelling(word))
}

const textOf = once(({ said, keys, call }: Deed): string => {
  return `${said} ${keys} ${fold(bounded(call.result, 2_000, 500))}`
})
