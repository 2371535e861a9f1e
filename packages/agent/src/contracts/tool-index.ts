// The port to the index of tools: which of thousands fit what was said.
import type { ToolDefinition } from "./model.ts"

export interface ToolIndex {
  /** Names, best first. Tools that have nothing to do with it are left out. Never rejects: what is down is done without. */
  find(query: string, how: FindOptions): Promise<readonly string[]>
}

export interface FindOptions {
  /** At most so many. */
  readonly most: number
  /** All there are: those that are new are taken in, those that are gone are taken out. */
  readonly among: readonly ToolDefinition[]
}

/**
 * Texts -> vectors, one each, in order. May reject, and may take its time: then words alone have to do.
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
  /** Vectors of different names are never compared. */
  readonly name: string
  /** Makes a vector of each text, in the same order. */
  embed(texts: readonly string[], how?: { readonly signal?: AbortSignal }): Promise<readonly Float32Array[]>
}
