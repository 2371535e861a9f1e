// Collects spans while facts are read in order: what begins stays open under a key until a later fact ends it.
import type { Fact } from "@pawl/client"
import type { Span, SpanState } from "./span.ts"

export type SpanStart = Pick<Span, "lane" | "kind" | "name"> &
  Partial<Pick<Span, "attempt" | "call" | "child" | "state" | "outcome">>

export class SpanBuilder {
  readonly #session: string
  readonly #spans: Span[] = []
  /** Places in the list, by key. */
  readonly #open = new Map<string, number>()

  constructor(session: string) {
    this.#session = session
  }

  begin(key: string, fact: Fact, start: SpanStart): void {
    this.#open.set(key, this.#spans.length)
    this.#add(fact, { state: "open", ...start })
  }

  /** Something that took no time. */
  mark(fact: Fact, start: SpanStart): void {
    this.#add(fact, { state: "plain", ...start })
  }

  isOpen(key: string): boolean {
    return this.#open.has(key)
  }

  /** The fact belongs to what is open under the key. */
  join(key: string, fact: Fact): void {
    this.#change(key, (span) => ({ ...span, seqs: [...span.seqs, fact.seq] }))
  }

  /** False when nothing is open under the key. */
  end(key: string, fact: Fact, state: SpanState, outcome?: string): boolean {
    const ended = this.#change(key, (span) => ({
      ...span,
      to: Math.max(span.from, fact.at),
      state,
      seqs: [...span.seqs, fact.seq],
      ...(outcome !== undefined && { outcome }),
    }))
    this.#open.delete(key)
    return ended
  }

  /** A turn that is over leaves nothing open, whatever the log does not say. */
  endAll(fact: Fact): void {
    for (const key of [...this.#open.keys()]) this.end(key, fact, "unknown")
  }

  /** What is still open lasts until `now`. */
  spans(now: number): readonly Span[] {
    return this.#spans.map((span) => (span.state === "open" ? { ...span, to: Math.max(span.from, now) } : span))
  }

  #add(fact: Fact, start: SpanStart & Pick<Span, "state">): void {
    const { seq, at } = fact
    this.#spans.push({ ...start, id: `${this.#session}:${seq}`, session: this.#session, from: at, to: at, seqs: [seq] })
  }

  #change(key: string, change: (span: Span) => Span): boolean {
    const place = this.#open.get(key)
    const span = place === undefined ? undefined : this.#spans[place]
    if (place === undefined || span === undefined) return false
    this.#spans[place] = change(span)
    return true
  }
}
