// Rewrites messages with attachments into the form that one model accepts.
import { defined } from "../../base/defined.ts"
import { type BlobPart, missing, type Part, text } from "../../contracts/content.ts"
import type { Message, ToolMessage, UserMessage } from "../../contracts/message.ts"
import type { Model, ModelRequest } from "../../contracts/model.ts"
import { isDocx, isPdf, isPicture } from "../wire/pictures.ts"
import { type MediaSupport, shownAs } from "./shown-as.ts"

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

/** Beyond this number the oldest entry is dropped, and its attachment is sent as it is once more. */
const MAX_REFUSED = 1000

export class Rewriter {
  readonly #support: MediaSupport
  /** Caches rewritten messages: encoders encode a message once as long as it stays the same object. */
  readonly #rewritten = new WeakMap<Message, Message>()
  readonly #inWords = new WeakMap<Message, Message>()
  /** Hashes of refused attachments. The next request may hold the same message as another object. */
  readonly #refused = new Set<string>()

  constructor({ takes, window }: Pick<Model, "takes" | "window">) {
    this.#support = { ...defined({ takes, window }) }
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
    const support = isRefused ? { ...this.#support, isRefused } : this.#support
    const parts: Part[] = []
    for (const part of message.parts) parts.push(...(await partsFor(part, { role: message.role, blobs, support })))
    const made = { ...message, parts }
    // Not cached with a blob missing: the next request may have it.
    const isWhole = message.parts.every((part) => part.type === "text" || blobs.has(part.hash))
    if (isWhole) (isRefused ? this.#inWords : this.#rewritten).set(message, made)
    return made
  }
}

interface Showing {
  readonly role: Holder["role"]
  readonly blobs: Blobs
  readonly support: MediaSupport
}

async function partsFor(part: Part, { role, blobs, support }: Showing): Promise<readonly Part[]> {
  if (!isAttachment(part)) return [part]
  const bytes = blobs.get(part.hash)
  if (bytes === undefined) return [missing(part)]
  const shown = await shownAs(part, bytes, support)
  // Names each image, or the model could not tell several apart. A tool result names its images itself.
  const isNamed = shown === part && role === "user" && isPicture(part) && part.name !== undefined
  return isNamed ? [text(`[Image '${part.name}']`), shown] : [shown]
}
