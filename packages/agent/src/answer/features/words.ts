// What the answer says of itself, by the phrase tables.
import { claimsDone, claimsFirst } from "../claims.ts"
import { handbackIn } from "../handback.ts"
import { leftoverIn } from "../leftover.ts"
import { isOwned } from "../owned.ts"
import type { PhraseClass } from "../phrases/tables.ts"
import { promiseIn } from "../promises.ts"
import { needsUser } from "../questions.ts"
import { type Reading, type Situation, said } from "../reading.ts"
import { byWords, excuse, type Features, hint, quote, sign, when } from "./feature.ts"

const DUE: readonly Situation[] = ["looked", "failed", "missing", "untouched", "unlooked"]

export const words: Features = {
  "claims-undone": byWords(
    sign("unproven-claim", (r) =>
      when(
        r.deeds.length > 0 && !isOwned(r) && !needsUser(r) && claimsDone(r),
        "it says that it is done, and no call has done it",
      ),
    ),
  ),
  "claims-first": byWords(
    sign("unproven-claim", (r) => when(claimsFirst(r), "it says that it is done, and no call was made")),
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
  handback: byWords(sign("deflection", (r) => (DUE.includes(r.situation) ? handedBack(r) : undefined))),
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
  "left-seen": byWords(hint("incomplete", (r) => (r.situation === "seen" ? leftIn(r) : undefined))),
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
  "left-alone": byWords(excuse("complete", leftAlone)),
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

/** "I haven't touched production": not done, and not to be done. */
function leftAlone({ prose, deeds, phrases }: Reading): string | undefined {
  if (deeds.length === 0 || !phrases.has("gap", "i didn't")) return undefined
  const sentence = prose.sentences.find(({ text, isQuestion }) => !isQuestion && LEFT.test(text) && !YET.test(text))
  return sentence && `it says that it did not, on purpose: ${quote(sentence.text)}`
}

const LEFT =
  /(?<!\p{L})(?:haven't|have not|didn't|did not|nothing (?:was|has been|is)|no \p{L}+ (?:was|were|has been|ordered|sent)|habe (?:\p{L}+ ){0,3}(?:nichts|nicht|kein\p{L}*))(?!\p{L})/u
const YET = /(?<!\p{L})(?:yet|so far|noch|bisher)(?!\p{L})/u
const EXPLAINS =
  /(?<!\p{L})(?:explain|erklär\p{L}*|describe|beschreib\p{L}*|how|wie|why|warum|tips|ideas?|plan|schlag)(?!\p{L})/u
