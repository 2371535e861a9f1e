// How far the order got, by the calls alone.
import { isSure } from "../deeds.ts"
import { familiesDone } from "../lexicon/families.ts"
import { isExplained, isNeedless, isOwned } from "../owned.ts"
import { needsUser } from "../questions.ts"
import type { Reading, Situation } from "../reading.ts"
import { wordsIn } from "../text.ts"
import { excuse, type Features, hint, sign, when } from "./feature.ts"

export const progress: Features = {
  untouched: sign("incomplete", (reading) =>
    when(
      isAt("untouched", reading) && isKnown(reading) && !reading.order.isAboutText && reading.question === "",
      `ordered (${verbs(reading)}), and no call was made`,
    ),
  ),
  unlooked: sign("incomplete", (reading) =>
    when(
      isAt("unlooked", reading),
      `the order is about ${reading.order.names[0] ?? "the user's own things"}, and no call was made`,
    ),
  ),
  "only-looked": sign("incomplete", (reading) =>
    when(
      isAt("looked", reading) &&
        isKnown(reading) &&
        isSure(reading.deeds) &&
        reading.question === "" &&
        !hasReason(reading),
      `ordered (${verbs(reading)}), but the calls (${names(reading)}) only look`,
    ),
  ),
  "only-looked-perhaps": sign("incomplete", (reading) =>
    when(
      isAt("looked", reading) &&
        isKnown(reading) &&
        !isSure(reading.deeds) &&
        !hasReason(reading) &&
        isUnclaimed(reading),
      `ordered (${verbs(reading)}), and the calls (${names(reading)}) seem to look only`,
    ),
  ),
  "deed-missing": sign("incomplete", (reading) =>
    when(
      isAt("missing", reading) && !isOwned(reading) && !needsUser(reading),
      `ordered (${verbs(reading)}), but the calls (${names(reading)}) cannot have done it`,
    ),
  ),
  "deed-open": hint("incomplete", (reading) =>
    when(isAt("looked", reading) && isKnown(reading), `ordered (${verbs(reading)}), and not done`),
  ),
  "words-wanted": excuse("complete", ({ order }) =>
    when(order.wantsWords || (order.wantsAdvice && !order.needsTools), "only words were asked for"),
  ),
  talk: excuse("complete", ({ situation }) => when(situation === "talk", "nothing was ordered that needs a tool")),
  met: excuse("complete", ({ situation }) => when(situation === "met", "each ordered change has a call")),
}

/** Where the user wants words, or to be asked, that no deed was done says nothing. */
function isAt(situation: Situation, reading: Reading): boolean {
  return reading.situation === situation && !reading.order.wantsWords && !reading.order.asksFirst
}

/** A verb that no list has may be a deed, but is not enough by itself. */
function isKnown({ order }: Reading): boolean {
  return order.actions.some(({ family }) => family.name !== "unknown")
}

/** Nor does the answer say that it is done, or ask. */
function isUnclaimed({ prose, unmet, question }: Reading): boolean {
  if (question !== "" || /(?<!\p{L})(?:done|erledigt|fertig)(?!\p{L})/u.test(prose.text)) return false
  return !wordsIn(prose.text).some((word) =>
    familiesDone(word).some((family) => unmet.some((a) => a.family === family)),
  )
}

function hasReason(reading: Reading): boolean {
  return isNeedless(reading) || isOwned(reading) || isExplained(reading)
}

function verbs({ unmet, order }: Reading): string {
  const actions = unmet.length > 0 ? unmet : order.actions
  return [...new Set(actions.map(({ verb }) => verb))].join(", ")
}

function names({ deeds }: Reading): string {
  return [...new Set(deeds.map(({ call }) => call.name))].slice(0, 4).join(", ")
}
