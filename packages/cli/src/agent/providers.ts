// How to get a model: for the help, and for the error when no model is configured.
import { providers } from "@pawl/agent/providers"

const EXAMPLES: readonly (readonly [string, string])[] = [
  ["anthropic:claude-sonnet-4-5", "needs ANTHROPIC_API_KEY"],
  ["openai:gpt-5", "needs OPENAI_API_KEY"],
  ["openrouter:qwen/qwen3-32b", "needs OPENROUTER_API_KEY"],
  ["ollama:qwen3", "needs no key; OLLAMA_HOST if it is not on this machine"],
]

export async function noModel(): Promise<string> {
  const { canRunDemo } = await import("../demo/ocr-server.ts")
  const demo = canRunDemo() ? ', and "pawl demo" needs none' : ""
  return `No model is configured. Pass --model provider:name, set PAWL_MODEL, or put "model" into the configuration ("pawl config path"); "pawl help models" lists providers${demo}.`
}

/** The text of "pawl help models". */
export function modelAdvice(): string {
  const rows = EXAMPLES.map(([model, needs]) => `  ${`--model ${model}`.padEnd(38)} ${needs}`)
  return `A model is named provider:name, by --model, PAWL_MODEL, or "model" in the configuration.

${rows.join("\n")}

Providers: ${providers.map(({ name }) => name).join(", ")}.
Any server that speaks OpenAI's format: OPENAI_BASE_URL=http://host:port/v1 with --model openai:NAME.
Free and local: install Ollama from https://ollama.com, run "ollama pull qwen3", then "pawl --model ollama:qwen3".
`
}
