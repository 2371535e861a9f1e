// What the order names and the work leaves out altogether: a file, one of several things, a whole step.
import type { Finding } from "./judged.ts"
import { isIn, LOOKING_ORDERS } from "./lexicon/looking.ts"
import { LEADING } from "./lexicon/order-words.ts"
import { proven, type Reading } from "./reading.ts"
import { stemsIn } from "./stems.ts"
import { bounded, fold, wordsIn } from "./text.ts"

export function judgeOmitted(reading: Reading): Finding | undefined {
  const { order, deeds } = reading
  if (deeds.length === 0 || !order.isImperative || order.wantsWords || order.asksFirst) return undefined
  return judgeName(reading) ?? judgeOne(reading) ?? judgeStep(reading)
}

/** A file, a path or an address that no call and no result has. */
function judgeName(reading: Reading): Finding | undefined {
  const done = callsText(reading)
  const name = reading.order.names.find((one) => {
    const last =
      one
        .split("/")
        .filter((part) => part !== "")
        .at(-1) ?? one
    return last.replace(/[*]/g, "").length > 3 && !done.includes(last.replace(/^[*]+/, ""))
  })
  return name === undefined ? undefined : proven("incomplete", `the order names ${name}, and no call touches it`)
}

/** One of several things in a row, neither in a call nor in the answer. */
function judgeOne(reading: Reading): Finding | undefined {
  const known = `${callsText(reading)} ${fold(reading.given.answer.slice(0, 12_000))}`
  for (const [run] of reading.order.text.slice(0, 2_000).matchAll(RUN)) {
    const parts = run.split(/, |,? (?:and|und) /).filter((part) => stemsIn(part).length > 0)
    const missing = parts.filter((part) => !stemsIn(part).some((stem) => known.includes(stem)))
    if (missing.length === 0 || missing.length === parts.length) continue
    return proven("incomplete", `ordered, but nowhere to be seen: ${missing.join(", ")}`, true)
  }
  return undefined
}

const RUN =
  /[\p{L}-]{3,30}(?: [\p{L}-]{3,30})?(?:, [\p{L}-]{3,30}(?: [\p{L}-]{3,30})?){1,8},? (?:and|und) [\p{L}-]{3,30}(?: [\p{L}-]{3,30})?/gu

/** A step after the first of which no word comes up again. */
function judgeStep(reading: Reading): Finding | undefined {
  const known = new Set([...stemsIn(callsText(reading)), ...stemsIn(fold(reading.given.answer.slice(0, 12_000)))])
  const clauses = reading.order.text.split(/[,;:()!?]|\.(?=\s|$)|\s[–—-]\s|(?<!\p{L})(?:and|und|sowie)(?!\p{L})/u)
  const steps = clauses.slice(1).map((clause) => clause.trim().replace(LEADING, "").trim())
  const step = steps.find((clause) => {
    const [verb = "", ...rest] = wordsIn(clause)
    if (!isIn(LOOKING_ORDERS, verb)) return false
    const stems = stemsIn(rest.join(" "))
    return stems.length > 1 && !NEGATED.test(clause) && !stems.some((stem) => known.has(stem))
  })
  return step === undefined ? undefined : proven("incomplete", `a step that nothing shows: "${step}"`, true)
}

const NEGATED = /(?<!\p{L})(?:not|nothing|never|nicht|nichts|kein\p{L}*)(?!\p{L})|n't/u

function callsText({ deeds }: Reading): string {
  return deeds.map((deed) => `${deed.said} ${deed.keys} ${fold(bounded(deed.call.result, 3_000, 500))}`).join("\n")
}
