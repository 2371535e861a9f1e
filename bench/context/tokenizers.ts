// The tokenizers of npm, each with the initial weights of its model family. Counts are cached: the older tokenizers are
// slow.

export interface Tokenizer {
  readonly name: string
  readonly family: string
  readonly count: (text: string) => number
}

export async function tokenizers(): Promise<readonly Tokenizer[]> {
  const [o200k, cl100k, llama2, llama3, mistral] = await Promise.all([
    import("gpt-tokenizer/encoding/o200k_base"),
    import("gpt-tokenizer/encoding/cl100k_base"),
    import("llama-tokenizer-js"),
    import("llama3-tokenizer-js"),
    import(UNTYPED) as Promise<{ default: { encode(text: string, bos: boolean): readonly number[] } }>,
  ])
  return [
    { name: "o200k", family: "gpt", count: kept((text) => o200k.encode(text).length) },
    { name: "cl100k", family: "gpt-4", count: kept((text) => cl100k.encode(text).length) },
    { name: "llama 2", family: "llama-2", count: kept((text) => llama2.default.encode(text, false).length) },
    {
      name: "llama 3",
      family: "llama",
      count: kept((text) => llama3.default.encode(text, { bos: false, eos: false }).length),
    },
    { name: "mistral", family: "mistral", count: kept((text) => mistral.default.encode(text, false).length) },
  ]
}

/** This package has no types. The compiler does not ask for them if the name is not a literal. */
const UNTYPED: string = "mistral-tokenizer-js"

function kept(count: (text: string) => number): (text: string) => number {
  const counts = new Map<string, number>()
  return (text) => {
    const known = counts.get(text)
    if (known !== undefined) return known
    counts.set(text, count(text))
    return counts.get(text) ?? 0
  }
}
