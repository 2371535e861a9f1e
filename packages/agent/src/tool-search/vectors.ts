// Finds tools by meaning with an embedder's vectors. The tools' vectors are made in the background and cached; a question
// gets its vector within a time budget or is answered without. A failure here never fails the search.
import type { Clock } from "../contracts/clock.ts"
import type { ToolDefinition } from "../contracts/model.ts"
import type { Embedder } from "../contracts/tool-index.ts"
import { parameterNames } from "./tool-fields.ts"
import type { VectorCache } from "./vector-cache.ts"

export interface VectorOptions {
  readonly embedder: Embedder
  readonly cache: VectorCache
  readonly clock: Clock
  /** How long a question may wait for its vector. */
  readonly budgetMs?: number
}

const BATCH = 64
const ABOUT_CHARS = 600
const TAKES_CHARS = 100
/** The share of tools that must have vectors. With fewer, the others would be at a disadvantage. */
const ENOUGH = 0.95
/** An embedder that failed is asked again after this time. */
const REST_MS = 30_000

export class Vectors {
  readonly #options: VectorOptions
  #texts: ReadonlyMap<string, string> = new Map()
  #working: Promise<void> | undefined
  #restsUntil = 0
  /** Counts changes of tools or vectors. */
  #made = 0
  #lastKnown: { readonly made: number; readonly tools: readonly Known[] } | undefined

  constructor(options: VectorOptions) {
    this.#options = options
  }

  update(all: readonly ToolDefinition[]): void {
    this.#texts = new Map(all.map((tool) => [tool.name, textOf(tool)]))
    this.#made += 1
    this.#work()
  }

  /** A ranking for each question; undefined when the vectors are not ready in time. */
  async find(questions: readonly string[], most: number): Promise<readonly (readonly string[])[] | undefined> {
    this.#work()
    const known = this.#known()
    if (known.length === 0 || known.length < ENOUGH * this.#texts.size) return undefined
    const asked = await this.#inTime(questions)
    return asked?.map((question) => nearestTo(question, known, most))
  }

  /** Computed again only when a tool or a vector was added. */
  #known(): readonly Known[] {
    if (this.#lastKnown?.made === this.#made) return this.#lastKnown.tools
    const tools = [...this.#texts].flatMap(([name, text]) => {
      const vector = this.#options.cache.get(text)
      return vector === undefined ? [] : [{ name, vector }]
    })
    this.#lastKnown = { made: this.#made, tools }
    return tools
  }

  /** Settles when nothing is left to embed, or the embedder failed. For tests and benchmarks. */
  async settled(): Promise<void> {
    while (this.#working !== undefined) await this.#working
  }

  async #inTime(questions: readonly string[]): Promise<readonly Float32Array[] | undefined> {
    const { embedder, clock, budgetMs = 300 } = this.#options
    if (clock.monotonic() < this.#restsUntil) return undefined
    const stop = new AbortController()
    const late = clock.sleep(budgetMs, stop.signal).then(
      () => undefined,
      () => undefined,
    )
    const vectors = embedder.embed(questions, { signal: stop.signal }).then(
      (found) => (found.length === questions.length ? found.map(normal) : undefined),
      () => undefined,
    )
    const first = await Promise.race([vectors, late])
    stop.abort()
    if (first === undefined) this.#restsUntil = clock.monotonic() + REST_MS
    return first
  }

  /** Embeds missing tools in the background, one batch after another. */
  #work(): void {
    if (this.#working !== undefined || this.#options.clock.monotonic() < this.#restsUntil) return
    const missing = [...new Set(this.#texts.values())].filter((text) => this.#options.cache.get(text) === undefined)
    if (missing.length === 0) return
    this.#working = this.#embed(missing)
      .catch(() => {
        this.#restsUntil = this.#options.clock.monotonic() + REST_MS
      })
      .finally(() => {
        this.#working = undefined
      })
  }

  async #embed(missing: readonly string[]): Promise<void> {
    const { embedder, cache } = this.#options
    for (let from = 0; from < missing.length; from += BATCH) {
      const texts = missing.slice(from, from + BATCH)
      const vectors = await embedder.embed(texts)
      if (vectors.length !== texts.length)
        throw new RangeError(`${embedder.name} gave ${vectors.length} vectors for ${texts.length} texts.`)
      cache.put(texts.map((text, place) => ({ text, vector: normal(vectors[place] as Float32Array) }))) // Lengths are equal.
      this.#made += 1
    }
  }
}

interface Known {
  readonly name: string
  readonly vector: Float32Array
}

function nearestTo(question: Float32Array, known: readonly Known[], most: number): readonly string[] {
  const scores = Float64Array.from(known, ({ vector }) => dot(question, vector))
  const enough = scores.toSorted().at(-most) ?? 0
  return known
    .flatMap(({ name }, place) => {
      const score = scores[place] as number // In range.
      return score > 0 && score >= enough ? [{ name, score }] : []
    })
    .sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1))
    .slice(0, most)
    .map(({ name }) => name)
}

/** A tool's name, description and parameter names. */
function textOf({ name, description, inputSchema }: ToolDefinition): string {
  const takes = inWords(parameterNames(inputSchema)).slice(0, TAKES_CHARS)
  return `${inWords(name)}: ${description.slice(0, ABOUT_CHARS)}${takes === "" ? "" : ` ${takes}`}`
}

function inWords(name: string): string {
  return name.replaceAll(/[._-]+/g, " ")
}

function normal(vector: Float32Array): Float32Array {
  const length = Math.sqrt(dot(vector, vector))
  return length === 0 ? vector : vector.map((each) => each / length)
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0
  const length = Math.min(a.length, b.length)
  for (let place = 0; place < length; place++) sum += (a[place] as number) * (b[place] as number) // In range of both.
  return sum
}
