// Triggers: when a judge model is asked about an answer. A finding here does not reject the answer, it only leads to
// the question.
import type { AnsweredTurn, FinishCheck } from "../../contracts/finish-check.ts"
import { begunSeries } from "./begun-series.ts"
import { changes, claims, complete, handsBack, left } from "./phrases.ts"

/** After so many successful calls the model's answer is trusted. */
const TRUSTED_CALLS = 3

function isTrusted(calls: AnsweredTurn["calls"]): boolean {
  return calls.filter(({ outcome }) => outcome === "ok").length >= TRUSTED_CALLS
}

/** The answer sounds as if it stopped short, after a call or two. */
export const stoppingPhrase: FinishCheck = {
  name: "stopping-phrase",
  check(turn) {
    const { calls, answer, offersTools } = turn
    if (!offersTools || calls.length === 0 || isTrusted(calls)) return undefined
    const words = normalised(answer)
    if (phraseIn(words, complete) !== undefined) return undefined
    const phrase = phraseIn(words, left) ?? phraseIn(words, handsBack)
    return phrase === undefined ? undefined : { kind: "ask", evidence: `the answer says "${phrase}"` }
  },
}

/** The answer says that something was changed, and no call of the session changed anything. */
export const claimedChange: FinishCheck = {
  name: "claimed-change",
  check({ answer, calls, offersTools, changesInSession }: AnsweredTurn) {
    if (!offersTools || changesInSession > 0) return undefined
    const words = normalised(answer)
    const claim = phraseIn(words, claims)
    const change = phraseIn(words, changes)
    // After a call, a claim may be about reading: "I have read it." Without any call it cannot be.
    if (claim === undefined || (change === undefined && calls.length > 0)) return undefined
    const said = [claim, ...(change === undefined ? [] : [change])].map((phrase) => `"${phrase}"`).join(" and ")
    return { kind: "ask", evidence: `the answer says ${said}, and no call of this session changed anything` }
  },
}

/** What leads to a question to a judge model. */
export const triggerChecks: readonly FinishCheck[] = [begunSeries, claimedChange, stoppingPhrase]

/** Enough of a long answer to know how it begins and how it ends. */
const MAX_READ = 4000

function normalised(answer: string): string {
  const read = answer.length <= MAX_READ ? answer : `${answer.slice(0, MAX_READ / 2)}\n${answer.slice(-MAX_READ / 2)}`
  return read.toLowerCase().replaceAll("’", "'")
}

const patterns = new Map<readonly string[], RegExp>()

function phraseIn(words: string, phrases: readonly string[]): string | undefined {
  const known = patterns.get(phrases) ?? patternOf(phrases)
  patterns.set(phrases, known)
  return known.exec(words)?.[0]
}

/** Whole words only. */
function patternOf(phrases: readonly string[]): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${phrases.join("|")})(?![\\p{L}\\p{N}])`, "u")
}
