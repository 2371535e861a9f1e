// Known models by name: their windows and the media they accept. The table ages, so its numbers err on the low side, and
// values that a user declares override it.
import type { Media } from "../contracts/model.ts"

/** The window in tokens; undefined for a model that is not in the table. */
export function windowOf(spec: string): number | undefined {
  const { provider, name } = split(spec)
  // Ollama's cloud runs models with their full window.
  return LOCAL.has(provider) && !name.endsWith("-cloud") ? LOCAL_WINDOW : rowOf(name)?.[1]
}

/** The media a model accepts; undefined for a model that is not in the table. */
export function takesOf(spec: string): readonly Media[] | undefined {
  const { provider, name } = split(spec)
  const takes = rowOf(name)?.[2]
  return NO_PDF.has(provider) ? takes?.filter((media) => media !== "pdf") : takes
}

/** Models whose provider has a response format that they do not know: they give typed answers by a tool. */
export function answersByTool(spec: string): boolean {
  const { provider, name } = split(spec)
  return OLDER[provider]?.test(name) === true
}

const OLDER: Readonly<Record<string, RegExp>> = {
  openai: /^(gpt-3|gpt-4(-|$)|gpt-4o-2024-05|chatgpt-4o|o1-(mini|preview))/,
  // Structured outputs came with Claude 4.5.
  anthropic: /^claude-(?!(?:[a-z]+-)?(?:4-[5-9]|[5-9]))/,
}

/**
 * A local server truncates requests that exceed its own setting, mostly silently and from the start, whatever the model
 * supports. The API does not expose the setting; Ollama's default is 4,096 on small machines and 32,768 or more on
 * others. 8,192 leaves room for tools. Declare `window` to use more, or less.
 */
const LOCAL_WINDOW = 8192

const LOCAL: ReadonlySet<string> = new Set(["ollama", "lmstudio", "vllm", "llamacpp"])

/** These providers accept images in the OpenAI format, but no files. */
const NO_PDF: ReadonlySet<string> = new Set([...LOCAL, "gemini", "groq", "together", "xai", "mistral"])

type Row = readonly [name: RegExp, window: number, takes: readonly Media[]]

const ALL: readonly Media[] = ["image", "pdf"]
const IMAGES: readonly Media[] = ["image"]
const NONE: readonly Media[] = []

/**
 * The first matching row counts. Where a vendor limits the request more strictly than the window, the row holds that
 * limit.
 */
const ROWS: readonly Row[] = [
  [/claude-(instant|v?[12]\b)/, 100_000, NONE],
  [/claude-[a-z]+-[5-9]/, 1_000_000, ALL],
  [/claude/, 200_000, ALL],

  [/gpt-oss/, 131_072, NONE],
  [/gpt-5.*(chat|spark)/, 128_000, ALL],
  [/gpt-5\.[4-9](?!.*(mini|nano|codex))/, 922_000, ALL],
  [/gpt-5|codex/, 272_000, ALL],
  [/gpt-4\.1/, 1_047_576, ALL],
  [/gpt-4o/, 128_000, ALL],
  [/gpt-4-(turbo|vision|1106|0125)/, 128_000, IMAGES],
  [/gpt-4-32k/, 32_768, NONE],
  [/gpt-4/, 8192, NONE],
  [/gpt-3\.5/, 16_385, NONE],
  [/\bo1-(mini|preview)/, 128_000, NONE],
  [/\bo3-mini/, 200_000, NONE],
  [/\bo[134]\b/, 200_000, ALL],

  [/gemini/, 1_048_576, ALL],
  [/gemma-?[34].*\b1b/, 32_768, NONE],
  [/gemma-?[34]/, 131_072, IMAGES],
  [/gemma/, 8192, NONE],

  [/qwen.*vl|qvq/, 32_768, IMAGES],
  [/qwen-?3(\.\d)?-(coder|next|max)/, 262_144, NONE],
  [/qwen|qwq/, 32_768, NONE],

  // Distilled models keep the window of their base model.
  [/llama-?4/, 131_072, IMAGES],
  [/llama-?3\.2.*vision/, 131_072, IMAGES],
  [/llama-?3[.-][1-3]/, 131_072, NONE],
  [/r1-distill-llama/, 131_072, NONE],
  [/llama-?3/, 8192, NONE],
  [/llama/, 4096, NONE],
  [/deepseek/, 131_072, NONE],

  [/mixtral-?8x22b/, 65_536, NONE],
  [/mixtral|mistral-(7b|tiny)/, 32_768, NONE],
  [/magistral/, 40_960, NONE],
  [/pixtral|mistral-(medium|small|large)/, 131_072, IMAGES],
  [/mistral|ministral|codestral|devstral/, 131_072, NONE],

  [/grok-4.*fast/, 2_000_000, IMAGES],
  [/grok-(4|code)/, 256_000, IMAGES],
  [/grok.*vision/, 32_768, IMAGES],
  [/grok/, 131_072, NONE],
  [/kimi|glm-?[45]|command-(r|a)|minimax/, 131_072, NONE],
  [/phi-?4/, 16_384, NONE],
]

function rowOf(name: string): Row | undefined {
  return ROWS.find(([pattern]) => pattern.test(name))
}

function split(spec: string): { readonly provider: string; readonly name: string } {
  const colon = spec.indexOf(":")
  return { provider: spec.slice(0, Math.max(0, colon)), name: spec.slice(colon + 1).toLowerCase() }
}
