// The port to the tool index: finds the tools, among thousands, that fit the input.
import type { ToolDefinition } from "./model.ts"

export interface ToolIndex {
  /** Names, best first. Unrelated tools are left out. Never rejects: a part that fails is done without. */
  find(query: string, how: FindOptions): Promise<readonly string[]>
}

export interface FindOptions {
  /** The most names to return. */
  readonly most: number
  /** All existing tools: new ones are added to the index, others are removed from it. */
  readonly among: readonly ToolDefinition[]
}

/**
 * Computes one vector per text, in order. May reject or be slow: then tools are found by words alone.
 *
 * @example
 * ```ts
 * import { createAgent, type Embedder } from "@pawl/agent"
 *
 * const letters: Embedder = {
 *   name: "letters",
 *   embed: async (texts) => texts.map((text) => Float32Array.of(text.length, text.split(" ").length)),
 * }
 * const agent = await createAgent({ model, tools, toolSearch: { embedder: letters } })
 * ```
 */
export interface Embedder {
  /** Vectors of embedders with different names are never compared. */
  readonly name: string
  /** Computes a vector for each text, in the same order. */
  embed(texts: readonly string[], how?: { readonly signal?: AbortSignal }): Promise<readonly Float32Array[]>
}
