// An answer while it arrives: a format's reader adds to it, event by event, listeners are told its words, and in the end it is
// converted into an Answer.
import type { Writable } from "../../base/writable.ts"
import type { Answer, Stop } from "../../contracts/answer.ts"
import type { Json, JsonObject } from "../../contracts/json.ts"
import type { Reasoning } from "../../contracts/message.ts"
import type { AskOptions } from "../../contracts/model.ts"
import type { Usage } from "../../contracts/usage.ts"
import { readCalls } from "./read-calls.ts"

/** The one event that is not JSON: OpenAI's format ends a stream with it. */
export const DONE = "[DONE]"

export interface Thought extends Writable<Reasoning> {
  readonly index: number
}

export interface CallSoFar {
  index: number
  id: string
  name: string
  arguments: string
  extra?: Json
}

/** An error as the provider sent it, in the stream or in a response body. */
export interface ProviderError {
  readonly status?: number
  readonly type?: string
  readonly code?: string
  readonly message: string
}

/** What words are added to: the answer's own text, a thought, or the arguments of a call. */
export type Growing = AnswerSoFar | Thought | CallSoFar

type Listeners = Pick<AskOptions, "onText" | "onReasoning">

/** Readers set `message`, `usage` and `error`, and do the rest by its methods, which count what is added. */
export class AnswerSoFar {
  /** The provider's id of the message, where its format has one and has sent it. */
  message: string | undefined
  text = ""
  readonly thoughts: Thought[] = []
  readonly calls: CallSoFar[] = []
  stop: Stop | undefined
  usage: Usage | undefined
  /** The provider reported the end of the answer. */
  done = false
  error: ProviderError | undefined
  /** How often it became more, or ended, since this was last set to 0. Usage, signatures and empty pieces do not count. */
  additions = 0
  readonly #how: Listeners
  /** What listeners have still to be told. */
  #untold = ""
  #isThinking = false

  constructor(how: Listeners) {
    this.#how = how
  }

  add(words: string, to: Growing): void {
    if (words === "") return
    this.additions += 1
    if ("arguments" in to) {
      to.arguments += words
      return
    }
    to.text += words
    // Text and thinking are told in the order in which they came.
    const isThinking = to !== this
    if (isThinking !== this.#isThinking) this.tell()
    this.#isThinking = isThinking
    this.#untold += words
  }

  /** Words that arrive together are told together: what a listener costs grows with the reads from the connection only. */
  tell(): void {
    const words = this.#untold
    if (words === "") return
    this.#untold = ""
    if (this.#isThinking) this.#how.onReasoning(words)
    else this.#how.onText(words)
  }

  /** The last thought with this index. It is begun if there is none. */
  thoughtAt(index: number): Thought {
    return this.thoughts.findLast((thought) => thought.index === index) ?? this.beginThought({ index, text: "" })
  }

  beginThought(thought: Thought): Thought {
    this.additions += 1
    this.thoughts.push(thought)
    return thought
  }

  beginCall(call: CallSoFar): CallSoFar {
    this.additions += 1
    this.calls.push(call)
    return call
  }

  /** What came of the call is forgotten: only if it now begins with more than that, the answer becomes more. */
  beginAgain(known: CallSoFar, call: CallSoFar): void {
    const before = known.name.length + known.arguments.length
    if (call.name.length + call.arguments.length > before) this.additions += 1
    this.calls.splice(this.calls.indexOf(known), 1)
    this.calls.push(call)
  }

  /** Some endpoints name a call after it began. */
  nameCall(call: CallSoFar, name: string): void {
    if (name !== "") this.additions += 1
    call.name = name
  }

  stopWith(stop: Stop | undefined): void {
    if (stop !== this.stop) this.additions += 1
    this.stop = stop
  }

  finish(): void {
    if (!this.done) this.additions += 1
    this.done = true
  }
}

/** `nameOf` maps a tool name on the wire back to Pawl's; `attach` wraps what a provider sent along with its calls. */
export function toAnswer(
  { text, thoughts, calls: given, usage, stop }: Pick<AnswerSoFar, "text" | "thoughts" | "calls" | "usage" | "stop">,
  nameOf: (name: string) => string,
  attach: (extras: JsonObject) => Opaque,
): Answer {
  const { calls, problems, extras } = readCalls(given, nameOf, stop)
  const reasoning: Reasoning[] = thoughts.map(({ index: _place, ...thought }) => thought)
  if (extras !== undefined) reasoning.push({ text: "", opaque: attach(extras) })
  // Some endpoints report "stop" although the answer holds tool calls.
  const asks = given.length > 0 && (stop === undefined || stop === "end")
  const why = asks ? "tool-calls" : (stop ?? "end")
  const answer: Writable<Answer> = { kind: "answer", text, reasoning, calls, problems, stop: why }
  if (usage !== undefined) answer.usage = usage
  return answer
}

type Opaque = NonNullable<Reasoning["opaque"]>
