// Writes the messages of requests. A session's next request begins with the messages of its last one: what was written up
// to the last answer is kept, and the next request is written on from there.
import type { Message } from "../../contracts/message.ts"
import type { ModelRequest } from "../../contracts/model.ts"
import { isComplete } from "./pictures.ts"

/** The JSON of messages so far; `role` is that of the last one. */
export interface Written {
  readonly json: string
  readonly role: string
}

export interface MessageFormat {
  /** The JSON of one message. It must not depend on messages after the next answer. */
  readonly write: (request: ModelRequest, at: number) => string
  readonly add: (before: Written, json: string, message: Message) => Written
  /** The messages, and what follows them. */
  readonly close: (written: Written) => string
}

/** What was written of the first `count` messages of a request. */
interface Kept extends Written {
  readonly messages: readonly Message[]
  readonly count: number
}

const NOTHING: Kept = { json: "", role: "", messages: [], count: 0 }

/** `head` is what stands before the messages. Sessions are told apart by their first message. */
export function bodyWriter({ write, add, close }: MessageFormat): (head: string, request: ModelRequest) => string {
  const kept = new WeakMap<Message, Kept>()
  const single = new WeakMap<Message, string>()
  return (head, request) => {
    const { messages } = request
    const [first] = messages
    if (first === undefined) return head + close(NOTHING)
    const known = begunWith(messages, kept.get(first) ?? NOTHING)
    const last = messages.findLastIndex(({ role }) => role === "assistant")
    let written: Written = known
    let answered: Written | undefined
    let isFinal = true
    for (let at = known.count; at < messages.length; at++) {
      const message = messages[at] as Message // The loop stays within the length.
      const json = single.get(message) ?? write(request, at)
      written = add(written, json, message)
      if (canBeKept(message, request.blobs)) single.set(message, json)
      else isFinal = false
      if (at === last && isFinal) answered = written
    }
    const body = head + close(written)
    if (answered === undefined) return body
    // Cut from the body, which thereby is one piece of memory: joining thousands of pieces for each request takes longer.
    const json = body.slice(head.length, head.length + answered.json.length)
    kept.set(first, { json, role: answered.role, messages, count: last + 1 })
    for (let at = known.count; at <= last; at++) single.delete(messages[at] as Message)
    return body
  }
}

/** Messages never change: the same objects are the same bytes. */
function begunWith(messages: readonly Message[], kept: Kept): Kept {
  if (kept.count > messages.length) return NOTHING
  for (let at = 0; at < kept.count; at++) if (messages[at] !== kept.messages[at]) return NOTHING
  return kept
}

/** A message whose blobs are not all at hand is written otherwise once they are. */
function canBeKept(message: Message, blobs: ModelRequest["blobs"]): boolean {
  return message.role === "assistant" || isComplete(message.parts, blobs)
}
