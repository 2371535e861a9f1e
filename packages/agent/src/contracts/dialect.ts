// The port to a dialect: how tool calls are written into a request, and parsed from an answer's text while it streams.
import type { AskedCall, Problem } from "./answer.ts"
import type { FitTool, ModelRequest, ToolDefinition } from "./model.ts"

export interface Dialect {
  readonly name: string
  /** Rewrites the conversation for a model without native calls: calls and results become text. */
  write(request: ModelRequest, how: WriteOptions): ModelRequest
  /** Returns a parser for one answer. `tools` are the offered tools. */
  read(tools: readonly ToolDefinition[], told: DialectOutput): DialectReader
}

export interface WriteOptions {
  /** The provider can enforce a JSON Schema for the answer (`ModelRequest.answerSchema`). */
  readonly jsonSchema: boolean
  /** How the provider accepts tools in such a schema. */
  readonly fit?: FitTool
}

/** Called as soon as a piece is certain: text without markup, and thinking separate from it. */
export interface DialectOutput {
  onText(delta: string): void
  onThinking(delta: string): void
}

export interface DialectReader {
  push(piece: string): void
  /** The answer is complete. `text` is everything that was passed on as text. */
  end(): ReadAnswer
}

export interface ReadAnswer {
  readonly text: string
  readonly calls: readonly WrittenCall[]
  readonly problems: readonly Problem[]
}

/** A call as it was written. Without a server, or with "local", it refers to one of Pawl's own tools. */
export interface WrittenCall extends AskedCall {
  readonly server?: string
  /** Nothing in the text closes the call. At the output limit, more of its arguments may be missing. */
  readonly isOpen?: true
}
