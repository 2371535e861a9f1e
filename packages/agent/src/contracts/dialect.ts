// The port to a dialect: how tool calls are written into a request, and read from an answer's text as it streams.
import type { AskedCall, Problem } from "./answer.ts"
import type { FitTool, ModelRequest, ToolDefinition } from "./model.ts"

export interface Dialect {
  readonly name: string
  /** The same conversation as a model takes it that knows nothing of native calls: what was a call or a result is text. */
  write(request: ModelRequest, how: WriteOptions): ModelRequest
  /** One reader an answer. `tools` are those that were offered. */
  read(tools: readonly ToolDefinition[], told: Told): DialectReader
}

export interface WriteOptions {
  /** The provider can hold the answer to a JSON Schema (`ModelRequest.answerSchema`). */
  readonly jsonSchema: boolean
  /** How the provider takes tools in such a schema. */
  readonly fit?: FitTool
}

/** Heard as soon as it is certain: text that is no markup, and thinking apart from it. */
export interface Told {
  onText(delta: string): void
  onThinking(delta: string): void
}

export interface DialectReader {
  push(piece: string): void
  /** Nothing more will come. `text` is all that was told as text. */
  end(): ReadAnswer
}

export interface ReadAnswer {
  readonly text: string
  readonly calls: readonly WrittenCall[]
  readonly problems: readonly Problem[]
}

/** A call as it was written. Without a server, or with "local", it is one of our own tools. */
export interface WrittenCall extends AskedCall {
  readonly server?: string
}
