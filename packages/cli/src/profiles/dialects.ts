// The dialects with one line each, for options, checks and explanations. The library loads its own list only when a
// dialect is used, so the names are repeated here; a test compares them.

export const DIALECTS = {
  native: "the provider's own tool calls",
  xml: "<tool> with elements for server, tool and arguments",
  "xml-json": "<tool> with JSON of the same names",
  structured: "every answer is JSON: a final response, or one tool",
  bracket: '[server.tool(key="value")], as small models write it',
  pythonic: 'lines "Tool: ..." and "Arguments: {..}"',
  hermes: '<tool_call>{"name": .., "arguments": ..}</tool_call>, as Hermes and Qwen write it',
} as const

export type DialectName = keyof typeof DIALECTS

export const DIALECT_NAMES = Object.keys(DIALECTS) as readonly DialectName[]

export function isDialect(name: string): name is DialectName {
  return Object.hasOwn(DIALECTS, name)
}
