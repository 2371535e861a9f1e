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

/** Waits for facts. `see`: looks at new facts first, and says whether it is worth waking up for them. */
interface FactWaiter {
  readonly wake: () => void
  readonly see?: ((facts: readonly Fact[]) => boolean) | undefined
}

export class Channel {
  /** Contiguous, newest last, kept while there are subscribers. Those that are further behind read the log. */
  #recent: Fact[] = []
  /** The `seq` of the last fact of the log; 0 while it is not known, because another process may write. */
  #last = 0
  #text: { readonly attempt: string; readonly chunks: Chunks } | undefined
  #thinking: { readonly attempt: string; readonly chunks: Chunks } | undefined
  #wait: number | undefined
  /** Of tools; most tools have none, so the maps are made for the first one. */
  #outputs: Map<string, Chunks> | undefined
  #endedOutputs: Map<string, Chunks> | undefined
  /** Subscribers that wait for anything, and those that wait only for facts. */
  #waiters: (() => void)[] = []
  #factWaiters: FactWaiter[] = []
  #version = 0
  #factVersion = 0
  #isLocal = false
  /** Those who are told events. */
  subscribers = 0
  /** Those of them that get all events, also text while it streams. */
  listeners = 0
  /** Those who wait for the end of a turn and are told no events. */
  watches = 0

  /** The session runs in this process, so the channel knows everything about it. */
  get isLocal(): boolean {
    return this.#isLocal
  }

  get isUsed(): boolean {
    return this.#isLocal || this.subscribers > 0 || this.watches > 0
  }

  /** `head`: the `seq` of the log's last fact, which only this process moves on. Those that have seen it need not read the log. */
  setLocal(isLocal: boolean, head = 0): void {
    this.#isLocal = isLocal
    // Another process may have written since this one did.
    this.#recent = []
    this.#last = head
    this.notify()
  }

  version(deltas: boolean): number {
    return deltas ? this.#version : this.#factVersion
  }

  /** Whether an answer is over. */
  publish(facts: readonly Fact[]): boolean {
    let isAnswerOver = false
    for (let at = 0; at < facts.length; at++) {
      const fact = facts[at] as Fact
      const endsAnswer = fact.type === "model-answered" || fact.type === "model-failed"
      if (endsAnswer) isAnswerOver = true
      if (fact.seq <= this.#last) continue
      if (this.#recent.length > 0 && (this.subscribers === 0 || fact.seq !== this.#last + 1)) this.#recent = []
      if (this.subscribers > 0) this.#recent.push(fact)
      this.#last = fact.seq
      if (endsAnswer || fact.type === "model-asked") {
        this.#wait = undefined
        this.#text = undefined
        this.#thinking = undefined
      } else if (fact.type === "tool-finished") this.#endOutput(fact.call)
    }
    if (this.#recent.length > 2 * RECENT_LIMIT) this.#recent = this.#recent.slice(-RECENT_LIMIT)
    this.#version++
    this.#factVersion++
    if (this.#waiters.length > 0) this.#wakeWaiters()
    if (this.#factWaiters.length > 0) this.#wakeFactWaiters(facts)
    return isAnswerOver
  }

  emit(delta: Delta): void {
    if (delta.kind === "wait") {
      this.#wait = delta.until
    } else if (delta.kind === "output") {
      this.#outputs ??= new Map()
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
    if (this.#last > 0 && seq >= this.#last) return []
    const [first] = this.#recent
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
      ...[...(this.#outputs ?? [])].flatMap(([call, output]) =>
        cursor.publishOutput(call, (offset) => output.after(offset)),
      ),
    ]
  }

  /** Output that a tool emitted before it finished and that this subscriber has not received yet. */
  remainingOutput(fact: Fact, cursor: Cursor): readonly Event[] {
    if (fact.type !== "tool-finished") return []
    const output = this.#endedOutputs?.get(fact.call)
    return output === undefined ? [] : cursor.publishOutput(fact.call, (offset) => output.after(offset))
  }

  /** Resolves when something has happened since `version`. */
  changed(version: number, deltas: boolean): Promise<void> {
    if (!deltas) return this.factsChanged(version)
    if (this.#version !== version) return Promise.resolve()
    return new Promise((resolve) => this.#waiters.push(resolve))
  }

  /** Like `changed`, for facts that are worth it. Until then, nothing is built and no promise is made for a fact. */
  factsChanged(version: number, see?: FactWaiter["see"]): Promise<void> {
    if (this.#factVersion !== version) return Promise.resolve()
    return new Promise((wake) => this.#factWaiters.push({ wake, see }))
  }

  notify(): void {
    this.#version++
    this.#factVersion++
    this.#wakeWaiters()
    const waiting = this.#factWaiters
    this.#factWaiters = []
    for (const { wake } of waiting) wake()
  }

  #wakeFactWaiters(facts: readonly Fact[]): void {
    const waiting = this.#factWaiters
    for (let at = 0; at < waiting.length; ) {
      if (waiting[at]?.see?.(facts) === false) at++
      else waiting.splice(at, 1)[0]?.wake()
    }
  }

  #wakeWaiters(): void {
    const waiting = this.#waiters
    this.#waiters = []
    for (const wake of waiting) wake()
  }

  #endOutput(call: string): void {
    const output = this.#outputs?.get(call)
    if (output === undefined) return
    this.#outputs?.delete(call)
    if (this.subscribers === 0) return
    this.#endedOutputs ??= new Map()
    this.#endedOutputs.set(call, output)
    const [oldest] = this.#endedOutputs.keys()
    if (oldest !== undefined && this.#endedOutputs.size > KEPT_OUTPUTS) this.#endedOutputs.delete(oldest)
  }
}
