// One subscriber's way through a session: facts and text in, events out. Replay, live and another process's run all go
// through it, so they cannot differ.

import type { HistoryCompacted } from "../contracts/compaction.ts"
import type { Event, EventBody } from "../contracts/event.ts"
import type {
  Fact,
  ModelAnswered,
  ModelAsked,
  ModelFailed,
  Nudged,
  ToolFinished,
  ToolStarted,
} from "../contracts/fact.ts"
import { readStep } from "../features/plans/plan.ts"
import { formatPosition, type Open, openAt, type Position } from "./position.ts"

/** Facts that always tell the same events, so that a position can count them. Of an answer it counts characters. */
const FIXED: ReadonlySet<Fact["type"]> = new Set(["turn-started", "nudged", "turn-finished"])

/** A model that was asked for a summary, and said nothing. */
const NO_SUMMARY = { class: "output", code: "empty-answer", message: "The model's summary is empty." } as const

/** The reason of a nudge about a call that could not be read. */
const MALFORMED = "malformed-call"

/** From which of its events on. What a request takes back is told once; then it, too, always tells the same. */
function firstCounted(fact: Fact, events: readonly Event[]): number | undefined {
  if (FIXED.has(fact.type)) return 0
  if (fact.type !== "model-asked" || fact.purpose !== undefined) return undefined
  return events.findIndex(({ type }) => type === "step-start" || type === "iteration-start")
}

export class Cursor {
  #seq: number
  /** Events of the next fact that were told before. */
  #part: number
  /** The answer in flight, as far as this subscriber knows, and how much of it was told. */
  #attempt: string | undefined
  #offset: number
  #thinking: number
  /** What the subscriber was told the beginning of, and not yet the end. */
  #open: Open
  readonly #output = new Map<string, number>()
  #wait = 0
  /** Of the turn under way. */
  #trace: string | undefined

  constructor(from: Position, trace?: string) {
    this.#trace = trace
    this.#seq = from.seq
    this.#part = from.part ?? 0
    this.#attempt = from.attempt
    this.#offset = from.offset
    this.#thinking = from.thinking
    this.#open = openAt(from)
  }

  get seq(): number {
    return this.#seq
  }

  tell(fact: Fact): readonly Event[] {
    // Only the last event of a fact is past it: who goes on after an earlier one must get the rest.
    this.#seq = fact.seq - 1
    if (fact.type === "turn-started") this.#trace = fact.trace
    const events = this.#eventsOf(fact)
    const told = this.#part
    this.#part = 0
    const first = firstCounted(fact, events)
    const rest =
      first === undefined
        ? events
        : events
            .map((event, place) => (place < first ? event : this.#counted(event, place - first)))
            .slice(told === 0 ? 0 : first + told)
    this.#seq = fact.seq
    if (fact.type === "turn-finished") this.#trace = undefined
    const last = rest.at(-1)
    return last === undefined ? [] : [...rest.slice(0, -1), { ...last, position: this.#position() }]
  }

  #counted(event: Event, place: number): Event {
    return { ...event, position: formatPosition({ seq: this.#seq, part: place + 1, offset: 0, thinking: 0 }) }
  }

  /** Text of the answer in flight beyond what was told. */
  tellText(attempt: string, after: (offset: number) => string): readonly Event[] {
    if (attempt !== this.#attempt) return []
    const text = after(this.#offset)
    if (text === "") return []
    const turned = this.#turnTo("text")
    this.#offset += text.length
    return [...turned, this.#event({ type: "text-delta", attempt, text })]
  }

  tellThinking(attempt: string, after: (offset: number) => string): readonly Event[] {
    if (attempt !== this.#attempt) return []
    const text = after(this.#thinking)
    if (text === "") return []
    const turned = this.#turnTo("thinking")
    this.#thinking += text.length
    return [...turned, this.#event({ type: "thinking-delta", attempt, text })]
  }

  /** Told once; who comes back hears it again. */
  tellWait(until: number): readonly Event[] {
    if (this.#wait === until) return []
    this.#wait = until
    return [this.#event({ type: "retry-wait", until })]
  }

  tellOutput(call: string, after: (offset: number) => string): readonly Event[] {
    // A position does not say how much was told of a tool's output: who comes back gets it from the start.
    const offset = this.#output.get(call) ?? 0
    const text = after(offset)
    this.#output.set(call, offset + text.length)
    return text === "" ? [] : [this.#event({ type: "tool-output", call, offset, text })]
  }

  /** Ends what is open and begins the other; nothing when it is open already. */
  #turnTo(next: Open): readonly Event[] {
    const attempt = this.#attempt
    const last = this.#open
    if (attempt === undefined || last === next) return []
    const events: Event[] = []
    this.#open = "none"
    if (last !== "none") events.push(this.#event({ type: `${last}-end`, attempt }))
    this.#open = next
    if (next !== "none") events.push(this.#event({ type: `${next}-start`, attempt }))
    return events
  }

  #event(body: EventBody): Event {
    return { ...body, ...(this.#trace !== undefined && { trace: this.#trace }), position: this.#position() }
  }

  #position(): string {
    const inside = this.#attempt === undefined ? {} : { attempt: this.#attempt }
    return formatPosition({
      seq: this.#seq,
      offset: this.#offset,
      thinking: this.#thinking,
      open: this.#open,
      ...inside,
    })
  }

  #eventsOf(fact: Fact): readonly Event[] {
    // A question about an answer is no part of the conversation.
    if ("purpose" in fact && fact.purpose !== undefined) return fact.purpose === "summary" ? this.#summary(fact) : []
    switch (fact.type) {
      case "turn-started": {
        const { turn, trace, input, command } = fact
        return [
          this.#event({ type: "turn-start", turn, trace, input, command }),
          this.#event({ type: "loop-start", turn }),
        ]
      }
      case "input-added": {
        const { turn, input, command } = fact
        return [this.#event({ type: "input-added", turn, input, command })]
      }
      case "model-asked": {
        const discarded = this.#discard("crashed")
        this.#attempt = fact.attempt
        const { iteration, attempt, model, budget, phase } = fact
        const size = budget === undefined ? [] : [this.#event({ type: "context-budget", attempt, budget })]
        const asked = { iteration, attempt, model, ...(phase !== undefined && { phase }) }
        return [...discarded, ...this.#stepStart(fact), this.#event({ type: "iteration-start", ...asked }), ...size]
      }
      case "model-answered":
        return this.#answered(fact)
      case "model-failed":
        return this.#modelFailed(fact)
      case "nudged": {
        const { reason, text, attempt } = fact
        const taken = attempt === undefined ? this.#unreadable(fact) : this.#takenBack(attempt, fact)
        return [...taken, this.#event({ type: "nudge", reason, text })]
      }
      case "approval-requested": {
        const { call, name, arguments: given, preview, risk, rationale, repairs, expiresAt, from, contents } = fact
        const why = rationale === undefined ? {} : { rationale }
        const more = {
          ...why,
          ...(repairs !== undefined && { repairs }),
          ...(expiresAt !== undefined && { expiresAt }),
          ...(from !== undefined && { from, question: fact.seq }),
          ...(contents !== undefined && { contents }),
        }
        return [this.#event({ type: "approval-requested", call, name, arguments: given, preview, risk, ...more })]
      }
      case "approval-settled":
        return [this.#event({ type: "approval-settled", call: fact.call, decision: fact.decision })]
      case "question-asked": {
        const { call, question, suggestions, otherwise, expiresAt, from } = fact
        const more = { ...(otherwise !== undefined && { otherwise }), ...(expiresAt !== undefined && { expiresAt }) }
        return [this.#event({ type: "question-asked", call, question, suggestions, ...more, ...(from && { from }) })]
      }
      case "question-answered":
        return [this.#event({ type: "question-answered", call: fact.call, answer: fact.answer })]
      case "question-withdrawn":
        return [this.#event({ type: "question-withdrawn", call: fact.call, why: fact.why })]
      case "tool-started":
        this.#output.delete(fact.call)
        return [this.#started(fact)]
      case "tool-finished":
        return [this.#finished(fact)]
      case "files-restored": {
        const { command, report, why = {}, undoes = [], refused } = fact
        const told = { command, report, why, undoes, ...(refused !== undefined && { refused }) }
        return [this.#event({ type: "files-restored", ...told })]
      }
      case "conversation-rewound": {
        const { command, to, turn, stays = [] } = fact
        return [this.#event({ type: "conversation-rewound", command, to, stays, ...(turn !== undefined && { turn }) })]
      }
      case "plan-made":
        return [this.#event({ type: "plan-made", steps: fact.steps.map(readStep) })]
      case "plan-step-finished": {
        const { step, outcome, result } = fact
        return [this.#event({ type: "step-end", step, outcome, result })]
      }
      case "plan-failed":
        return [this.#event({ type: "plan-failed", why: fact.why })]
      case "history-compacted":
        return this.#compacted(fact)
      case "turn-cancelled":
        return [this.#event({ type: "cancelled", turn: fact.turn })]
      case "turn-finished": {
        const { turn, outcome, text, error, usage, suggestions, attempt, budget } = fact
        const size =
          attempt === undefined || budget === undefined
            ? []
            : [this.#event({ type: "context-budget", attempt, budget })]
        const extra = { ...(error !== undefined && { error }), ...(suggestions !== undefined && { suggestions }) }
        return [
          ...size,
          ...(error === undefined ? [] : [this.#event({ type: "error", ...error })]),
          this.#event({ type: "loop-end", turn }),
          this.#event({ type: "turn-end", turn, outcome, text, usage, ...extra }),
        ]
      }
      default:
        return []
    }
  }

  /** Told once: a call for the same step may be asked for more than once, and each request made more than once. */
  #stepStart({ step, attempt }: ModelAsked): readonly Event[] {
    if (step === undefined || step.time > 1 || !attempt.endsWith(".1")) return []
    return [this.#event({ type: "step-start", step: step.number, what: step.what })]
  }

  #answered({ attempt, text: said, reasoning, usage, phase }: ModelAnswered): readonly Event[] {
    // What a planner or a router says and thinks is no answer.
    const isTold = phase !== "plan" && phase !== "route"
    const text = isTold ? said : ""
    const thoughts = isTold ? reasoning.map((each) => each.text).join("") : ""
    const rest = [
      ...this.tellThinking(attempt, (offset) => thoughts.slice(offset)),
      ...this.tellText(attempt, (offset) => text.slice(offset)),
    ]
    const ended = this.#turnTo("none")
    this.#leaveAnswer()
    return [
      ...rest,
      ...ended,
      this.#event({ type: "answer-end", attempt, text, ...(usage !== undefined && { usage }) }),
    ]
  }

  #modelFailed({ attempt, error, retryAt, text }: ModelFailed): readonly Event[] {
    // What the user saw before cancelling stays; what a failure cut off is taken back.
    const kept = error.class === "aborted" ? this.tellText(attempt, (offset) => (text ?? "").slice(offset)) : undefined
    const told = kept === undefined ? this.#discard("failed") : [...kept, ...this.#turnTo("none")]
    this.#leaveAnswer()
    return [...told, this.#event({ type: "model-error", attempt, error, ...(retryAt !== undefined && { retryAt }) })]
  }

  /** A summary is asked for: that is where a compaction begins to take its time. */
  #summary(fact: ModelAsked | ModelAnswered | ModelFailed): readonly Event[] {
    if (fact.type === "model-asked") return [this.#event({ type: "compaction-start" })]
    if (fact.type === "model-answered")
      return fact.text.trim() === "" ? [this.#event({ type: "compaction-failed", error: NO_SUMMARY })] : []
    // A runner that is stopped fails nothing: the next one asks again.
    if (fact.error.class === "interrupted") return []
    return [this.#event({ type: "compaction-failed", error: fact.error })]
  }

  #compacted({ strategy, why, tokens, contract, clipped = [] }: HistoryCompacted): readonly Event[] {
    const details = { ...(why !== undefined && { why }), ...(tokens !== undefined && { tokens }) }
    return [
      this.#event({ type: "compaction-done", strategy, ...details, lost: [...(contract.lost ?? []), ...clipped] }),
    ]
  }

  #started({ call, name, arguments: given, child, ends }: ToolStarted): Event {
    const more = { ...(child !== undefined && { child }), ...(ends !== undefined && { ends }) }
    return this.#event({ type: "tool-call", call, name, arguments: given, ...more })
  }

  #finished({ call, name, outcome, code, content, cut, ms }: ToolFinished): Event {
    this.#output.delete(call)
    const told = { call, name, content, ...(cut !== undefined && { cut }), ms }
    return outcome === "ok"
      ? this.#event({ type: "tool-result", ...told })
      : this.#event({ type: "tool-error", outcome, ...(code !== undefined && { code }), ...told })
  }

  /** Announced only to those who were told some of it, if only that it begins. */
  #discard(why: "crashed" | "failed"): readonly Event[] {
    const attempt = this.#attempt
    const told = this.#offset > 0 || this.#thinking > 0 || this.#open !== "none"
    const ended = this.#turnTo("none")
    this.#leaveAnswer()
    return attempt !== undefined && told ? [...ended, this.#event({ type: "answer-discarded", attempt, why })] : []
  }

  #takenBack(attempt: string, fact: Nudged): readonly Event[] {
    const { reason, evidence } = fact
    const isNoCall = reason === "no-tool-call" || reason === MALFORMED
    return [
      ...(isNoCall ? [this.#event({ type: "no-tool-call", attempt, why: evidence })] : []),
      ...this.#unreadable(fact),
      this.#event({ type: "answer-discarded", attempt, why: "nudged" }),
    ]
  }

  /** Also where the answer stays, because other calls of it could be read. */
  #unreadable({ reason, text }: Nudged): readonly Event[] {
    return reason === MALFORMED
      ? [this.#event({ type: "error", code: MALFORMED, message: text, recoverable: true })]
      : []
  }

  #leaveAnswer(): void {
    this.#open = "none"
    this.#attempt = undefined
    this.#offset = 0
    this.#thinking = 0
  }
}
