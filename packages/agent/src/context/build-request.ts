// State -> the request a model gets: system prompt, messages, tools. Each section is stored by hash, so that any request
// can be rebuilt from the log.
import { createHash } from "node:crypto"
import type { Part } from "../contracts/content.ts"
import type { Message } from "../contracts/message.ts"
import type { ModelRequest, Sampling, ToolDefinition } from "../contracts/model.ts"
import type { Blob, Blobs } from "../contracts/store.ts"
import { messagesOf } from "../state/messages.ts"
import type { State } from "../state/state.ts"

export interface ContextOptions {
  readonly instructions: string
  readonly definitions: () => Promise<readonly ToolDefinition[]> | readonly ToolDefinition[]
  readonly blobs: Blobs
  /** How a model samples when it is offered tools, and when it is not. */
  readonly sampling?: { readonly tools: Sampling; readonly prose: Sampling }
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
    const tools = offered(await options.definitions(), state)
    const messages = messagesOf(state)
    const system = hashed("system", options.instructions)
    const list = hashed("tools", tools)
    return {
      load: async () => ({
        system: options.instructions,
        messages,
        tools,
        blobs: await readBlobs(messages, options.blobs),
        ...(options.sampling && { sampling: tools.length > 0 ? options.sampling.tools : options.sampling.prose }),
      }),
      sections: { system: system.hash, tools: list.hash },
      blobs: [system, list],
    }
  }
}

/** A last answer is asked for without tools; one that kept failing is offered no more. */
function offered(tools: readonly ToolDefinition[], { turn, withheld }: State): readonly ToolDefinition[] {
  if (turn?.ending !== undefined) return NONE
  if (withheld.length === 0) return tools
  return tools.filter(({ name }) => !withheld.some(({ tool }) => tool === name))
}

const NONE: readonly ToolDefinition[] = []

/** Sections rarely change from one request to the next: they are written and hashed when they do. */
function sectionCache(): (name: string, value: string | readonly ToolDefinition[]) => Blob {
  const last = new Map<string, { readonly value: unknown; readonly blob: Blob }>()
  return (name, value) => {
    const known = last.get(name)
    if (known?.value === value) return known.blob
    const bytes = Buffer.from(typeof value === "string" ? value : JSON.stringify(value), "utf8")
    const blob = { hash: createHash("sha256").update(bytes).digest("hex"), bytes }
    last.set(name, { value, blob })
    return blob
  }
}

/** What the log put aside: long text, images, files. One that is missing is named in the request, and does not fail it. */
async function readBlobs(messages: readonly Message[], blobs: Blobs): Promise<ReadonlyMap<string, Uint8Array>> {
  const hashes = messages.flatMap((message) => (message.role === "assistant" ? [] : message.parts.flatMap(hashOf)))
  const found = new Map<string, Uint8Array>()
  for (const hash of new Set(hashes)) {
    const bytes = await blobs.read(hash)
    if (bytes !== undefined) found.set(hash, bytes)
  }
  return found
}

function hashOf(part: Part): readonly string[] {
  return part.type === "blob" ? [part.hash] : []
}
