// Converts tools to the form that one provider accepts, and calls back to the tools' own names.
import { wholeText } from "../../../base/well-formed.ts"
import type { AskedCall, Reply } from "../../../contracts/answer.ts"
import type { JsonObject } from "../../../contracts/json.ts"
import type { SentTool, ToolDefinition } from "../../../contracts/model.ts"
import { sortedByName, wireName } from "../names.ts"
import { fitSchema } from "./fit-schema.ts"
import { withWords } from "./fitting.ts"
import { ownArguments } from "./property-names.ts"
import type { SchemaRules } from "./rules.ts"

export interface FittedTool {
  readonly name: string
  /** Omitted if empty, because some providers refuse an empty description. */
  readonly description?: string
  /** Undefined for a tool without parameters, where the provider expects no schema. */
  readonly schema: JsonObject | undefined
}

/** Sorted in the order in which they are sent. */
export function fitTools(tools: readonly ToolDefinition[], rules: SchemaRules): readonly FittedTool[] {
  return sortedByName(tools).map((tool) => fitTool(tool, rules))
}

export function fitTool(tool: ToolDefinition, rules: SchemaRules): FittedTool {
  const { schema } = fitSchema(tool.inputSchema, rules)
  const words = wholeText(tool.description)
  const isLong = words.length > rules.longestDescription
  const [said, rest] = isLong ? cut(words, rules.longestDescription) : [words, ""]
  const isNothing = rules.isNarrow === true && Object.keys(schema.properties ?? {}).length === 0
  return {
    name: wireName(tool.name),
    ...(said.trim() !== "" && { description: said }),
    // The schema's description has no length limit, so the rest goes there.
    schema: isNothing ? undefined : rest === "" ? schema : withWords(schema, rest),
  }
}

/** For a dialect, which names the tool itself. */
export function sentTool(tool: ToolDefinition, rules: SchemaRules): SentTool {
  const { description = "", schema = NOTHING } = fitTool(tool, rules)
  return { description, inputSchema: schema, names: fitSchema(tool.inputSchema, rules).names }
}

const NOTHING: JsonObject = { type: "object", properties: {} }

/** How the tool as sent differs from its definition, in words. */
export function changesOf({ inputSchema, description }: ToolDefinition, rules: SchemaRules): readonly string[] {
  const { changes } = fitSchema(inputSchema, rules)
  return description.length <= rules.longestDescription
    ? changes
    : [...changes, "the end of its description is moved to its schema"]
}

/** Restores the tools' own parameter names in calls. */
export function withOwnNames(reply: Reply, tools: readonly ToolDefinition[], rules: SchemaRules): Reply {
  if (reply.kind === "failure") return reply
  let renamed: AskedCall[] | undefined
  for (let at = 0; at < reply.calls.length; at++) {
    const call = reply.calls[at] as AskedCall // Within the list.
    const tool = tools.find(({ name }) => name === call.name)
    const names = tool && fitSchema(tool.inputSchema, rules).names
    // Nearly every tool is sent with its own names.
    if (names === undefined || names.size === 0) continue
    renamed ??= [...reply.calls]
    renamed[at] = { ...call, arguments: ownArguments(call.arguments, names) }
  }
  return renamed === undefined ? reply : { ...reply, calls: renamed }
}

const MORE = " [More is said with its parameters.]"

/** Cuts between words if there is a gap nearby. */
function cut(words: string, most: number): readonly [string, string] {
  const room = most - MORE.length
  const space = words.lastIndexOf(" ", room)
  const at = space > room - 100 ? space : room
  return [`${words.slice(0, at).toWellFormed()}${MORE}`, words.slice(at).trim().toWellFormed().slice(0, MAX_REST_CHARS)]
}

const MAX_REST_CHARS = 20_000
