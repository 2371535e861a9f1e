// State -> the request a model gets: system prompt, messages, tools. Each section is stored by hash, so that any request
// can be rebuilt from the log.
import { createHash } from "node:crypto"
import { plainText, text } from "../contracts/content.ts"
import { PawlError } from "../contracts/error.ts"
import type { Message } from "../contracts/message.ts"
import type { ModelRequest, ToolDefinition } from "../contracts/model.ts"
import type { Blob, Blobs } from "../contracts/store.ts"
import { messagesOf } from "../state/messages.ts"
import type { State } from "../state/state.ts"

export interface ContextOptions {
  readonly instructions: string
  readonly definitions: () => readonly ToolDefinition[]
  readonly blobs: Blobs
}

export interface Built {
  /** Reads what the log put aside, so it must wait until that is durable. */
  readonly load: () => Promise<ModelRequest>
  readonly sections: Readonly<Record<string, string>>
  readonly blobs: readonly Blob[]
}

export function requestBuilder(options: ContextOptions): (state: State) => Promise<Built> {
  const hashed = sectionCache()
  return async (state) => {
    const tools = options.definitions()
    const messages = messagesOf(state)
    const system = hashed("system", options.instructions)
    const offered = hashed("tools", JSON.stringify(tools))
    return {
      load: async () => ({
        system: options.instructions,
        messages: await withStoredText(messages, options.blobs),
        tools,
      }),
      sections: { system: system.hash, tools: offered.hash },
      blobs: [system, offered],
    }
  }
}

/** Sections rarely change from one request to the next: hash them when they do. */
function sectionCache(): (name: string, value: string) => Blob {
  const last = new Map<string, { readonly value: string; readonly blob: Blob }>()
  return (name, value) => {
    const known = last.get(name)
    if (known?.value === value) return known.blob
    const bytes = Buffer.from(value, "utf8")
    const blob = { hash: createHash("sha256").update(bytes).digest("hex"), bytes }
    last.set(name, { value, blob })
    return blob
  }
}

/** Long text was put aside in the log; the model reads it whole. */
async function withStoredText(messages: readonly Message[], blobs: Blobs): Promise<readonly Message[]> {
  if (!messages.some(hasStoredText)) return messages
  return Promise.all(messages.map((message) => (hasStoredText(message) ? inlined(message, blobs) : message)))
}

function hasStoredText(message: Message): message is Exclude<Message, { role: "assistant" }> {
  return (
    message.role !== "assistant" && message.parts.some((part) => part.type === "blob" && part.mime === "text/plain")
  )
}

async function inlined(message: Exclude<Message, { role: "assistant" }>, blobs: Blobs): Promise<Message> {
  const parts = await Promise.all(
    message.parts.map(async (part) => {
      if (part.type !== "blob" || part.mime !== "text/plain") return part
      const bytes = await blobs.read(part.hash)
      if (bytes === undefined) {
        throw new PawlError(
          "blob-missing",
          `${plainText([part])} is missing from the store. Restore the database from a backup.`,
        )
      }
      return text(Buffer.from(bytes).toString("utf8"))
    }),
  )
  return { ...message, parts }
}
