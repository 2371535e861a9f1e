// Turns one response into one Reply: parses events or a whole body with a codec's step, emits text as it arrives, and
// turns anything else into a failure. It does not depend on sockets, so tests feed it bytes.
import { defined } from "../../base/defined.ts"
import type { ModelError, Reply } from "../../contracts/answer.ts"
import { messageOf } from "../../contracts/error.ts"
import type { Json } from "../../contracts/json.ts"
import type { AskOptions, ToolDefinition } from "../../contracts/model.ts"
import type { RateNews } from "../../contracts/rates.ts"
import { AnswerSoFar, DONE, toAnswer } from "./answer-so-far.ts"
import { first, type Headers, retryAfterMs } from "./classify.ts"
import { type Cut, cutAt, otherWords, type Words } from "./event-reader.ts"
import { cutShort, failure, type Peer, refusal, unreadableAnswer } from "./failures.ts"
import { readErrorBody } from "./provider-error.ts"
import { rateNews } from "./rate-news.ts"
import { rescuedAnswer } from "./rescue-call.ts"
import { SseSplitter } from "./sse.ts"

export interface Format {
  readonly name: string
  /** Adds an event to an answer. Returns the words that it added, if they stand in one field. */
  readonly read: (answer: AnswerSoFar, event: Json) => Words | undefined
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
  readonly #answer: AnswerSoFar
  #status = 200
  #headers: Headers = {}
  #rate: RateNews | undefined
  /** Undefined while the body is a stream of events. */
  #body: Buffer[] | undefined
  #bodyBytes = 0
  #verdict: ModelError | undefined
  #progress = 0
  /** The last event, if it added words and nothing else. */
  #cut: Cut | undefined
  /** The words of the events since then that differ from it only in them: they need no parsing. */
  #more = ""

  constructor(how: Receiving) {
    this.#how = how
    this.#answer = new AnswerSoFar(how)
    this.#splitter = new SseSplitter(this.#onData)
  }

  /** Whether the response has failed, so that further data cannot help. */
  get hasFailed(): boolean {
    return this.#verdict !== undefined
  }

  /** Whether the provider reported the end of the answer; the connection may still be open. */
  get isDone(): boolean {
    return this.#answer.done
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
      this.#addMore()
      this.#answer.tell()
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
    this.#answer.tell()
    return this.settle(() => cutShort(this.#how.peer))
  }

  /** The answer if it is complete, else the error found in it, else the error that the caller gives. */
  settle(otherwise: () => ModelError): Reply {
    const { stop, done } = this.#answer
    if (this.#verdict !== undefined) return this.fail(this.#verdict)
    if (!done && stop === undefined) return this.fail(otherwise())
    const { nameOf, format } = this.#how
    const answer = toAnswer(this.#answer, nameOf, (data) => ({ format: format.name, data }))
    return this.#rate === undefined ? answer : { ...answer, rate: this.#rate }
  }

  /** The caller ended the request, whether the answer is complete or not. */
  fail(error: ModelError): Reply {
    const { text, usage } = this.#answer
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
      this.#read(JSON.parse(bytes.toString("utf8")))
    } catch (error) {
      this.#malformed(error)
    }
    if (this.#verdict !== undefined || this.#answer.done) return
    const what = "JSON that is no answer"
    this.#verdict = unreadableAnswer(this.#how.peer, "malformed-answer", what)
  }

  /** A last event without its blank line counts if it is complete; half an event means that the stream was cut. */
  #readRest(): void {
    const rest = this.#splitter.end()
    if (rest === undefined || this.#verdict !== undefined) return
    try {
      this.#read(eventIn(rest))
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
    if (this.#more !== "") this.#addMore()
    const words = this.#read(event)
    this.#cut = words === undefined || this.#answer.additions !== 1 ? undefined : cutAt(words, data)
  }

  /** Adds the words of the events that were not parsed. */
  #addMore(): void {
    const words = this.#more
    if (words === "" || this.#cut === undefined) return
    this.#more = ""
    this.#answer.add(words, this.#cut.to)
  }

  #read(event: Json): Words | undefined {
    const answer = this.#answer
    answer.additions = 0
    const words = this.#how.format.read(answer, event)
    if (answer.additions > 0 || answer.error !== undefined) this.#progress += 1
    if (answer.error !== undefined) this.#verdict = refusal(this.#how.peer, answer.error)
    return words
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
