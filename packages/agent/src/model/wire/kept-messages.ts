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
  const single = new WeakMap<Message, string>()
  return (head, request) => {
    const { messages } = request
    const first = messages[0]
    const known = first === undefined ? NOTHING : begunWith(messages, kept.get(first) ?? NOTHING)
    const last = lastAnswer(messages)
    let { role } = known
    let json = ""
    /** The new messages; undefined for one that is written otherwise later. */
    const texts: (string | undefined)[] = []
    /** What is new, up to the last answer. */
    let answered: Added | undefined
    let isFinal = true
    for (let at = known.count; at < messages.length; at++) {
      const message = messages[at] as Message // The loop stays within the length.
      const written = single.get(message) ?? write(request, at)
      const added = add(role, written, message)
      json += added.json
      role = added.role
      // A message whose blobs are not all at hand is written otherwise once they are.
      const isKept = message.role === "assistant" || isComplete(message.parts, request.blobs)
      texts.push(isKept ? written : undefined)
      if (!isKept) isFinal = false
      if (at === last && isFinal) answered = { json, role }
    }
    const settled = answered?.json ?? ""
    const joined = join(head, known, settled, json.slice(settled.length) + close(role))
    const { headBytes, endBytes, memory } = joined
    if (first !== undefined && answered !== undefined) {
      const chars = known.chars + settled.length
      kept.set(first, { messages, count: last + 1, role: answered.role, memory, head, headBytes, endBytes, chars })
    }
    for (let nth = 0; nth < texts.length; nth++) {
      const message = messages[known.count + nth] as Message // As above.
      const text = texts[nth]
      if (answered !== undefined && known.count + nth <= last) single.delete(message)
      else if (text !== undefined) single.set(message, text)
    }
    return joined
  }
}

interface Joined extends Body, Pick<Kept, "headBytes" | "endBytes" | "memory"> {}

function join(head: string, known: Kept, settled: string, rest: string): Joined {
  const isSameHead = head === known.head
  const headBytes = isSameHead ? known.headBytes : Buffer.byteLength(head)
  const settledAt = headBytes + known.endBytes - known.headBytes
  const isFree = isSameHead && !known.memory.isUsed
  const memory =
    isFree && isRoomFor(known.memory, settledAt, settled, rest)
      ? known.memory
      : copied(head, headBytes, known, settledAt + Buffer.byteLength(settled) + Buffer.byteLength(rest))
  memory.isUsed = true
  const endBytes = settledAt + memory.bytes.write(settled, settledAt)
  const size = endBytes + memory.bytes.write(rest, endBytes)
  const done = () => {
    memory.isUsed = false
  }
  const chars = head.length + known.chars + settled.length + rest.length
  return { bytes: memory.bytes.subarray(0, size), chars, done, headBytes, endBytes, memory }
}

/** Bytes are counted only where it may be too little: a character has three at most. */
function isRoomFor({ bytes }: Memory, at: number, settled: string, rest: string): boolean {
  if (at + 3 * (settled.length + rest.length) <= bytes.length) return true
  return at + Buffer.byteLength(settled) + Buffer.byteLength(rest) <= bytes.length
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
function begunWith(messages: readonly Message[], kept: Kept): Kept {
  if (kept.count > messages.length) return NOTHING
  for (let at = 0; at < kept.count; at++) if (messages[at] !== kept.messages[at]) return NOTHING
  return kept
}

function lastAnswer(messages: readonly Message[]): number {
  let at = messages.length - 1
  while (at >= 0 && messages[at]?.role !== "assistant") at--
  return at
}
