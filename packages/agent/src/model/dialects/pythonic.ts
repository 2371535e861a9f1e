// The dialect of small models that write lines: "Tool: server.tool" and "Arguments: {..}", or "Action:" and "Action Input:".
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
    read: (tools, told) => new AnswerReader(linesMarkup(new OfferedTools(tools)), told),
  }
}

const LONGEST_LINE = 300
/** A name alone, or with arguments in round brackets, or with the label of the arguments behind it. */
const NAMED =
  /[ \t]*[`"'*_]*([A-Za-z_][\w.-]*?)?((?:\([^\n]*\))?)[`"'*_]*[.,;]?[ \t]*(?=(\r?\n)|(?:arguments|args|parameters|action input|input)[ \t]*:|$)/iy

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
  const start = at + length
  const newline = input.indexOf("\n", start)
  const isOpen = newline < 0 && !ended && input.length - at <= LONGEST_LINE
  NAMED.lastIndex = start
  const found = NAMED.exec(input)
  // At the end of what has come, more may belong to the name.
  const isDecided = found !== null && (found[3] !== undefined || NAMED.lastIndex < input.length)
  if (isOpen && !isDecided) return "maybe"
  const [all = "", name = "", args = ""] = found ?? []
  const isName = name === "" || isDotted(name) || isPlainName(name) || offered.has(name)
  if (found === null || !isName || all.length > LONGEST_LINE) return "none"
  const head = input.slice(at, start + all.length)
  const body = new ToolLines(head, false, (read) => readLines({ ...read, name, args }, offered))
  return { length: head.length, body }
}

/** Arguments for which no tool was named. */
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
