// The pythonic dialect, for small models that write lines: "Tool: server.tool" and "Arguments: {..}", or "Action:" and
// "Action Input:".
import type { Dialect } from "../../contracts/dialect.ts"
import { AnswerReader } from "./reading/answer-reader.ts"
import { LONE_LABELS, labelAt, TOOL_LABELS } from "./reading/labels.ts"
import { readLines } from "./reading/lines-call.ts"
import type { Found, Markup, Place } from "./reading/markup.ts"
import { ToolLines } from "./reading/tool-lines.ts"
import { isDotted, isPlainName, OfferedTools } from "./reading/tool-names.ts"
import { pythonicWording } from "./writing/pythonic-wording.ts"
import { type TextOptions, writer } from "./writing/writer.ts"

export function pythonic(options: TextOptions = {}): Dialect {
  return {
    name: "pythonic",
    write: writer(pythonicWording, options),
    read: (tools, output) => new AnswerReader(linesMarkup(new OfferedTools(tools)), output),
  }
}

const MAX_NAME_CHARS = 250
/** Includes the label of the arguments, if it follows on the same line. */
const MAX_LINE_CHARS = 300
/** A name alone, or followed by arguments in round brackets or by the label of the arguments. */
const NAMED =
  /[ \t]*[`"'*_]*([A-Za-z_][\w.-]*?)?((?:\([^\n]*\))?)[`"'*_]*[.,;]?[ \t]*(?=(\r?\n)|(?:arguments|args|parameters|action input|input)[ \t]{0,5}:|$)/iy

function linesMarkup(offered: OfferedTools): Markup {
  return {
    starts: "",
    lines: true,
    begins(input, at, place) {
      const label = labelAt(input, at, TOOL_LABELS, place.ended)
      if (label === "none") return argumentsAt(input, at, place, offered)
      return label === "maybe" ? label : toolAt(input, at, label.length, place, offered)
    },
  }
}

function toolAt(input: string, at: number, length: number, { ended }: Place, offered: OfferedTools): Found {
  NAMED.lastIndex = at + length
  const found = NAMED.exec(input)
  // At the end of the input so far, the name may continue.
  const isDecided = found !== null && (ended || found[3] !== undefined || NAMED.lastIndex < input.length)
  const isWhole = input.indexOf("\n", at + length) >= 0 || input.length - at > MAX_LINE_CHARS
  if (!isDecided) return isWhole || ended ? "none" : "maybe"
  const [all, name = "", args = ""] = found
  const isName = name === "" || isDotted(name) || isPlainName(name) || offered.has(name)
  if (!isName || length + all.length > MAX_NAME_CHARS) return "none"
  const head = input.slice(at, at + length + all.length)
  const body = new ToolLines(head, false, (read) => readLines({ ...read, name, args }, offered))
  return { length: head.length, body }
}

/** Arguments without a tool name. */
function argumentsAt(input: string, at: number, { ended }: Place, offered: OfferedTools): Found {
  const label = labelAt(input, at, LONE_LABELS, ended)
  if (label === "maybe" || label === "none") return label
  const start = at + label.length
  const space = /^\s{0,20}/.exec(input.slice(start, start + 20))?.[0].length ?? 0
  if (start + space >= input.length && space < 20 && !ended) return "maybe"
  if (input[start + space] !== "{") return "none"
  const head = input.slice(at, start)
  return {
    length: head.length,
    body: new ToolLines(head, true, (read) => readLines({ ...read, name: "", args: "" }, offered)),
  }
}
