// What this process knows about one session's stream: the newest facts, the text in flight,
// and the waiting subscribers.
import type { Delta, Event } from "../contracts/event.ts"
import type { Fact } from "../contracts/fact.ts"
import type { LiveText } from "../contracts/store.ts"
import { Chunks } from "./chunks.ts"
import type { Cursor } from "./cursor.ts"

const RECENT_LIMIT = 256
/** The number of finished calls whose output is kept for slow subscribers. */
const KEPT_OUTPUTS = 16

export class Channel {
  /** Contiguous, newest last. Subscribers that are further behind read the log. */
  #recent: Fact[] = []
  #text: { readonly attempt: string; readonly chunks: Chunks } | undefined
  #thinking: { readonly attempt: string; readonly chunks: Chunks } | undefined
  #wait: number | undefined
  readonly #outputs = new Map<string, Chunks>()
  readonly #endedOutputs = new Map<string, Chunks>()
  /** Subscribers that wait for anything, and those that wait only for facts. */
  #waiters: (() => void)[] = []
  #factWaiters: (() => void)[] = []
  #version = 0
  #factVersion = 0
  subscribers = 0
  /** Those of them that get all events; the others wait for the end of a turn. */
  listeners = 0
  /** The session runs in this process, so the channel knows everything about it. */
  local = false

  version(deltas: boolean): number {
    return deltas ? this.#version : this.#factVersion
  }

  publish(facts: readonly Fact[]): void {
    for (const fact of facts) {
      const last = this.#recent.at(-1)
      if (last !== undefined && fact.seq <= last.seq) continue
      if (last !== undefined && fact.seq !== last.seq + 1) this.#recent = []
      this.#recent.push(fact)
      this.#endStreams(fact)
    }
    if (this.#recent.length > 2 * RECENT_LIMIT) this.#recent = this.#recent.slice(-RECENT_LIMIT)
    this.notify()
  }

  emit(delta: Delta): void {
    if (delta.kind === "wait") {
      this.#wait = delta.until
    } else if (delta.kind === "output") {
      const output = this.#outputs.get(delta.call) ?? new Chunks()
      this.#outputs.set(delta.call, output)
      output.add(delta.text)
    } else if (delta.kind === "text") {
      if (this.#text?.attempt !== delta.attempt) this.#text = { attempt: delta.attempt, chunks: new Chunks() }
      this.#text.chunks.add(delta.text)
    } else {
      if (this.#thinking?.attempt !== delta.attempt) this.#thinking = { attempt: delta.attempt, chunks: new Chunks() }
      this.#thinking.chunks.add(delta.text)
    }
    this.#version++
    if (this.#waiters.length > 0) this.#wakeWaiters()
  }

  textSoFar(): LiveText | undefined {
    return this.#text && { attempt: this.#text.attempt, text: this.#text.chunks.after(0) }
  }

  /** The facts after `seq`, if all of them are in memory. */
  factsAfter(seq: number): readonly Fact[] | undefined {
    const first = this.#recent[0]
    if (first === undefined || first.seq > seq + 1) return undefined
    return this.#recent.slice(seq + 1 - first.seq)
  }

  deltasFor(cursor: Cursor): readonly Event[] {
    const { attempt: thinker, chunks: thoughts } = this.#thinking ?? {}
    const { attempt, chunks } = this.#text ?? {}
    return [
      ...(this.#wait === undefined ? [] : cursor.publishWait(this.#wait)),
      ...(thinker !== undefined && thoughts ? cursor.publishThinking(thinker, (offset) => thoughts.after(offset)) : []),
      ...(attempt !== undefined && chunks ? cursor.publishText(attempt, (offset) => chunks.after(offset)) : []),
      ...[...this.#outputs].flatMap(([call, output]) => cursor.publishOutput(call, (offset) => output.after(offset))),
    ]
  }

  /** Output that a tool emitted before it finished and that this subscriber has not received yet. */
  remainingOutput(fact: Fact, cursor: Cursor): readonly Event[] {
    if (fact.type !== "tool-finished") return []
    const output = this.#endedOutputs.get(fact.call)
    return output === undefined ? [] : cursor.publishOutput(fact.call, (offset) => output.after(offset))
  }

  /** Resolves when something has happened since `version`. */
  changed(version: number, deltas: boolean): Promise<void> {
    if (this.version(deltas) !== version) return Promise.resolve()
    return new Promise((resolve) => (deltas ? this.#waiters : this.#factWaiters).push(resolve))
  }

  notify(): void {
    this.#version++
    this.#factVersion++
    this.#wakeWaiters()
    if (this.#factWaiters.length === 0) return
    const waiting = this.#factWaiters
    this.#factWaiters = []
    for (const wake of waiting) wake()
  }

  #wakeWaiters(): void {
    const waiting = this.#waiters
    this.#waiters = []
    for (const wake of waiting) wake()
  }

  #endStreams(fact: Fact): void {
    if (fact.type === "model-answered" || fact.type === "model-failed" || fact.type === "model-asked") {
      this.#wait = undefined
      this.#text = undefined
      this.#thinking = undefined
    }
    if (fact.type !== "tool-finished") return
    const output = this.#outputs.get(fact.call)
    this.#outputs.delete(fact.call)
    if (output === undefined || this.subscribers === 0) return
    this.#endedOutputs.set(fact.call, output)
    const [oldest] = this.#endedOutputs.keys()
    if (oldest !== undefined && this.#endedOutputs.size > KEPT_OUTPUTS) this.#endedOutputs.delete(oldest)
  }
}
