// Which ordered changes no call can have made. A call that may have done it counts: only what is known to look, to
// prepare or to have failed does not. A call serves one order, unless it is a command line that does several things.
import { type Deed, mayHaveChanged } from "./deeds.ts"
import { wordsOfName } from "./doing.ts"
import { type Family, UNKNOWN } from "./lexicon/families.ts"
import { once } from "./once.ts"
import type { Action, Order } from "./order.ts"
import { wordsIn } from "./text.ts"

export function unmetActions(order: Order, deeds: readonly Deed[]): readonly Action[] {
  const changed = deeds.filter(mayHaveChanged)
  // A check that is named after the deed was the deed: "test_alert" has sent one.
  // So was a call that is only guessed to look: "bahn_kauf", "browser_click" on "Cancel membership".
  const done = deeds.filter((deed) => mayHaveChanged(deed) || (deed.doing === "check" && deed.outcome === "done"))
  const guessed = deeds.filter(({ isGuessed, outcome }) => isGuessed && outcome === "done")
  const names = new Set(deeds.filter(({ outcome }) => outcome === "done").flatMap(({ call }) => wordsOfName(call.name)))
  const waiting = order.actions.filter(
    ({ family, verb }) =>
      !(family === UNKNOWN && deeds.length > 0) &&
      !isServedAnyhow(family, order, deeds) &&
      !done.some((deed) => isNamedAfter(deed, family, verb)) &&
      !names.has(verb) &&
      !guessed.some((deed) => says(deed, verb)),
  )
  if (waiting.length === 0 || changed.some(isScript)) return []
  const free = distinct(changed)
  for (const { family, verb } of order.actions.filter((action) => action.family.own && !waiting.includes(action))) {
    const taken = [...free].find((deed) => isNamedAfter(deed, family, verb))
    if (taken !== undefined) free.delete(taken)
  }
  const plain = waiting.filter(({ family }) => !family.own)
  // Adding, editing and setting share a call; what sends, pays or deletes needs one of its own.
  const plainDeed =
    plain.length > 0 || order.actions.some(({ family }) => !family.own)
      ? ([...free].find(isPlainDeed) ??
        (plain.length > 0 ? [...free].find(({ doing }) => doing === "unknown") : undefined))
      : undefined
  const isPlainServed = changed.length > 0
  if (plainDeed !== undefined) free.delete(plainDeed)
  return waiting.filter(({ family }) => {
    if (!family.own) return !isPlainServed
    const deed = [...free].find((candidate) => candidate.isCommand || candidate.doing !== "look")
    if (deed !== undefined) free.delete(deed)
    return deed === undefined
  })
}

/** The same tool again is the same deed again, for another thing. */
function distinct(deeds: readonly Deed[]): Set<Deed> {
  const kind = ({ isCommand, call, values }: Deed) =>
    isCommand ? (values.find((value) => value.includes(" ")) ?? "") : call.name
  return new Set(new Map(deeds.map((deed) => [kind(deed), deed])).values())
}

/** A draft where a text was ordered, and any command where one was to be run. */
function isServedAnyhow(family: Family, order: Order, deeds: readonly Deed[]): boolean {
  const hasPrepared = deeds.some(({ isPreparing, outcome }) => isPreparing && outcome === "done")
  if (hasPrepared && (["write", "make"].includes(family.name) || PREPARED.test(order.text))) return true
  return (
    family.name === "run" &&
    deeds.some(({ isCommand, doing, families }) => isCommand || doing === "check" || families.includes(family))
  )
}

const PREPARED = /\b(?:cart|basket|drafts?|preview|warenkorb|entw(?:urf|ürfe)|vorschau)\b/

export function isNamedAfter(deed: Deed, family: Family, verb: string): boolean {
  if (deed.families.includes(family)) return true
  const words = wordsOf(deed)
  if (family.done.some((word) => words.has(word)) || family.tool.some((word) => words.has(word))) return true
  const stem = stemOf(verb)
  return stem.length > 3 && [...words].some((word) => word.includes(stem))
}

const wordsOf = once(
  ({ said, keys, call }: Deed): ReadonlySet<string> =>
    new Set(
      wordsIn(`${said} ${keys} ${call.result.slice(0, 300).toLowerCase()}`).flatMap((word) => word.split(/[_.-]/)),
    ),
)

/** The verb of the order stands in the name or the arguments. */
function says({ named }: Deed, verb: string): boolean {
  const stem = stemOf(verb)
  return stem.length > 2 && wordsIn(named).some((word) => word.split(/[_.-]/).some((part) => part.startsWith(stem)))
}

const stemOf = (verb: string) => verb.replace(/(?:en|e|t)$/, "")

/** A script nobody knows may do anything. */
export function isScript({ isCommand, doing, families }: Deed): boolean {
  return isCommand && doing === "unknown" && families.length === 0
}

/** Making, adding, editing, setting: one tool name stands for all of these. */
function isPlainDeed({ families }: Deed): boolean {
  return families.some(({ own }) => !own)
}
