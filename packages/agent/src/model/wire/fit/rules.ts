// What each provider accepts in a tool's schema, as reports of refused requests describe. One tool that breaks a rule
// fails the whole request, so all rules are applied before anything is sent.

export interface SchemaRules {
  readonly provider: string
  /** Maximum characters of a tool's description. */
  readonly longestDescription: number
  /** Maximum number of values in an enum. */
  readonly mostChoices: number
  /** Maximum characters of all values in an enum. */
  readonly longestChoices: number
  readonly deepest: number
  /** Only a subset of OpenAPI 3.0: no `const`, no lists of types, and a type for everything. */
  readonly isNarrow?: true
}

const COMMON = { longestDescription: 10_000, mostChoices: 500, longestChoices: 15_000, deepest: 20 }

export const OPENAI: SchemaRules = { ...COMMON, provider: "openai", longestDescription: 1024 }
export const ANTHROPIC: SchemaRules = { ...COMMON, provider: "anthropic" }
export const GEMINI: SchemaRules = { ...COMMON, provider: "gemini", isNarrow: true }
/** Endpoints that speak OpenAI's format but accept longer descriptions. */
export const COMPATIBLE: SchemaRules = { ...COMMON, provider: "compatible" }

/** `provider`: a name from Pawl's table or the AI SDK's ("google.generative-ai", "azure.chat"). */
export function rulesFor(provider = ""): SchemaRules {
  if (/^(openai|azure)\b/i.test(provider)) return OPENAI
  if (/^(gemini|google|vertex)/i.test(provider) && !/anthropic/i.test(provider)) return GEMINI
  return /anthropic|bedrock/i.test(provider) ? ANTHROPIC : COMPATIBLE
}
