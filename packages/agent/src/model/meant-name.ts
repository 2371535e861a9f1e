// Which "provider:name" a model's name stands for that was written in another way.
import { mistyped } from "../base/nearest.ts"

/** How the names of a provider's own models begin, for a name that was written without its provider. */
const FAMILIES: readonly (readonly [RegExp, string])[] = [
  [/^(gpt-|chatgpt-|o\d)/, "openai"],
  [/^claude-/, "anthropic"],
  [/^gemini-/, "gemini"],
  [/^grok-/, "xai"],
  [/^(mistral|ministral|codestral|magistral)-/, "mistral"],
  [/^deepseek-(chat|reasoner)$/, "deepseek"],
]

/** Gateways write "anthropic/claude-sonnet-4-5"; other libraries write the model's name alone. */
export function meantBy(spec: string, providers: readonly string[]): string | undefined {
  const [first = "", ...rest] = spec.split("/")
  if (rest.length > 0 && providers.includes(first)) return `${first}:${rest.join("/")}`
  const [written = "", ...named] = spec.split(":")
  const near = mistyped(written, providers)
  if (near !== undefined && named.join(":") !== "") return `${near}:${named.join(":")}`
  const family = FAMILIES.find(([begins]) => begins.test(spec))
  return family === undefined ? undefined : `${family[1]}:${spec}`
}
