// One subscriber's way through a session: facts and text in, events out. Replay, live and another process's run all go
// through it, so they cannot differ.
import type { Event, EventBody } from "../contracts/event.ts"
import type { Fact, ModelAnswered, ModelFailed, ToolFinished } from "../contracts/fact.ts"
import { formatPosition, type Position } from "./position.ts"

export class Cursor {
  #seq: number
  /** The answer in flight, as far as this subscriber knows, and how much of it was told. */
  #attempt: string | undefined
  #offset: number
  #thinking: number
  readonly #output = new Map<string, number>()

  constructor(from: Position) {
    this.#seq = from.seq
    this.#attempt = from.attempt
    this.#offset = from.offset
    this.#thinking = from.thinking
  }

  get seq(): number {
    return this.#seq
  }

  tell(fact: Fact): readonly Event[] {
    // Only the last event of a fact is past it: who goes on after an earlier one must get the rest.
    this.#seq = fact.seq - 1
    const events = this.#eventsOf(fact)
    this.#seq = fact.seq
    const last = events.at(-1)
    return last === undefined ? [] : [...events.slice(0, -1), { ...last, position: this.#position() }]
  }

  /** Text of the answer in flight beyond what was told. */
  tellText(attempt: string, after: (offset: number) => string): readonly Event[] {
    if (attempt !== this.#attempt) return []
    const text = after(this.#offset)
    this.#offset += text.length
    return text === "" ? [] : [this.#event({ type: "text-delta", attempt, text })]
  }

  tellThinking(attempt: string, after: (offset: number) => string): readonly Event[] {
    if (attempt !== this.#attempt) return []
    const text = after(this.#thinking)
    this.#thinking += text.length
    return text === "" ? [] : [this.#event({ type: "thinking-delta", attempt, text })]
  }

  tellOutput(call: string, after: (offset: number) => string): readonly Event[] {
    // A position does not say how much was told of a tool's output: who comes back gets it from the start.
    const offset = this.#output.get(call) ?? 0
    const text = after(offset)
    this.#output.set(call, offset + text.length)
    return text === "" ? [] : [this.#event({ type: "tool-output", call, offset, text })]
  }

  #event(body: EventBody): Event {
    return { ...body, position: this.#position() }
  }

  #position(): string {
    const inside = this.#attempt === undefined ? {} : { attempt: this.#attempt }
    return formatPosition({ seq: this.#seq, offset: this.#offset, thinking: this.#thinking, ...inside })
  }

  #eventsOf(fact: Fact): readonly Event[] {
    switch (fact.type) {
      case "turn-started": {
        const { turn, trace, input, command } = fact
        return [this.#event({ type: "turn-start", turn, trace, input, command })]
      }
      case "input-added": {
        const { turn, input, command } = fact
        return [this.#event({ type: "input-added", turn, input, command })]
      }
      case "model-asked": {
        const discarded = this.#discard("crashed")
        this.#attempt = fact.attempt
        const { iteration, attempt, model } = fact
        return [...discarded, this.#event({ type: "iteration-start", iteration, attempt, model })]
      }
      case "model-answered":
        return this.#answered(fact)
      case "model-failed":
        return this.#modelFailed(fact)
      case "nudged": {
        const { reason, text, attempt } = fact
        const taken = attempt === undefined ? [] : [this.#event({ type: "answer-discarded", attempt, why: "nudged" })]
        return [...taken, this.#event({ type: "nudge", reason, text })]
      }
      case "approval-requested": {
        const { call, name, arguments: given, preview, risk } = fact
        return [this.#event({ type: "approval-requested", call, name, arguments: given, preview, risk })]
      }
      case "approval-settled":
        return [this.#event({ type: "approval-settled", call: fact.call, decision: fact.decision })]
      case "question-asked": {
        const { call, question, suggestions } = fact
        return [this.#event({ type: "question-asked", call, question, suggestions })]
      }
      case "question-answered":
        return [this.#event({ type: "question-answered", call: fact.call, answer: fact.answer })]
      case "tool-started":
        this.#output.delete(fact.call)
        return [this.#event({ type: "tool-call", call: fact.call, name: fact.name, arguments: fact.arguments })]
      case "tool-finished":
        return [this.#finished(fact)]
      case "turn-cancelled":
        return [this.#event({ type: "cancelled", turn: fact.turn })]
      case "turn-finished": {
        const { turn, outcome, text, error, usage } = fact
        const ended = { turn, outcome, text, usage, ...(error !== undefined && { error }) }
        return [this.#event({ type: "turn-end", ...ended })]
      }
      default:
        return []
    }
  }

  #answered({ attempt, text, reasoning, usage }: ModelAnswered): readonly Event[] {
    const thoughts = reasoning.map((each) => each.text).join("")
    const rest = [
      ...this.tellThinking(attempt, (offset) => thoughts.slice(offset)),
      ...this.tellText(attempt, (offset) => text.slice(offset)),
    ]
    this.#leaveAnswer()
    return [...rest, this.#event({ type: "answer-end", attempt, text, ...(usage !== undefined && { usage }) })]
  }

  #modelFailed({ attempt, error, retryAt, text }: ModelFailed): readonly Event[] {
    // What the user saw before cancelling stays; what a failure cut off is taken back.
    const kept = error.class === "aborted" ? this.tellText(attempt, (offset) => (text ?? "").slice(offset)) : undefined
    const told = kept ?? this.#discard("failed")
    this.#leaveAnswer()
    return [...told, this.#event({ type: "model-error", attempt, error, ...(retryAt !== undefined && { retryAt }) })]
  }

  #finished({ call, name, outcome, content, cut, ms }: ToolFinished): Event {
    this.#output.delete(call)
    const told = { call, name, content, ...(cut !== undefined && { cut }), ms }
    return outcome === "ok"
      ? this.#event({ type: "tool-result", ...told })
      : this.#event({ type: "tool-error", outcome, ...told })
  }

  /** Announced only to those who were told some of it. */
  #discard(why: "crashed" | "failed"): readonly Event[] {
    const attempt = this.#attempt
    const told = this.#offset > 0 || this.#thinking > 0
    this.#leaveAnswer()
    return attempt !== undefined && told ? [this.#event({ type: "answer-discarded", attempt, why })] : []
  }

  #leaveAnswer(): void {
    this.#attempt = undefined
    this.#offset = 0
    this.#thinking = 0
  }
}
