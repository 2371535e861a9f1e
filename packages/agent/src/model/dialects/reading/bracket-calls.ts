// Parses calls in brackets: `[server.tool(key="value", n=3), other()]`, with Python or JSON literals as arguments.
import { isObject } from "../../../base/is-object.ts"
import type { Json, JsonObject } from "../../../contracts/json.ts"
import { type Draft, put } from "./json-object.ts"
import { LooseJson } from "./loose-json.ts"
import type { OfferedTools } from "./tool-names.ts"

export interface BracketCall {
  readonly name: string
  readonly arguments: JsonObject
  /** Where the call ends: after its closing bracket, if it has one. */
  readonly end: number
  /** Number of positional values that no parameter name could be found for. */
  readonly unnamed: number
}

export interface BracketCalls {
  readonly calls: readonly BracketCall[]
  /** Where parsing stopped: after the last bracket, or at what cannot be parsed. */
  readonly end: number
  /** Whether the list has its closing bracket. */
  readonly isWhole: boolean
  readonly failure?: { readonly name: string; readonly what: string }
}

const NAME = /[A-Za-z_][\w-]*(?:\.[\w-]+)*/y
const KEY = /[A-Za-z_][\w-]*\s*[=:](?!=)/y
const QUOTED_KEY = /(["'])([^"'\\\n]{1,100})\1\s*[=:](?!=)/y
const BARE = /[^\s,()[\]{}"'=]+(?=\s*[,)\]])/y
const MAX_DEPTH = 100

export function readBracketCalls(text: string, offered: OfferedTools): BracketCalls {
  const loose = new LooseJson(text, { deepest: MAX_DEPTH, inCall: true })
  const calls: BracketCall[] = []
  const isBracketed = skip(loose, "[")
  for (;;) {
    loose.skipSpace()
    const name = loose.match(NAME)
    if (name === undefined) return { calls, end: loose.at, isWhole: calls.length > 0 && ends(loose, isBracketed) }
    if (!skip(loose, "(")) return { calls, end: loose.at - name.length, isWhole: false }
    const args = argumentsOf(loose)
    if (args === undefined) {
      return {
        calls,
        end: loose.at,
        isWhole: false,
        failure: { name, what: loose.failure?.what ?? "it cannot be read" },
      }
    }
    calls.push({ name, ...withNames(args, name, offered), end: loose.at })
    if (!skip(loose, ",")) return { calls, end: loose.at, isWhole: ends(loose, isBracketed) }
  }
}

interface Given {
  readonly named: JsonObject
  readonly unnamed: readonly Json[]
}

function argumentsOf(loose: LooseJson): Given | undefined {
  const named: Draft = {}
  const unnamed: Json[] = []
  for (;;) {
    loose.skipSpace()
    if (skip(loose, ")")) return { named, unnamed }
    // The closing round bracket is missing.
    if (loose.text[loose.at] === "]") return { named, unnamed }
    const key = keyOf(loose)
    loose.skipSpace()
    const value = loose.match(BARE_WORD) === undefined ? loose.value() : bareWord(loose)
    if (value === undefined) return undefined
    if (key === undefined) unnamed.push(value)
    else put(named, key, value)
    if (!skip(loose, ",") && !/[)\]]/.test(loose.text[loose.at] ?? "")) return loose.fail('"," or ")" is missing')
  }
}

/** Unquoted text, only where it can be nothing else. */
const BARE_WORD = /(?=(?:[\p{L}_~/]|\.{1,2}\/)[^\s,()[\]{}"'=]*\s*[,)\]])(?!(?:true|false|null|True|False|None)\b)/uy

function bareWord(loose: LooseJson): string | undefined {
  return loose.match(BARE)
}

function keyOf(loose: LooseJson): string | undefined {
  const quoted = loose.match(QUOTED_KEY)
  if (quoted !== undefined) return /^(["'])(.*)\1/s.exec(quoted)?.[2]
  return loose.match(KEY)?.replace(/\s*[=:]$/, "")
}

/**
 * `tool({"path": "a"})` passes all arguments at once. A single value becomes the tool's only argument, if it has just
 * one.
 */
function withNames(
  { named, unnamed }: Given,
  name: string,
  offered: OfferedTools,
): Pick<BracketCall, "arguments" | "unnamed"> {
  const [only, ...more] = unnamed
  if (only === undefined) return { arguments: named, unnamed: 0 }
  if (more.length === 0 && isObject(only) && Object.keys(named).length === 0) return { arguments: only, unnamed: 0 }
  const schema = offered.find(offered.split(name))?.inputSchema
  const properties = isObject(schema?.properties) ? Object.keys(schema.properties) : []
  const required = Array.isArray(schema?.required) ? schema.required : []
  const candidates = required.length === 1 ? required : properties
  const [key] = candidates
  const isClear = more.length === 0 && candidates.length === 1 && typeof key === "string" && !Object.hasOwn(named, key)
  return isClear ? { arguments: { ...named, [key]: only }, unnamed: 0 } : { arguments: named, unnamed: unnamed.length }
}

function ends(loose: LooseJson, isBracketed: boolean): boolean {
  return isBracketed ? skip(loose, "]") : loose.isEnd
}

function skip(loose: LooseJson, char: string): boolean {
  loose.skipSpace()
  if (loose.text[loose.at] !== char) return false
  loose.at++
  return true
}
