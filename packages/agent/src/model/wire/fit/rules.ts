// What a provider takes of a tool's schema, as reports of refused requests tell. A single tool that breaks a rule costs the whole
// request, so every rule is kept before anything is sent.

export interface SchemaRules {
  readonly provider: string
  /** Characters, of a tool's description. */
  readonly longestDescription: number
  /** Values that an enum may list. */
  readonly mostChoices: number
  /** Characters, of all that an enum lists. */
  readonly longestChoices: number
  readonly deepest: number
  /** Only what OpenAPI 3.0 has, and not all of that: no `const`, no lists of types, a type for everything. */
  readonly isNarrow?: true
}

const COMMON = { longestDescription: 10_000, mostChoices: 500, longestChoices: 15_000, deepest: 20 }

export const OPENAI: SchemaRules = { ...COMMON, provider: "openai", longestDescription: 1024 }
export const ANTHROPIC: SchemaRules = { ...COMMON, provider: "anthropic" }
export const GEMINI: SchemaRules = { ...COMMON, provider: "gemini", isNarrow: true }
/** Who speaks OpenAI's format, and is more patient with descriptions. */
export const COMPATIBLE: SchemaRules = { ...COMMON, provider: "compatible" }

/** By the name of a provider, in our table or in the AI SDK's ("google.generative-ai", "azure.chat"). */
export function rulesFor(provider = ""): SchemaRules {
  if (/^(openai|azure)\b/i.test(provider)) return OPENAI
  if (/^(gemini|google|vertex)/i.test(provider) && !/anthropic/i.test(provider)) return GEMINI
  return /anthropic|bedrock/i.test(provider) ? ANTHROPIC : COMPATIBLE
}
