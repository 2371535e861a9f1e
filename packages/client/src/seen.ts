// What a reader has seen of a session: a stream that was cut goes on behind the last position, and a few events have no
// position of their own, so that the server sends them again. They are dropped here.
import type { Event } from "./wire.ts"

export class Seen {
  #position: string
  /** Events at the last position, as they were sent: those that come again there are known. */
  #here = new Set<string>()
  /** How much of each running call's output was seen. */
  readonly #output = new Map<string, number>()
  /** Set from a new connection on until something new comes. */
  #isAgain = false

  constructor(after: string | number) {
    this.#position = String(after)
  }

  /** Where the next connection begins. */
  get position(): string {
    return this.#position
  }

  /** A new connection begins here. */
  again(): void {
    this.#isAgain = true
  }

  /** The event, or what is new of it; undefined if it was seen. */
  take(event: Event): Event | undefined {
    if (event.type === "tool-output") return this.#newOutput(event)
    const written = this.#isAgain && event.position === this.#position ? JSON.stringify(event) : undefined
    if (written !== undefined && this.#here.has(written)) return undefined
    this.#note(event)
    return event
  }

  #note(event: Event): void {
    if (event.position !== this.#position) {
      this.#position = event.position
      this.#here.clear()
      this.#isAgain = false
    }
    this.#here.add(JSON.stringify(event))
    if (event.type === "tool-call" || event.type === "tool-result" || event.type === "tool-error")
      this.#output.delete(event.call)
  }

  /** The output of a running call is sent from its start again, in other pieces. */
  #newOutput(event: Extract<Event, { type: "tool-output" }>): Event | undefined {
    const { call, offset, text } = event
    const known = this.#output.get(call) ?? 0
    const end = offset + text.length
    if (end <= known) return undefined
    this.#output.set(call, end)
    return offset >= known ? event : { ...event, offset: known, text: text.slice(known - offset) }
  }
}
