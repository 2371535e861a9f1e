// Messages with attachments -> the same messages as one model is shown them.
import { defined } from "../../base/defined.ts"
import { type BlobPart, missing, type Part, text } from "../../contracts/content.ts"
import type { Message, ToolMessage, UserMessage } from "../../contracts/message.ts"
import type { Model, ModelRequest } from "../../contracts/model.ts"
import { isDocx, isPdf, isPicture } from "../wire/pictures.ts"
import { type Eyes, shownAs } from "./shown-as.ts"

type Holder = UserMessage | ToolMessage
type Blobs = ModelRequest["blobs"]

export function hasAttachments(message: Message): message is Holder {
  return message.role !== "assistant" && message.parts.some(isAttachment)
}

function isAttachment(part: Part): part is BlobPart {
  return isPicture(part) || isPdf(part) || isDocx(part)
}

function hashesIn({ parts }: Holder): readonly string[] {
  return parts.filter(isAttachment).map(({ hash }) => hash)
}

/** Beyond that, one is shown once more. */
const MAX_REFUSED = 1000

export class Rewriter {
  readonly #eyes: Eyes
  /** What was rewritten once is kept: encoders write a message once as long as it is the same object. */
  readonly #rewritten = new WeakMap<Message, Message>()
  readonly #inWords = new WeakMap<Message, Message>()
  /** By hash: a message may be another object in the next request. */
  readonly #refused = new Set<string>()

  constructor({ takes, window }: Pick<Model, "takes" | "window">) {
    this.#eyes = { ...defined({ takes, window }) }
  }

  async rewrite(request: ModelRequest, { inWords = false } = {}): Promise<ModelRequest> {
    const messages = [...request.messages]
    for (const [at, message] of request.messages.entries()) {
      if (!hasAttachments(message)) continue
      const isRefused = inWords || hashesIn(message).some((hash) => this.#refused.has(hash))
      const known = isRefused ? this.#inWords : this.#rewritten
      messages[at] = known.get(message) ?? (await this.#made(message, request.blobs, isRefused))
    }
    return { ...request, messages }
  }

  keepInWords({ messages }: ModelRequest): void {
    for (const hash of messages.filter(hasAttachments).flatMap(hashesIn)) this.#refused.add(hash)
    for (const oldest of this.#refused) {
      if (this.#refused.size <= MAX_REFUSED) break
      this.#refused.delete(oldest)
    }
  }

  async #made(message: Holder, blobs: Blobs, isRefused: boolean): Promise<Message> {
    const eyes = isRefused ? { ...this.#eyes, isRefused } : this.#eyes
    const parts: Part[] = []
    for (const part of message.parts) parts.push(...(await partsFor(part, { role: message.role, blobs, eyes })))
    const made = { ...message, parts }
    // What is missing today may be there for the next request.
    const isWhole = message.parts.every((part) => part.type === "text" || blobs.has(part.hash))
    if (isWhole) (isRefused ? this.#inWords : this.#rewritten).set(message, made)
    return made
  }
}

interface Showing {
  readonly role: Holder["role"]
  readonly blobs: Blobs
  readonly eyes: Eyes
}

async function partsFor(part: Part, { role, blobs, eyes }: Showing): Promise<readonly Part[]> {
  if (!isAttachment(part)) return [part]
  const bytes = blobs.get(part.hash)
  if (bytes === undefined) return [missing(part)]
  const shown = await shownAs(part, bytes, eyes)
  // Of several images a model could not tell which is which; a tool says so itself.
  const isNamed = shown === part && role === "user" && isPicture(part) && part.name !== undefined
  return isNamed ? [text(`[Image '${part.name}']`), shown] : [shown]
}
