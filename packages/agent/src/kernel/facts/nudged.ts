// A rule tells the model something: that its answer was taken back, that a tool is withheld, or that
// the next answer is the last.
import { text } from "../../contracts/content.ts"
import type { Event } from "../../contracts/event.ts"
import type { Ending, Withheld } from "../../contracts/fact.ts"
import type { EventWriter, FactDefinition } from "../define-fact.ts"
import { again, NO_CALL, oneMore } from "../state/counting.ts"
import { inTurn } from "../state/in-turn.ts"
import { abandonAnswer } from "../state/passing.ts"
import type { Turn } from "../state/state.ts"

/** The fact that the runtime tells a model something. */
export interface Nudged {
  readonly type: "nudged"
  readonly reason: string
  readonly evidence: string
  readonly text: string
  /** Shown in one request only. */
  readonly ephemeral: boolean
  /** The answer that is taken back. Without it the answer stays, and the next one continues it. */
  readonly attempt?: string
  /** A tool that is no longer offered. */
  readonly withholds?: Withheld
  /** The next answer is the last one: it is requested without tools. */
  readonly ends?: Ending
}

export const nudged: FactDefinition<Nudged> = {
  type: "nudged",
  version: 1,
  must: { reason: "string", evidence: "string", text: "string", ephemeral: "boolean" },
  may: { attempt: "string", withholds: "object", ends: "words" },
  fold(state, fact) {
    const { seq, reason, ephemeral, withholds } = fact
    const input = { seq, parts: [text(fact.text.trim() || reason)], from: "nudge", ephemeral } as const
    const counted = inTurn(abandonAnswer(state, fact), (turn) => nudgedTurn(turn, fact))
    const withheld = withholds === undefined ? state.withheld : [...state.withheld, withholds]
    return { ...counted, withheld, waiting: [...counted.waiting, input] }
  },
  events(fact, to) {
    const { reason, text: words, attempt } = fact
    const taken = attempt === undefined ? unparsedEvents(fact, to) : discardEvents(attempt, fact, to)
    return [...taken, to.event({ type: "nudge", reason, text: words })]
  },
  countsFrom: () => 0,
  // Without the evidence, which may quote the model.
  record: ({ reason, attempt, withholds }) => ({ what: "nudge", why: reason, attempt, tool: withholds?.tool }),
  describe: ({ reason, evidence, attempt }, say) =>
    `${reason}: ${say.short(evidence)}${attempt === undefined ? "" : say.quiet(` (${attempt} taken back)`)}`,
  secret: ["evidence", "text", "ends"],
}

function nudgedTurn(turn: Turn, { reason, attempt, withholds, ends }: Nudged): Turn {
  const { answer } = turn
  const nudges = oneMore(turn.counters.nudges, reason)
  const nudgesSinceCall = oneMore(turn.counters.nudgesSinceCall, reason)
  // An answer that was nudged before has already been kept or taken back.
  const stays = attempt === undefined && answer?.nudged === false && turn.calls.length === 0
  const sameError = reason === NO_CALL ? again(turn.counters.sameError, NO_CALL) : turn.counters.sameError
  // A notice about a withheld tool does not concern the answer.
  const isAboutAnswer = withholds === undefined || ends !== undefined
  return {
    ...turn,
    ...(answer && isAboutAnswer && { answer: { ...answer, nudged: true } }),
    ...(ends && { ending: ends }),
    kept: stays ? turn.kept + answer.text : attempt === undefined ? turn.kept : "",
    counters: { ...turn.counters, nudges, nudgesSinceCall, sameError },
  }
}

/** The reason of a nudge about a call that could not be parsed. */
const MALFORMED = "malformed-call"

function discardEvents(attempt: string, fact: Nudged, to: EventWriter): readonly Event[] {
  const { reason, evidence } = fact
  const isNoCall = reason === "no-tool-call" || reason === MALFORMED
  return [
    ...(isNoCall ? [to.event({ type: "no-tool-call", attempt, why: evidence })] : []),
    ...unparsedEvents(fact, to),
    to.event({ type: "answer-discarded", attempt, why: "nudged" }),
  ]
}

/** Also applies when the answer stays because its other calls could be parsed. */
function unparsedEvents({ reason, text: words }: Nudged, to: EventWriter): readonly Event[] {
  return reason === MALFORMED ? [to.event({ type: "error", code: MALFORMED, message: words, recoverable: true })] : []
}
