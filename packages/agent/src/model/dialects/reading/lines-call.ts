// Turns the lines of a pythonic call into a call.
import type { JsonObject } from "../../../contracts/json.ts"
import { readBracketCalls } from "./bracket-calls.ts"
import { argumentsIn, type CallSource, leftOpen, missingName, notAnObject, type Read, written } from "./called.ts"
import type { Taken } from "./markup.ts"
import { problem } from "./problems.ts"
import { readJson } from "./repair-json.ts"
import { taken } from "./tagged-json.ts"
import type { LinesRead } from "./tool-lines.ts"
import { isPlainName, type OfferedTools } from "./tool-names.ts"

export const LINES_RIGHT = 'Write two lines: Tool: server.tool, and below it Arguments: {"name": "value"}.'

export interface Lines extends LinesRead {
  readonly name: string
  /** The text in round brackets after the name. */
  readonly args: string
}

export function readLines(lines: Lines, offered: OfferedTools): Taken {
  const { raw, name, args, value } = lines
  const source: CallSource = { raw, right: LINES_RIGHT, offered }
  const hasArguments = value !== undefined || args !== ""
  // "Tool: hammer" is an ordinary sentence unless arguments follow.
  if (!hasArguments && !isCertain(name, offered)) return { text: raw }
  if (name === "") return { problems: [missingName(source)] }
  if (value === undefined && args === "") return taken([leftOpen(written(name, "", {}, offered))])
  return taken([value === undefined ? inBrackets(name, args, source) : fromValue(lines, value, source)])
}

function isCertain(name: string, offered: OfferedTools): boolean {
  return offered.isCertain(name) || (!offered.areKnown && isPlainName(name) && name.includes("_"))
}

function fromValue({ name, ended }: Lines, value: string, source: CallSource): Read {
  const isJson = /^\s*[{[]/.test(value)
  if (!isJson) return leftOpen(fromLine(name, value.trim(), source))
  const read = readJson(value)
  if (ended === "cut" && (read.kind === "broken" || read.added === "after-number")) return cut(name, source)
  if (read.kind === "broken") return malformed(name, read.what, source)
  const [first = null, ...more] = read.values
  const args = more.length > 0 ? undefined : argumentsIn(first)
  if (args === undefined) return notAnObject(`The arguments of "${name}"`, first, source)
  const call = written(name, "", args, source.offered)
  return ended === "cut" ? leftOpen(call) : call
}

/** No arguments, `key="value"` pairs, or a value that is not an object. */
function fromLine(name: string, line: string, source: CallSource): Read {
  if (/^(?:none|null|nil|n\/a|empty|-)?\.?$/i.test(line)) return written(name, "", {}, source.offered)
  const named = namedArguments(line, source.offered)
  if (named !== undefined) return written(name, "", named, source.offered)
  const read = readJson(line)
  if (read.kind === "broken") return malformed(name, read.what, source)
  const args = argumentsIn(read.values[0] ?? null)
  return args === undefined
    ? notAnObject(`The arguments of "${name}"`, read.values[0] ?? null, source)
    : written(name, "", args, source.offered)
}

function inBrackets(name: string, args: string, source: CallSource): Read {
  const named = namedArguments(args.slice(1, -1), source.offered)
  return named === undefined ? malformed(name, "they have no names", source) : written(name, "", named, source.offered)
}

function namedArguments(line: string, offered: OfferedTools): JsonObject | undefined {
  const { calls, isWhole } = readBracketCalls(`[call(${line})]`, offered)
  const [call] = calls
  return isWhole && calls.length === 1 && call?.unnamed === 0 ? call.arguments : undefined
}

function cut(name: string, { raw, right }: CallSource): Read {
  return problem("unclosed", `The arguments of "${name}" are not complete. ${right}`, raw)
}

function malformed(name: string, what: string, { raw, right }: CallSource): Read {
  return problem("malformed-json", `The arguments of "${name}" cannot be read: ${what}. ${right}`, raw)
}
