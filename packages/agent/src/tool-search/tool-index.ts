// The index of an agent's tools: by words at once, and by meaning if an embedder is configured. Updated tool by tool.
import { defined } from "../base/defined.ts"
import type { ToolDefinition } from "../contracts/model.ts"
import type { ToolIndex } from "../contracts/tool-index.ts"
import { fused, roundRobin } from "./fuse.ts"
import { clipped, intentsIn } from "./intents.ts"
import type { Vectors } from "./vectors.ts"
import { WordIndex } from "./word-index.ts"

export interface ToolIndexOptions {
  readonly serverOf?: (name: string) => string | undefined
  readonly vectors?: Vectors
}

const MAX_REMEMBERED = 50
const WHOLE_SHARE = 4

export class LocalToolIndex implements ToolIndex {
  readonly #options: ToolIndexOptions
  readonly #words = new WordIndex()
  readonly #known = new Map<string, ToolDefinition>()
  #all: readonly ToolDefinition[] = []
  /** The requests of a turn ask the same question again and again. */
  readonly #remembered = new Map<string, readonly string[]>()

  constructor(options: ToolIndexOptions = {}) {
    this.#options = options
  }

  async find(query: string, { most, among }: Parameters<ToolIndex["find"]>[1]): Promise<readonly string[]> {
    const isPart = this.#isPartOf(among)
    if (!isPart) this.update(among)
    const key = isPart ? undefined : `${most} ${query}`
    const known = key === undefined ? undefined : this.#remembered.get(key)
    if (known !== undefined) return known
    const wanted = isPart ? new Set(among.map(({ name }) => name)) : undefined
    const found = await this.#rank(clipped(query), most, wanted)
    if (key !== undefined) this.#remember(key, found)
    return found
  }

  /** Adds new tools and removes old ones. A tool that is the same object costs one comparison. */
  update(all: readonly ToolDefinition[]): void {
    if (all === this.#all) return
    for (const tool of all) if (this.#known.get(tool.name) !== tool) this.#put(tool)
    if (this.#known.size > all.length) {
      const names = new Set(all.map(({ name }) => name))
      for (const name of [...this.#known.keys()]) if (!names.has(name)) this.#remove(name)
    }
    this.#all = all
    this.#remembered.clear()
    this.#options.vectors?.update(all)
  }

  /** Whether these are some of the indexed tools: those of a server or a category. */
  #isPartOf(among: readonly ToolDefinition[]): boolean {
    return (
      among !== this.#all &&
      among.length < this.#all.length &&
      among.every((tool) => this.#known.get(tool.name) === tool)
    )
  }

  #put(tool: ToolDefinition): void {
    const server = this.#options.serverOf?.(tool.name)
    this.#known.set(tool.name, tool)
    this.#words.put({ ...tool, ...defined({ server }) })
  }

  #remove(name: string): void {
    this.#known.delete(name)
    this.#words.remove(name)
  }

  async #rank(query: string, most: number, wanted: ReadonlySet<string> | undefined): Promise<readonly string[]> {
    const deep = wanted === undefined ? most : this.#known.size
    const keep = (names: readonly string[]) => (wanted === undefined ? names : names.filter((name) => wanted.has(name)))
    const asked = [query, ...intentsIn(query)]
    const byMeaning = (await this.#options.vectors?.find(asked, Math.max(deep, FUSED_DEPTH))) ?? []
    const rankings = asked.map((text, place) => {
      const vectors = byMeaning[place]
      const words = this.#words
        .find(text, vectors === undefined ? deep : Math.max(deep, FUSED_DEPTH), query)
        .map(({ id }) => id)
      return keep(vectors === undefined ? words : byBoth(words, vectors))
    })
    const [whole = [], ...parts] = rankings
    if (parts.length === 0) return whole.slice(0, most)
    // The intents share the places. The whole request adds what the split may have torn apart, and fills the rest.
    const shared = roundRobin([...parts, whole.slice(0, WHOLE_SHARE)], most)
    return [...new Set([...shared, ...whole])].slice(0, most)
  }

  #remember(key: string, found: readonly string[]): void {
    if (this.#remembered.size >= MAX_REMEMBERED) this.#remembered.clear()
    this.#remembered.set(key, found)
  }
}

/** Embedders differ, and small ones are easily misled, so they only add to the ranking by words. */
function byBoth(words: readonly string[], vectors: readonly string[]): readonly string[] {
  return fused([
    { ids: words, weight: 1 },
    { ids: vectors, weight: VECTOR_WEIGHT },
  ])
}

const VECTOR_WEIGHT = 0.5

/** Places further down a ranking say nothing. */
const FUSED_DEPTH = 50
