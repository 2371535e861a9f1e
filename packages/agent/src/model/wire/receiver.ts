// Turns one response into one Reply: parses events or a whole body with a codec's step, emits text as it arrives, and
// turns anything else into a failure. It does not depend on sockets, so tests feed it bytes.
import { defined } from "../../base/defined.ts"
import type { ModelError, Reply } from "../../contracts/answer.ts"
import { messageOf } from "../../contracts/error.ts"
import type { Json } from "../../contracts/json.ts"
import type { AskOptions, ToolDefinition } from "../../contracts/model.ts"
import type { RateNews } from "../../contracts/rates.ts"
import { type AnswerSoFar, DONE, emptyAnswer, toAnswer } from "./answer-so-far.ts"
import { first, type Headers, retryAfterMs } from "./classify.ts"
import { type Cut, cutAt, type FindWords, otherWords } from "./event-reader.ts"
import { cutShort, failure, type Peer, refusal, unreadableAnswer } from "./failures.ts"
import { type Growth, grown, growthOf } from "./growth.ts"
import { readErrorBody } from "./provider-error.ts"
import { rateNews } from "./rate-news.ts"
import { rescuedAnswer } from "./rescue-call.ts"
import { Spoken } from "./spoken.ts"
import { SseSplitter } from "./sse.ts"

export interface Format {
  readonly name: string
  readonly step: (next: AnswerSoFar, event: Json) => AnswerSoFar
  /** Lets events that differ only in their words be read without parsing them whole. */
  readonly words?: FindWords
}

export interface Receiving extends Pick<AskOptions, "onText" | "onReasoning"> {
  readonly format: Format
  readonly peer: Peer
  readonly nameOf: (wireName: string) => string
  /** The tools that the request offered. */
  readonly tools?: readonly ToolDefinition[]
}

/** Maximum bytes read of an error body. */
const MAX_ERROR_BYTES = 64 * 1024

export class Receiver {
  readonly #how: Receiving
  readonly #splitter: SseSplitter
  readonly #spoken: Spoken
  #soFar = emptyAnswer
  #status = 200
  #headers: Headers = {}
  #rate: RateNews | undefined
  /** Undefined while the body is a stream of events. */
  #body: Buffer[] | undefined
  #bodyBytes = 0
  #verdict: ModelError | undefined
  #progress = 0
  /** Where the last event let the answer grow, if by its words alone, and the event without them. */
  #growth: Growth | undefined
  #cut: Cut | undefined
  /** The words of the events since then that differ from it only in them: they need no step. */
  #more = ""

  constructor(how: Receiving) {
    this.#how = how
    this.#spoken = new Spoken(how)
    this.#splitter = new SseSplitter(this.#onData)
  }

  /** Whether the response has failed, so that further data cannot help. */
  get hasFailed(): boolean {
    return this.#verdict !== undefined
  }

  /** Whether the provider reported the end of the answer; the connection may still be open. */
  get isDone(): boolean {
    return this.#soFar.done
  }

  /** Counts everything that adds to the answer; comments, pings and empty pieces do not. */
  get progress(): number {
    return this.#progress
  }

  start(status: number, headers: Headers): void {
    this.#status = status
    this.#headers = headers
    this.#rate = rateNews(headers, Date.now())
    const type = first(headers["content-type"]).toLowerCase()
    const isEvents = type.startsWith("text/event-stream") || type === ""
    if (status === 200 && isEvents) return
    this.#body = []
    const isJson = /^application\/(?:[\w.-]+\+)?json\b/.test(type)
    if (status < 200 || status > 299 || isJson || isEvents) return
    const what = `"${type.slice(0, 100)}" where text/event-stream or application/json was expected`
    this.#verdict = unreadableAnswer(this.#how.peer, "wrong-content-type", what)
  }

  data(bytes: Buffer): void {
    if (this.#verdict !== undefined) return
    if (this.#body !== undefined) this.#collect(this.#body, bytes)
    else {
      this.#splitter.write(bytes)
      this.#grow()
      this.#spoken.tell()
    }
  }

  #collect(body: Buffer[], bytes: Buffer): void {
    this.#bodyBytes += bytes.length
    if (!/^\s*$/.test(bytes.toString("latin1"))) this.#progress += 1
    const isError = this.#status < 200 || this.#status > 299
    if (!isError || this.#bodyBytes <= MAX_ERROR_BYTES) body.push(bytes)
  }

  /** The response is complete. */
  end(): Reply {
    if (this.#status < 200 || this.#status > 299) return this.#refused()
    if (this.#body !== undefined && this.#verdict === undefined) this.#readWhole(Buffer.concat(this.#body))
    if (this.#body === undefined) this.#readRest()
    this.#spoken.tell()
    return this.settle(() => cutShort(this.#how.peer))
  }

  /** The answer if it is complete, else the error found in it, else the error that the caller gives. */
  settle(otherwise: () => ModelError): Reply {
    const { stop, done } = this.#soFar
    if (this.#verdict !== undefined) return this.fail(this.#verdict)
    if (!done && stop === undefined) return this.fail(otherwise())
    const { nameOf, format } = this.#how
    const answer = toAnswer(this.#soFar, nameOf, (data) => ({ format: format.name, data }))
    return this.#rate === undefined ? answer : { ...answer, rate: this.#rate }
  }

  /** The caller ended the request, whether the answer is complete or not. */
  fail(error: ModelError): Reply {
    const { text, usage } = this.#soFar
    return failure(error, text, defined({ usage }))
  }

  #refused(): Reply {
    const said = readErrorBody(Buffer.concat(this.#body ?? []).toString("utf8"))
    const rescued = this.#status >= 500 ? rescuedAnswer(said.message, this.#how.tools ?? []) : undefined
    if (rescued !== undefined) return rescued
    const error = refusal(this.#how.peer, { ...said, status: this.#status })
    const failed = failure(error, "", defined({ retryAfterMs: retryAfterMs(this.#headers, Date.now()) }))
    return this.#rate === undefined ? failed : { ...failed, rate: this.#rate }
  }

  #readWhole(bytes: Buffer): void {
    try {
      this.#step(JSON.parse(bytes.toString("utf8")))
    } catch (error) {
      this.#malformed(error)
    }
    if (this.#verdict !== undefined || this.#soFar.done) return
    const what = "JSON that is no answer"
    this.#verdict = unreadableAnswer(this.#how.peer, "malformed-answer", what)
  }

  /** A last event without its blank line counts if it is complete; half an event means that the stream was cut. */
  #readRest(): void {
    const rest = this.#splitter.end()
    if (rest === undefined || this.#verdict !== undefined) return
    try {
      this.#step(eventIn(rest))
    } catch {
      // Cut inside the event: keep what was parsed before.
    }
  }

  readonly #onData = (data: string): void => {
    if (this.#verdict !== undefined) return
    const words = this.#cut === undefined ? undefined : otherWords(this.#cut, data)
    // Where a field is empty, another one may count.
    if (words === undefined || words === "") this.#readEvent(data)
    else {
      this.#progress += 1
      this.#more += words
    }
  }

  #readEvent(data: string): void {
    let event: Json
    try {
      event = eventIn(data)
    } catch (error) {
      this.#malformed(error)
      return
    }
    this.#grow()
    const before = this.#soFar
    this.#step(event)
    const growth = growthOf(before, this.#soFar)
    const found = growth === undefined ? undefined : this.#how.format.words?.(event)
    const isGrowth = found !== undefined && found.holder[found.field] === growth?.words
    this.#growth = growth
    this.#cut = isGrowth ? cutAt(found, data) : undefined
  }

  /** Adds the words that needed no step. */
  #grow(): void {
    const words = this.#more
    const growth = this.#growth
    if (words === "" || growth === undefined) return
    this.#more = ""
    this.#soFar = grown(this.#soFar, growth, words)
    if (growth.kind !== "call") this.#spoken.add(words, growth.kind === "thought")
  }

  #step(event: Json): void {
    const before = this.#soFar
    const next = this.#how.format.step(before, event)
    if (addsContent(before, next)) this.#progress += 1
    this.#soFar = next
    if (next.reasoningDelta !== "") this.#spoken.add(next.reasoningDelta, true)
    if (next.textDelta !== "") this.#spoken.add(next.textDelta, false)
    if (next.error !== undefined) this.#verdict = refusal(this.#how.peer, next.error)
  }

  #malformed(error: unknown): void {
    const what = `malformed JSON where an event was expected (${messageOf(error)})`
    this.#verdict = unreadableAnswer(this.#how.peer, "malformed-json", what)
  }
}

/** Throws if it is not JSON. */
function eventIn(data: string): Json {
  return data === DONE ? DONE : JSON.parse(data)
}

/** Whether the event added anything to the answer. */
function addsContent(before: AnswerSoFar, now: AnswerSoFar): boolean {
  if (now.textDelta !== "" || now.reasoningDelta !== "" || now.error !== undefined) return true
  if (now.stop !== before.stop || now.done !== before.done) return true
  const isSame = now.calls === before.calls && now.thoughts === before.thoughts
  return !isSame && sizeOf(now) > sizeOf(before)
}

/** Size of calls and thinking, to detect pieces that add nothing to them. Usage does not count. */
function sizeOf({ calls, thoughts }: AnswerSoFar): number {
  let size = calls.length + thoughts.length + (thoughts.at(-1)?.text.length ?? 0)
  for (const call of calls) size += call.name.length + call.arguments.length
  return size
}
