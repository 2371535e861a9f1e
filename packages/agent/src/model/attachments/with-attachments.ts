// A model that is shown what it can see: images and PDFs as they are where it takes them, and in words where it does not.
// So a history keeps working when another model takes over.
import { type BlobPart, missing, type Part, text } from "../../contracts/content.ts"
import type { Message, ToolMessage, UserMessage } from "../../contracts/message.ts"
import type { Model, ModelRequest } from "../../contracts/model.ts"
import { ABORTED, failure } from "../wire/failures.ts"
import { isPdf, isPicture } from "../wire/pictures.ts"
import { shownAs } from "./shown-as.ts"

export function withAttachments(model: Model): Model {
  // What was put into words once is kept: encoders write a message once as long as it is the same object.
  const rewritten = new WeakMap<Message, Message>()
  return {
    ...(model.takesAnswerSchema !== undefined && { takesAnswerSchema: model.takesAnswerSchema }),
    ...(model.window !== undefined && { window: model.window }),
    ...(model.takes !== undefined && { takes: model.takes }),
    name: model.name,
    async ask(request, how) {
      if (!request.messages.some(hasAttachments)) return model.ask(request, how)
      const shown = await unlessAborted(rewrite(request, model, rewritten), how.signal)
      return shown === undefined ? failure(ABORTED, "") : model.ask(shown, how)
    },
  }
}

type Holder = UserMessage | ToolMessage

function hasAttachments(message: Message): message is Holder {
  return message.role !== "assistant" && message.parts.some(isAttachment)
}

function isAttachment(part: Part): part is BlobPart {
  return isPicture(part) || isPdf(part)
}

async function rewrite(
  request: ModelRequest,
  { takes }: Model,
  rewritten: WeakMap<Message, Message>,
): Promise<ModelRequest> {
  const messages = [...request.messages]
  for (const [at, message] of request.messages.entries()) {
    if (!hasAttachments(message)) continue
    messages[at] = rewritten.get(message) ?? (await inWords(message))
  }
  return { ...request, messages }

  async function inWords(message: Holder): Promise<Message> {
    const parts: Part[] = []
    for (const part of message.parts) parts.push(...(await partsFor(part, message)))
    const made = { ...message, parts }
    // What is missing today may be there for the next request.
    if (message.parts.every((part) => part.type === "text" || request.blobs.has(part.hash)))
      rewritten.set(message, made)
    return made
  }

  async function partsFor(part: Part, { role }: Holder): Promise<readonly Part[]> {
    if (!isAttachment(part)) return [part]
    const bytes = request.blobs.get(part.hash)
    if (bytes === undefined) return [missing(part)]
    const shown = await shownAs(part, bytes, takes)
    // Of several images a model could not tell which is which; a tool says so itself.
    const isNamed = shown === part && role === "user" && isPicture(part) && part.name !== undefined
    return isNamed ? [text(`[Image '${part.name}']`), shown] : [shown]
  }
}

/** Undefined when the signal came first; what was begun is finished for the next time. */
async function unlessAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value | undefined> {
  let stop = () => {}
  const aborted = new Promise<undefined>((resolve) => {
    stop = () => resolve(undefined)
    if (signal.aborted) stop()
    else signal.addEventListener("abort", stop)
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener("abort", stop)
  }
}
