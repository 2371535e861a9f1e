// The bracket dialect, for small models trained on Python: [server.tool(key="value")], with or without the special
// tokens around it.
import type { Dialect, ReadAnswer } from "../../contracts/dialect.ts"
import { AnswerReader } from "./reading/answer-reader.ts"
import { backtickedCall } from "./reading/backticked-call.ts"
import { BRACKET_RIGHT, BracketBody, bracketReads, unreadable } from "./reading/bracket-body.ts"
import { readBracketCalls } from "./reading/bracket-calls.ts"
import type { Found, Markup, Place, Taken } from "./reading/markup.ts"
import { type Tag, TaggedBody } from "./reading/tagged-body.ts"
import { readTaggedJson, taken } from "./reading/tagged-json.ts"
import { OfferedTools } from "./reading/tool-names.ts"
import { bracketWording } from "./writing/bracket-wording.ts"
import { type TextOptions, writer } from "./writing/writer.ts"

export function bracket(options: TextOptions = {}): Dialect {
  return {
    name: "bracket",
    write: writer(bracketWording, options),
    read: (tools, output) => new AnswerReader(bracketMarkup(new OfferedTools(tools)), output),
  }
}

const MAX_HEAD_CHARS = 200
/**
 * A name and its opening bracket, then what tells arguments from a sentence: a name with "=", a quote, a bracket, or
 * nothing.
 */
const HEAD = /\[\s*([A-Za-z_][\w-]*(?:\.[\w-]+)*)\s*\(\s*(?=([^\s]))(?:[A-Za-z_][\w-]*\s*(?=([^\s\w-])))?/y
const PART = /^\[\s*(?:[A-Za-z_][\w.-]*\s*(?:\(\s*(?:[A-Za-z_][\w-]*\s*)?)?)?$/

function bracketMarkup(offered: OfferedTools): Markup {
  const tag = tokenTag(offered)
  return {
    starts: "[",
    begins: (input, at, place) =>
      input[at] === "[" ? callAt(input, at, place, offered) : tokenAt(input, at, place, tag),
    finish: (read) => withBackticked(read, offered),
  }
}

function callAt(input: string, at: number, { ended }: Place, offered: OfferedTools): Found {
  const next = input.charCodeAt(at + 1)
  // Most brackets begin no call, and one more character rules that out cheaply.
  if (next === 0x5b || next === 0x5d || (next >= 0x30 && next <= 0x39)) return "none"
  HEAD.lastIndex = at
  const [head = "", name = "", first = "", behind] = HEAD.exec(input) ?? []
  if (head !== "" && head.length <= MAX_HEAD_CHARS) {
    const isCertain = offered.isCertain(name)
    const isCall =
      isCertain || (offered.isPlausible(name) && (behind === undefined ? /[)"'{]/.test(first) : behind === "="))
    const isUndecided = !isCertain && behind === undefined && /[A-Za-z_]/.test(first)
    if (!isUndecided) return isCall ? { length: 0, body: new BracketBody(offered, isCertain) } : "none"
  }
  const isPart = !ended && input.length - at <= MAX_HEAD_CHARS && PART.test(input.slice(at))
  return isPart ? "maybe" : "none"
}

const OPEN = "<|tool_call_start|>"
const CLOSE = "<|tool_call_end|>"
/** Some servers do not strip the end-of-answer token. */
const IGNORED = [CLOSE, "<|im_end|>", "<|endoftext|>", "<|eot_id|>", "<|eom_id|>"]

/** Outside the pair the tokens have no meaning; they are dropped and not treated as text. */
function tokenAt(input: string, at: number, place: Place, tag: Tag): Found {
  if (at + 1 < input.length && input.charCodeAt(at + 1) !== 0x7c) return "none"
  if (input.startsWith(OPEN, at)) return { length: OPEN.length, body: new TaggedBody(tag, OPEN, place.isAfterCall()) }
  const token = IGNORED.find((each) => input.startsWith(each, at))
  if (token !== undefined) return { length: token.length }
  const tail = input.slice(at, at + OPEN.length)
  const isPart = at + tail.length === input.length && [OPEN, ...IGNORED].some((each) => each.startsWith(tail))
  return isPart && !place.ended ? "maybe" : "none"
}

function tokenTag(offered: OfferedTools): Tag {
  return {
    open: OPEN,
    close: CLOSE,
    edges: /<\|tool_call_(?:start|end)\|>/g,
    takesBrackets: true,
    right: BRACKET_RIGHT,
    read: ({ raw }) => readTokens(raw.trim(), offered),
  }
}

/** Between the tokens: calls in brackets, or the same calls as JSON. */
function readTokens(raw: string, offered: OfferedTools): Taken {
  const isJson = /^\[?\s*\{/.test(raw)
  if (isJson) return readTaggedJson(raw, { raw, right: BRACKET_RIGHT, offered }, "malformed-json")
  const read = readBracketCalls(raw, offered)
  if (read.failure === undefined && read.calls.length > 0) return taken(bracketReads(read, raw, offered))
  return { problems: [unreadable(read, raw)] }
}

/** Last resort: a model that only names the tool it would use. */
function withBackticked(read: ReadAnswer, offered: OfferedTools): ReadAnswer {
  const { text, calls, problems } = read
  const call = calls.length + problems.length === 0 ? backtickedCall(text, offered) : undefined
  return call === undefined ? read : { text, calls: [call], problems }
}
