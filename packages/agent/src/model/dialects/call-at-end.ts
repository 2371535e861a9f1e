// Finds a well-formed call of an offered tool in the last block of an answer, in any supported dialect. A report that
// looks like a call ("name": "deploy", "status": "ok") is not one: treating it as a call would run the action twice.
import { isObject } from "../../base/is-object.ts"
import type { Dialect } from "../../contracts/dialect.ts"
import type { Json, JsonObject } from "../../contracts/json.ts"
import type { ToolDefinition } from "../../contracts/model.ts"
import { bracket } from "./bracket.ts"
import { hermes } from "./hermes.ts"
import { pythonic } from "./pythonic.ts"
import { toAsked } from "./speaking.ts"
import { xml } from "./xml.ts"

export interface CallAtEnd {
  readonly name: string
  readonly form: string
}

const MAX_READ = 20_000

/** Text may precede a tag or JSON. Text after it means that the model shows a call to the user instead of making one. */
export function callAtEnd(answer: string, tools: readonly ToolDefinition[]): CallAtEnd | undefined {
  for (const block of lastBlocks(answer.replaceAll("\r\n", "\n").trim())) {
    const found = block.length > MAX_READ ? undefined : callIn(block, tools)
    if (found !== undefined) return found
  }
  return undefined
}

function callIn(block: string, tools: readonly ToolDefinition[]): CallAtEnd | undefined {
  const text = TEXT_FORMS.find(({ looksLike }) => looksLike.test(block))
  const name = text === undefined ? calledByJson(block, tools) : calledIn(block, text.dialect(), tools)
  return name === undefined ? undefined : { name, form: text?.form ?? "json" }
}

interface Form {
  readonly form: string
  readonly dialect: () => Dialect
  /** Must match the whole block. */
  readonly looksLike: RegExp
}

const TEXT_FORMS: readonly Form[] = [
  { form: "hermes", dialect: hermes, looksLike: /^<tool_call>[\s\S]*<\/tool_call>$/i },
  { form: "xml", dialect: xml, looksLike: /^<tool\b[\s\S]*<\/tool>$/i },
  {
    form: "bracket",
    dialect: bracket,
    looksLike: /^(?:\[[\s\S]*\)\s*\]|<\|tool_call_start\|>[\s\S]*<\|tool_call_end\|>)$/,
  },
  { form: "pythonic", dialect: pythonic, looksLike: /^(?:tool|action)[ \t]*:[\s\S]*:\s*\{[\s\S]*\}$/i },
]

const TAGS = ["<tool_call>", "<tool>", "<tool ", "<|tool_call_start|>"]

/** The content of a fence that ends the answer; else its last tag, the text after the last blank line, or its JSON. */
function lastBlocks(text: string): readonly string[] {
  const fence = lastFence(text.split("\n"))
  if (fence !== "none") return fence === undefined ? [] : [fence]
  const lower = text.toLowerCase()
  const tag = Math.max(...TAGS.map((each) => lower.lastIndexOf(each)))
  if (tag >= 0) return [text.slice(tag)]
  const json = jsonAtEnd(text)
  return [text.slice(text.lastIndexOf("\n\n") + 1).trim(), ...(json === undefined ? [] : [json])]
}

/** Undefined for a fence that is not closed, because its content may be incomplete; "none" without a fence at the end. */
function lastFence(lines: readonly string[]): string | undefined | "none" {
  let open: { readonly mark: string; readonly at: number } | undefined
  for (const [at, line] of lines.entries()) {
    const [, mark = ""] = /^[ \t]*(`{3,}|~{3,})/.exec(line) ?? []
    if (mark === "") continue
    if (open === undefined) open = { mark, at }
    else if (line.trim().startsWith(open.mark)) {
      if (at === lines.length - 1)
        return lines
          .slice(open.at + 1, at)
          .join("\n")
          .trim()
      open = undefined
    }
  }
  return open === undefined ? "none" : undefined
}

const MAX_STARTS = 40

/** The longest JSON that ends the text; it may begin anywhere in a line. */
function jsonAtEnd(text: string): string | undefined {
  if (!/[}\]]$/.test(text)) return undefined
  const end = text.slice(-MAX_READ)
  const starts = [...end.matchAll(/[{[]/g)].slice(-MAX_STARTS)
  return starts.map(({ index }) => end.slice(index)).find((piece) => parsed(piece) !== undefined)
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

/** The name of the called tool, if the block holds only calls of offered tools with arguments that they accept. */
function calledIn(block: string, dialect: Dialect, tools: readonly ToolDefinition[]): string | undefined {
  const reader = dialect.read(tools, { onText: () => {}, onThinking: () => {} })
  reader.push(block)
  const { text, calls, problems } = reader.end()
  if (problems.length > 0 || calls.length === 0 || text.trim() !== "") return undefined
  const asked = calls.map((call) => toAsked(call, tools))
  const areCalls = asked.every((call) => call.unreadable === undefined && fits(call.name, call.arguments, tools))
  return areCalls ? asked[0]?.name : undefined
}

/** Bare JSON is how most models write a call when they do not know the right form. */
function calledByJson(block: string, tools: readonly ToolDefinition[]): string | undefined {
  const json = parsed(block)
  const list: readonly Json[] = Array.isArray(json) ? json : json === undefined ? [] : [json]
  const calls = list.map((each) => callOf(each, tools))
  return calls.length > 0 && calls.every((name) => name !== undefined) ? calls[0] : undefined
}

/** Keys that models use for the name and the arguments. An object with any other key is not a call. */
const NAMES: ReadonlySet<string> = new Set(["name", "tool", "tool_name", "function", "type", "action"])
const ARGUMENTS: ReadonlySet<string> = new Set([
  "arguments",
  "args",
  "parameters",
  "input",
  "action_input",
  "tool_input",
])
const BESIDES: ReadonlySet<string> = new Set(["id", "call_id", "server", "server_name"])

function callOf(json: Json, tools: readonly ToolDefinition[]): string | undefined {
  if (!isObject(json)) return undefined
  // OpenAI's form: {"type": "function", "function": {…}}.
  if (isObject(json.function)) return json.type === "function" ? callOf(json.function, tools) : undefined
  const keys = Object.keys(json)
  const [names, given] = [keys.filter((key) => NAMES.has(key)), keys.filter((key) => ARGUMENTS.has(key))]
  if (names.length !== 1 || given.length !== 1) return undefined
  if (keys.some((key) => !NAMES.has(key) && !ARGUMENTS.has(key) && !BESIDES.has(key))) return undefined
  const [name, args] = [json[names[0] ?? ""], json[given[0] ?? ""]]
  const read = typeof args === "string" ? parsed(args) : args
  if (typeof name !== "string" || !isObject(read)) return undefined
  const { server = json.server_name } = json
  const [first = "", ...rest] = name.split(".")
  const dotted = rest.length > 0 ? [{ server: first, name: rest.join(".") }] : []
  const spellings = [typeof server === "string" ? { server, name } : { name }, ...dotted]
  return spellings
    .map((spelling) => toAsked({ ...spelling, arguments: read }, tools).name)
    .find((asked) => fits(asked, read, tools))
}

/** The tool was offered and has parameters of these names. A tool's own definition, quoted as JSON, fails this check. */
function fits(name: string, given: JsonObject, tools: readonly ToolDefinition[]): boolean {
  const schema = tools.find((tool) => tool.name === name)?.inputSchema
  if (schema === undefined) return false
  const { properties, required } = schema
  const isKnown = (key: string) => !isObject(properties) || Object.hasOwn(properties, key)
  const needed = Array.isArray(required) ? required : []
  return Object.keys(given).every(isKnown) && needed.every((key) => Object.hasOwn(given, String(key)))
}
