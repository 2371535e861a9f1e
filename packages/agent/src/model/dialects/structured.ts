// The structured dialect (seed 003): every answer is one object of a typed union, FinalResponse or a tool's own schema.
// Providers that can restrict a model to a JSON Schema get one; the prompt explains the form to all of them.
import type { Dialect, ReadAnswer } from "../../contracts/dialect.ts"
import { AnswerReader } from "./reading/answer-reader.ts"
import type { Found, Markup, Place } from "./reading/markup.ts"
import { problem } from "./reading/problems.ts"
import { isJson } from "./reading/repair-json.ts"
import { StructuredBody } from "./reading/structured-body.ts"
import { OfferedTools } from "./reading/tool-names.ts"
import { STRUCTURED_RIGHT, structuredWriter } from "./writing/structured-wording.ts"
import type { TextOptions } from "./writing/writer.ts"

export function structured(options: TextOptions = {}): Dialect {
  return {
    name: "structured",
    write: structuredWriter(options),
    read: (tools, output) => new AnswerReader(objectMarkup(new OfferedTools(tools)), output),
  }
}

const OBJECT = /\{\s{0,100}(?=(\S))/y
const OBJECT_PART = /^\{\s{0,100}$/
const LIST = /\[\s{0,100}(?=(\S))/y
const LIST_PART = /^\[\s{0,100}$/
const FENCE = /(?:`{3,}|~{3,})[ \t]{0,3}[\w+-]{0,20}\s{0,100}(?=[{[]\s{0,100}["'{}\u201c])/y
const FENCE_PART = /^(?:`+|~+)[ \t]{0,3}[\w+-]{0,20}\s{0,100}(?:[{[]\s{0,100})?$/
const MAX_PART_CHARS = 300

function objectMarkup(offered: OfferedTools): Markup {
  let isDecided = false
  const onDecided = () => {
    isDecided = true
  }
  const body = (head: string, place: Place) =>
    new StructuredBody({
      offered,
      output: place.output,
      right: STRUCTURED_RIGHT,
      head,
      isFirst: place.isFirst(),
      onDecided,
    })
  return {
    starts: "{\\[",
    fences: true,
    begins(input, at, place) {
      const char = input[at]
      if (char === "<") return "none"
      if (char === "`" || char === "~") return fenceAt(input, at, place, body)
      return char === "{" ? objectAt(input, at, place, body) : listAt(input, at, place, body)
    },
    finish: (read) => (isDecided ? read : withProblem(read)),
  }
}

type MakeBody = (head: string, place: Place) => StructuredBody

/** Within a sentence, only an object whose bracket is followed by a quote; at the start of the answer, any object. */
function objectAt(input: string, at: number, place: Place, body: MakeBody): Found {
  OBJECT.lastIndex = at
  const next = OBJECT.exec(input)?.[1]
  if (next === undefined) return isPart(OBJECT_PART, input, at, place) ? "maybe" : "none"
  const isObject = `"'}\u201c`.includes(next) || place.isFirst()
  return isObject ? { length: 0, body: body("", place) } : "none"
}

function listAt(input: string, at: number, place: Place, body: MakeBody): Found {
  if (!place.isFirst()) return "none"
  LIST.lastIndex = at
  const next = LIST.exec(input)?.[1]
  if (next === undefined) return isPart(LIST_PART, input, at, place) ? "maybe" : "none"
  return next === "{" ? { length: 0, body: body("", place) } : "none"
}

function fenceAt(input: string, at: number, place: Place, body: MakeBody): Found {
  FENCE.lastIndex = at
  const head = FENCE.exec(input)?.[0]
  if (head !== undefined) return { length: head.length, body: body(head, place) }
  return isPart(FENCE_PART, input, at, place) ? "maybe" : "none"
}

function isPart(pattern: RegExp, input: string, at: number, { ended }: Place): boolean {
  return !ended && input.length - at <= MAX_PART_CHARS && pattern.test(input.slice(at))
}

/** Reports prose where an object was expected. */
function withProblem(read: ReadAnswer): ReadAnswer {
  const { text, calls, problems } = read
  if (problems.length > 0 || text.trim() === "") return read
  const what = `The answer is not a JSON object. ${STRUCTURED_RIGHT}`
  return { text, calls, problems: [problem(isJson(text) ? "not-an-object" : "malformed-json", what, text)] }
}
