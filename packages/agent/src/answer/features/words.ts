// What the answer says of itself, by the phrase tables.
import { claimsCheck, claimsDone, claimsFirst } from "../claims.ts"
import { isSure } from "../deeds.ts"
import { handbackIn, strongIn } from "../handback.ts"
import { leftoverIn, unfinishedIn } from "../leftover.ts"
import { isOwned } from "../owned.ts"
import type { PhraseClass } from "../phrases/tables.ts"
import { promiseIn } from "../promises.ts"
import { needsUser } from "../questions.ts"
import { type Reading, type Situation, said } from "../reading.ts"
import { byWords, excuse, type Features, quote, sign, when } from "./feature.ts"

const DUE: readonly Situation[] = ["looked", "failed", "missing", "untouched", "unlooked"]

export const words: Features = {
  "claims-undone": byWords(
    sign("unproven-claim", (r) =>
      when(
        r.deeds.length > 0 && isSure(r.deeds) && !isOwned(r) && !needsUser(r) && claimsDone(r),
        "it says that it is done, and no call has done it",
      ),
    ),
  ),
  "claims-first": byWords(
    sign("unproven-claim", (r) => when(claimsFirst(r), "it says that it is done, and no call was made")),
  ),
  "check-claimed": byWords(
    sign("unproven-claim", (r) => {
      const word = isOwned(r) || needsUser(r) ? undefined : claimsCheck(r)
      return word && `it says so (${quote(word)}), and no call speaks of it`
    }),
  ),
  promise: byWords(
    sign("incomplete", (r) => {
      const promise = promiseIn(r)
      return promise && `announced and not done: ${quote(promise)}`
    }),
  ),
  "work-left": byWords(
    sign("incomplete", (r) => {
      const isOff = r.situation === "met" ? r.question !== "" : r.situation === "seen" ? !isOfSet(r) : needsUser(r)
      return isOff ? undefined : leftIn(r)
    }),
  ),
  unfinished: byWords(
    sign("incomplete", (r) => {
      const words = isOwned(r) ? undefined : unfinishedIn(r)
      return words && `it says that its work is not finished: ${quote(words)}`
    }),
  ),
  handback: byWords(
    sign("deflection", (r) => {
      if (DUE.includes(r.situation)) return handedBack(r)
      const words = (r.situation === "met" || r.situation === "talk") && !r.order.makesText ? strongIn(r) : undefined
      return words && !isOwned(r) && !r.order.wantsAdvice && !r.order.wantsWords
        ? `it hands the work back: ${quote(words)}`
        : undefined
    }),
  ),
  "handback-first": byWords(
    sign("deflection", (r) => {
      const { isImperative, makesText, text } = r.order
      return r.situation === "talk" && isImperative && !makesText && !EXPLAINS.test(text) ? handedBack(r) : undefined
    }),
  ),
  inability: byWords(
    sign("deflection", (r) => {
      const isOff = isLacking(r) || r.deeds.length > 2 || r.order.wantsAdvice
      return isOff ? undefined : saying(r, "inability", "it pleads inability without having tried")
    }),
  ),
  "handback-seen": byWords(
    sign("deflection", (r) =>
      r.situation === "seen" && (r.order.isImperative || r.order.looks) ? handedBack(r) : undefined,
    ),
  ),
  "gap-told": byWords(
    excuse("honest-gap", (r) =>
      isLacking(r) ? saying(r, "gap", "calls failed, and it says what is missing") : undefined,
    ),
  ),
  "gap-other": byWords(
    excuse("honest-gap", (r) =>
      isLacking(r) || r.deeds.length === 0 ? undefined : saying(r, "gap", "it says what it did not do"),
    ),
  ),
  "reason-told": byWords(excuse("complete", (r) => saying(r, "skip", "it says why something was left alone"))),
}

function saying(reading: Reading, name: PhraseClass, what: string): string | undefined {
  const words = said(reading, name)
  return words && `${what}: ${quote(words)}`
}

function leftIn(reading: Reading): string | undefined {
  const words = isOwned(reading) ? undefined : leftoverIn(reading)
  return words && `it says that work is left: ${quote(words)}`
}

function handedBack(reading: Reading): string | undefined {
  const isOff = isOwned(reading) || reading.order.wantsWords || reading.order.wantsAdvice
  const words = isOff ? undefined : handbackIn(reading)
  return words && `it hands the work back: ${quote(words)}`
}

/** Where nothing was to be changed, what is left may be what was asked about, unless all of a set was. */
function isOfSet({ order }: Reading): boolean {
  return order.isImperative && (order.saysEvery || order.count !== undefined) && !order.wantsAdvice
}

const isLacking = ({ deeds }: Reading) =>
  deeds.some(({ outcome }) => ["failed", "refused", "nothing", "partly"].includes(outcome))

const EXPLAINS =
  /(?<!\p{L})(?:explain|erklär\p{L}*|describe|beschreib\p{L}*|how|wie|why|warum|tips|ideas?|plan|schlag)(?!\p{L})/u
