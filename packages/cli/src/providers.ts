// What a user has to set for each provider: for the help, for "no model", and for `pawl doctor`. The library knows how to talk to them.

export interface Provider {
  readonly name: string
  /** Variables that may hold the key; the first that is set counts. */
  readonly keys: readonly string[]
  /** Runs here or on the own network: a key is sent if there is one. */
  readonly isLocal: boolean
  readonly baseEnv: string
  readonly base: string
  /** A cheap request that says whether the key is good. */
  readonly probe: string
}

export const PROVIDERS: readonly Provider[] = [
  { ...chat("anthropic", "https://api.anthropic.com"), probe: "/v1/models" },
  chat("openai", "https://api.openai.com/v1"),
  { ...chat("openrouter", "https://openrouter.ai/api/v1"), probe: "/key" },
  chat("groq", "https://api.groq.com/openai/v1"),
  chat("deepseek", "https://api.deepseek.com/v1"),
  chat("mistral", "https://api.mistral.ai/v1"),
  chat("together", "https://api.together.xyz/v1"),
  chat("xai", "https://api.x.ai/v1"),
  {
    ...chat("gemini", "https://generativelanguage.googleapis.com/v1beta/openai"),
    keys: ["GEMINI_API_KEY", "GOOGLE_API_KEY"],
  },
  { ...local("ollama", "http://127.0.0.1:11434"), baseEnv: "OLLAMA_HOST", probe: "/v1/models" },
  local("lmstudio", "http://127.0.0.1:1234/v1"),
  local("vllm", "http://127.0.0.1:8000/v1"),
  local("llamacpp", "http://127.0.0.1:8080/v1"),
]

const EXAMPLES: readonly (readonly [string, string])[] = [
  ["anthropic:claude-sonnet-4-5", "needs ANTHROPIC_API_KEY"],
  ["openai:gpt-5", "needs OPENAI_API_KEY"],
  ["openrouter:qwen/qwen3-32b", "needs OPENROUTER_API_KEY"],
  ["ollama:qwen3", "needs no key; OLLAMA_HOST if it is not on this machine"],
]

export const NO_MODEL =
  'No model is configured. Pass --model provider:name, set PAWL_MODEL, or put "model" into the configuration ("pawl config path"); "pawl help models" lists providers, and "pawl demo" needs none.'

export function providerOf(model: string): Provider | undefined {
  const name = model.slice(0, model.indexOf(":"))
  return PROVIDERS.find((provider) => provider.name === name)
}

/** How to get a model, as lines for a reader. */
export function modelAdvice(): string {
  const rows = EXAMPLES.map(([model, needs]) => `  ${`--model ${model}`.padEnd(38)} ${needs}`)
  return `A model is named provider:name, by --model, PAWL_MODEL, or "model" in the configuration.

${rows.join("\n")}

Providers: ${PROVIDERS.map(({ name }) => name).join(", ")}.
Any server that speaks OpenAI's format: OPENAI_BASE_URL=http://host:port/v1 with --model openai:NAME.
Free and local: install Ollama from https://ollama.com, run "ollama pull qwen3", then "pawl --model ollama:qwen3".
`
}

function chat(name: string, base: string): Provider {
  const prefix = name.toUpperCase()
  return { name, keys: [`${prefix}_API_KEY`], isLocal: false, baseEnv: `${prefix}_BASE_URL`, base, probe: "/models" }
}

function local(name: string, base: string): Provider {
  return { ...chat(name, base), isLocal: true }
}
