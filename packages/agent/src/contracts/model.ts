// The port to a model: one request, one reply, text told as it arrives.
import type { Reply } from "./answer.ts"
import type { JsonObject } from "./json.ts"
import type { Message } from "./message.ts"

export interface Model {
  readonly name: string
  /** Never rejects for what a provider did: that is a `failure`. */
  ask(request: ModelRequest, how: AskOptions): Promise<Reply>
}

export interface ModelRequest {
  readonly system: string
  readonly messages: readonly Message[]
  readonly tools: readonly ToolDefinition[]
  /** The bytes behind the blob parts of the messages, by hash: long text, images, files. */
  readonly blobs: ReadonlyMap<string, Uint8Array>
}

export interface ToolDefinition {
  readonly name: string
  readonly description: string
  readonly inputSchema: JsonObject
}

export interface AskOptions {
  readonly signal: AbortSignal
  readonly onText: (delta: string) => void
  readonly onReasoning: (delta: string) => void
}
