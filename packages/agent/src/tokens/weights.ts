// Tokens per piece for each model family, and the estimate computed from them.
import type { Counts } from "./counts.ts"

/** How many tokens one piece of each kind takes. Plain JSON. */
export interface Weights extends Counts {
  /** The family that the starting values came from. */
  readonly family: string
  /** The uncertainty, used only by `calibrate`; absent before the first report. */
  readonly spread?: readonly number[]
}

/** Rounded up, never negative, at least 1 for a text that is not empty. */
export function estimate(counts: Counts, weights: Weights): number {
  // Subtracts a little first, so that a sum like 3.0000000000000004 becomes 3.
  return Math.max(0, Math.ceil(weigh(counts, weights) - 1e-9))
}

/** The estimate before it is rounded. */
export function weigh(counts: Counts, weights: Weights): number {
  return (
    counts.words * weights.words +
    counts.splits * weights.splits +
    counts.wide * weights.wide +
    counts.other * weights.other +
    counts.numbers * weights.numbers +
    counts.digits * weights.digits +
    counts.marks * weights.marks +
    counts.breaks * weights.breaks +
    counts.fixed * weights.fixed
  )
}

/** "ollama:qwen3:8b" -> "qwen"; "other" if the name is unknown. */
export function familyOf(model: string): string {
  if (last.model !== model) last = { model, family: familyIn(model) }
  return last.family
}

/** Caches the last result, because most calls ask for the same model. */
let last = { model: "", family: "other" }

function familyIn(model: string): string {
  const colon = model.indexOf(":")
  const name = model.slice(colon + 1).toLowerCase()
  const named = NAMES.find(([pattern]) => pattern.test(name))
  return named?.[1] ?? PROVIDERS[model.slice(0, Math.max(0, colon))] ?? "other"
}

/** The first match counts: a distilled model ("deepseek-r1-distill-llama") has the tokenizer of its base model. */
const NAMES: readonly (readonly [pattern: RegExp, family: string])[] = [
  [/claude-[a-z]+-([5-9]|4[-.][7-9])/, "claude-5"],
  [/claude/, "claude"],
  [/gpt-?3|gpt-?4(?!o|\.|-?\do)/, "gpt-4"],
  [/gpt|(^|\/)o[1-9]\b|codex/, "gpt"],
  [/qwen|qwq/, "qwen"],
  [/code-?llama|tiny-?llama|llama-?2|vicuna/, "llama-2"],
  [/llama|hermes/, "llama"],
  [/m[ai][sx]tral|ministral|magistral|codestral|devstral|pixtral|voxtral/, "mistral"],
  [/gemini|gemma/, "gemini"],
  [/deepseek/, "deepseek"],
]

const PROVIDERS: Readonly<Record<string, string>> = {
  anthropic: "claude-5",
  openai: "gpt",
  gemini: "gemini",
  mistral: "mistral",
  deepseek: "deepseek",
}

/** The same object each time, for every known family: each report of a provider asks for it. */
export function startingWeights(family: string): Weights {
  return STARTING.get(family) ?? weightsIn(family, FITTED.other)
}

type Row = readonly [number, number, number, number, number, number, number, number]

/**
 * Fitted to the tokenizers available on npm: o200k (gpt), cl100k (gpt-4), those of Llama 2 and 3 and the first one of
 * Mistral. The other rows follow what is known of them (Claude's finer pieces, one token per digit), and err on the
 * high side.
 */
const FITTED: { readonly [family: string]: Row; readonly other: Row } = {
  // words, splits, wide, other, numbers, digits, marks, breaks
  gpt: [0.77, 1.47, 0.79, 0.28, 1.33, 0.23, 0.56, 0.8],
  "gpt-4": [0.67, 2.12, 1.07, 0.46, 1.36, 0.25, 0.52, 0.72],
  llama: [0.67, 2.1, 0.8, 0.33, 1.36, 0.25, 0.52, 0.73],
  "llama-2": [0.83, 2.05, 1.39, 0.4, 1.38, 0.86, 0.77, 1.1],
  mistral: [0.77, 2.37, 1.15, 0.44, 1.45, 0.85, 0.74, 1.05],
  claude: [0.8, 2.5, 1.28, 0.55, 1.6, 0.35, 0.64, 0.88],
  "claude-5": [1.05, 3.3, 1.65, 0.72, 2.1, 0.45, 0.83, 1.15],
  gemini: [0.82, 1.6, 0.85, 0.33, 1.4, 0.95, 0.7, 0.9],
  qwen: [0.74, 2.3, 0.9, 0.5, 1.4, 0.95, 0.58, 0.8],
  deepseek: [0.74, 2.3, 0.85, 0.45, 1.5, 0.3, 0.58, 0.8],
  other: [0.82, 2.2, 1.15, 0.45, 1.5, 0.7, 0.7, 0.95],
}

const STARTING: ReadonlyMap<string, Weights> = new Map(
  Object.entries(FITTED).map(([family, row]) => [family, weightsIn(family, row)]),
)

function weightsIn(family: string, row: Row): Weights {
  const [words, splits, wide, other, numbers, digits, marks, breaks] = row
  return { family, words, splits, wide, other, numbers, digits, marks, breaks, fixed: 1 }
}
