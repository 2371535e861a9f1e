// One subscriber's progress through a session: turns facts and text into events. Replay, live streaming and runs of
// other processes all use it, so their events cannot differ.
import type { Event, EventBody } from "../contracts/event.ts"
import type { EventWriter } from "../kernel/define-fact.ts"
import { definitionOf, type Fact } from "../registry/facts.ts"
import { formatPosition, type Open, openAt, type Position } from "./position.ts"

export class Cursor implements EventWriter {
  #seq: number
  /** The number of events of the next fact that were already published. */
  #part: number
  /** The answer in flight, as far as this subscriber knows, and how much of it was published. */
  #attempt: string | undefined
  #offset: number
  #thinking: number
  /** What was started for this subscriber and not ended yet. */
  #open: Open
  readonly #output = new Map<string, number>()
  #wait = 0
  /** The trace of the running turn. */
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

  publish(fact: Fact): readonly Event[] {
    // Only the last event of a fact has a position after it: a subscriber that resumes at an
    // earlier one must get the rest.
    this.#seq = fact.seq - 1
    if (fact.type === "turn-started") this.#trace = fact.trace
    const { events: eventsOf, countsFrom } = definitionOf(fact)
    const events = eventsOf?.(fact, this) ?? []
    const told = this.#part
    this.#part = 0
    const first = countsFrom?.(fact, events)
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

  /** The text of the answer in flight that was not published yet. */
  publishText(attempt: string, after: (offset: number) => string): readonly Event[] {
    if (attempt !== this.#attempt) return []
    const text = after(this.#offset)
    if (text === "") return []
    const switched = this.#switchTo("text")
    this.#offset += text.length
    return [...switched, this.event({ type: "text-delta", attempt, text })]
  }

  publishThinking(attempt: string, after: (offset: number) => string): readonly Event[] {
    if (attempt !== this.#attempt) return []
    const text = after(this.#thinking)
    if (text === "") return []
    const switched = this.#switchTo("thinking")
    this.#thinking += text.length
    return [...switched, this.event({ type: "thinking-delta", attempt, text })]
  }

  /** Published once; a subscriber that resumes gets it again. */
  publishWait(until: number): readonly Event[] {
    if (this.#wait === until) return []
    this.#wait = until
    return [this.event({ type: "retry-wait", until })]
  }

  publishOutput(call: string, after: (offset: number) => string): readonly Event[] {
    // A position does not say how much of a tool's output was published: a subscriber that
    // resumes gets it from the start.
    const offset = this.#output.get(call) ?? 0
    const text = after(offset)
    this.#output.set(call, offset + text.length)
    return text === "" ? [] : [this.event({ type: "tool-output", call, offset, text })]
  }

  begin(attempt: string): void {
    this.#attempt = attempt
  }

  endOpen(): readonly Event[] {
    return this.#switchTo("none")
  }

  forgetOutput(call: string): void {
    this.#output.delete(call)
  }

  /** Ends what is open and starts the other; does nothing if it is already open. */
  #switchTo(next: Open): readonly Event[] {
    const attempt = this.#attempt
    const last = this.#open
    if (attempt === undefined || last === next) return []
    const events: Event[] = []
    this.#open = "none"
    if (last !== "none") events.push(this.event({ type: `${last}-end`, attempt }))
    this.#open = next
    if (next !== "none") events.push(this.event({ type: `${next}-start`, attempt }))
    return events
  }

  event(body: EventBody): Event {
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

  /** Published only if the subscriber got some of the answer, even if only its start. */
  discard(why: "crashed" | "failed"): readonly Event[] {
    const attempt = this.#attempt
    const told = this.#offset > 0 || this.#thinking > 0 || this.#open !== "none"
    const ended = this.#switchTo("none")
    this.forgetAnswer()
    return attempt !== undefined && told ? [...ended, this.event({ type: "answer-discarded", attempt, why })] : []
  }

  forgetAnswer(): void {
    this.#open = "none"
    this.#attempt = undefined
    this.#offset = 0
    this.#thinking = 0
  }
}
