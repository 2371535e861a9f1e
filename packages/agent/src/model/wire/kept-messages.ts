// Writes the bodies of requests. A session's next request begins with the messages of its last one, so it is written on in the
// same memory: from the last answer on, and only what is new.
import type { Message } from "../../contracts/message.ts"
import type { ModelRequest } from "../../contracts/model.ts"
import { isComplete } from "./pictures.ts"

export interface Body {
  readonly bytes: Buffer
  /** Its length as a text. */
  readonly chars: number
  /** Nobody reads the bytes any more: the next request may be written over them. Without this it gets a copy. */
  done(): void
}

export interface MessageFormat {
  /** The JSON of one message. It must not depend on messages after the next answer. */
  readonly write: (request: ModelRequest, at: number) => string
  /** What a message adds to those before it; `role` is the wire's name for the role of the last one, empty for none. */
  readonly add: (role: string, json: string, message: Message) => Added
  /** What follows the messages. */
  readonly close: (role: string) => string
}

export interface Added {
  readonly json: string
  readonly role: string
}

/** The last body of a session, and where the first `count` messages end in it. */
interface Kept {
  readonly messages: readonly Message[]
  readonly count: number
  /** The messages from there on: a caller may put others in their place in its list. */
  readonly latest: readonly Message[]
  /** Their JSON; undefined for one that is written otherwise later. */
  readonly later: readonly (string | undefined)[]
  readonly role: string
  readonly memory: Memory
  /** What stands before the messages. */
  readonly head: string
  readonly headBytes: number
  readonly endBytes: number
  /** Of the messages, without what stands before them. */
  readonly chars: number
}

/** More than the body needs, so that it can grow. */
interface Memory {
  readonly bytes: Buffer
  /** A body in it may still be on its way. */
  isUsed: boolean
}

const NOTHING: Kept = {
  messages: [],
  count: 0,
  latest: [],
  later: [],
  role: "",
  memory: { bytes: Buffer.alloc(0), isUsed: true },
  head: "",
  headBytes: 0,
  endBytes: 0,
  chars: 0,
}

/** `head` is what stands before the messages. Sessions are told apart by their first message. */
export function bodyWriter({ write, add, close }: MessageFormat): (head: string, request: ModelRequest) => Body {
  const kept = new WeakMap<Message, Kept>()
  return (head, request) => {
    const { messages, blobs } = request
    const first = messages[0]
    const before = first && kept.get(first)
    const known = before !== undefined && isBegunWith(messages, before) ? before : NOTHING
    const last = lastAnswer(messages)
    let { role } = known
    let json = ""
    /** The new messages; undefined for one that is written otherwise later. */
    const texts: (string | undefined)[] = []
    /** What is new, up to the last answer. */
    let answered: Added | undefined
    let isFinal = true
    /** Whether what was written stays. The pictures of all results of an answer follow the last one. */
    let isWhole = true
    for (let at = known.count; at < messages.length; at++) {
      const message = messages[at] as Message // The loop stays within the length.
      const nth = at - known.count
      const earlier = known.latest[nth] === message ? known.later[nth] : undefined
      const text = earlier ?? write(request, at)
      const added = add(role, text, message)
      json += added.json
      role = added.role
      // A message whose blobs are not all at hand is written otherwise once they are.
      const isThere = earlier !== undefined || message.role === "assistant" || isComplete(message.parts, blobs)
      isWhole = isThere && (isWhole || message.role !== "tool")
      texts.push(isWhole ? text : undefined)
      if (!isWhole) isFinal = false
      if (at === last && isFinal) answered = { json, role }
    }
    const settled = answered?.json ?? ""
    const joined = join(head, known, settled, json + close(role))
    if (first === undefined) return joined
    if (answered !== undefined) {
      const { headBytes, endBytes, memory } = joined
      const [count, chars] = [last + 1, known.chars + settled.length]
      const [latest, later] = [messages.slice(count), texts.slice(count - known.count)]
      kept.set(first, { messages, count, latest, later, role: answered.role, memory, head, headBytes, endBytes, chars })
    } else if (before === undefined || before === known)
      kept.set(first, { ...known, messages, latest: messages.slice(known.count), later: texts })
    return joined
  }
}

interface Joined extends Body, Pick<Kept, "headBytes" | "endBytes" | "memory"> {}

/** `json`: what is new; it begins with `settled`, after which the next request is written on. */
function join(head: string, known: Kept, settled: string, json: string): Joined {
  const isSameHead = head === known.head
  const headBytes = isSameHead ? known.headBytes : Buffer.byteLength(head)
  const settledAt = headBytes + known.endBytes - known.headBytes
  const isFree = isSameHead && !known.memory.isUsed
  const memory =
    isFree && isRoomFor(known.memory, settledAt, json)
      ? known.memory
      : copied(head, headBytes, known, settledAt + Buffer.byteLength(json))
  memory.isUsed = true
  const bytes = memory.bytes.write(json, settledAt)
  // Where each character has one byte, nothing has to be counted.
  const endBytes = settledAt + (bytes === json.length ? settled.length : Buffer.byteLength(settled))
  const done = () => {
    memory.isUsed = false
  }
  const chars = head.length + known.chars + json.length
  return { bytes: memory.bytes.subarray(0, settledAt + bytes), chars, done, headBytes, endBytes, memory }
}

/** Bytes are counted only where it may be too little: a character has three at most. */
function isRoomFor({ bytes }: Memory, at: number, json: string): boolean {
  return at + 3 * json.length <= bytes.length || at + Buffer.byteLength(json) <= bytes.length
}

/** What is known, in memory of its own. */
function copied(head: string, headBytes: number, known: Kept, size: number): Memory {
  // Not from the pool that Node shares among small buffers: a session would keep all of it.
  const bytes = Buffer.allocUnsafeSlow(Math.ceil(size * GROWTH))
  bytes.write(head)
  known.memory.bytes.copy(bytes, headBytes, known.headBytes, known.endBytes)
  return { bytes, isUsed: true }
}

/** A turn of many rounds copies its history a few times, not with each request. */
const GROWTH = 1.5

/** Messages never change: the same objects are the same bytes. */
function isBegunWith(messages: readonly Message[], kept: Kept): boolean {
  if (kept.count > messages.length) return false
  for (let at = 0; at < kept.count; at++) if (messages[at] !== kept.messages[at]) return false
  return true
}

function lastAnswer(messages: readonly Message[]): number {
  let at = messages.length - 1
  while (at >= 0 && messages[at]?.role !== "assistant") at--
  return at
}
