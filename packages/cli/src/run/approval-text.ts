// The text of an approval question: the exact name and arguments that will run, escaped, in the question where they fit
// into its row, and above it the tool's preview. Nothing from the call can look like a line of Pawl's: the author of a call
// can guess where the terminal wraps, so Pawl breaks the rows itself.
import type { JsonObject } from "@pawl/agent"
import { folded, writtenParts } from "../folded.ts"
import { columnsOf, escaped, rowsIn, rowsOf, type Writing, writtenPart } from "../terminal/visible.ts"
import type { ApprovalEvent, QuestionEvent } from "./attendant.ts"

export interface ApprovalText {
  /** The tool's preview, if it says more than the call; then the call, if it does not fit into the question. Framed. */
  readonly above: readonly string[]
  /** The sub-agent that asks, if any; part of the question. */
  readonly who: string
  readonly call: string
  /** Notes on the length of the call and its escapes. */
  readonly notes: readonly string[]
  /** Something is left out; `wholeText` shows it. */
  readonly isFolded: boolean
}

/** Limits of what is shown at once: characters of a call and of a preview's line, and lines of a preview. */
const CALL_LENGTH = 600
const LINE_LENGTH = 240
const PREVIEW_LINES = 40
const TAIL_ROWS = 10
const HEAD_ROWS = PREVIEW_LINES - TAIL_ROWS - 1
/** Used where the width of the terminal is unknown, and the least width that is assumed. */
const USUAL_COLUMNS = 72
const MIN_COLUMNS = 40
const FRAME = "  | "
/** Differs from the frame of calls and previews. */
const INNER_FRAME = "    | "
const HINT = "; type v to see all"

export function approvalText(event: ApprovalEvent, columns?: number): ApprovalText {
  const spans = callOf(event).map(({ raw, as, most }) => folded(raw, most, { as, hint: HINT }))
  const preview = foldedPreview(previewOf(event), columns)
  const { above, ...question } = questionFor(event, spans.map(({ text }) => text).join(""), columns)
  return {
    above: [...preview.rows, ...above.flatMap((text) => framedRows(text, columns))],
    ...question,
    notes: notesFor(event),
    isFolded: preview.isFolded || spans.some(({ isFolded }) => isFolded),
  }
}

/** A call that does not fit into the row of the question is shown above it. The rest of the question is Pawl's and may wrap. */
function questionFor(event: ApprovalEvent, call: string, columns: number | undefined) {
  const who = whoText(event)
  const fits = (text: string) => columnsOf(`? ${who}Allow ${text}?`) <= widthOf(columns)
  if (fits(call)) return { above: [], who, call }
  const size = `(${rawOf(event).length.toLocaleString("en")} characters)`
  const name = escaped(event.name)
  if (fits(name)) return { above: [call], who, call: `${name} as above ${size}` }
  return { above: who === "" ? [call] : [who.trimEnd(), call], who: "", call: `the call above ${size}` }
}

/** Names the sub-agent that asks, because its task differs from the conversation. */
export function whoText({ from }: ApprovalEvent | QuestionEvent): string {
  return from === undefined ? "" : `[sub-agent ${folded(from.title ?? from.session, 80, { as: "text" }).text}] `
}

/** The whole text, row by row. Each row is made when it is requested, because there may be megabytes. */
export function* wholeText(event: ApprovalEvent, columns?: number): Generator<string> {
  const framed = function* (parts: Iterable<string>) {
    for (const row of rowsIn(parts, widthOf(columns) - FRAME.length)) yield FRAME + row
  }
  for (const line of linesOf(previewOf(event))) yield* framed(writtenParts(line, "text"))
  yield* framed(allParts(callOf(event)))
}

function* allParts(spans: readonly Span[]): Generator<string> {
  for (const { raw, as } of spans) yield* writtenParts(raw, as)
}

/** Breaks a line of Pawl's that quotes other text: what is wider than a row goes on in rows with a deeper frame. */
export function brokenLine(line: string, columns?: number): readonly string[] {
  if (columnsOf(line) <= widthOf(columns)) return [line]
  const [first = "", ...more] = rowsOf(line, widthOf(columns) - INNER_FRAME.length, { atSpaces: true })
  return [first, ...more.map((row) => INNER_FRAME + row)]
}

function framedRows(text: string, columns: number | undefined): readonly string[] {
  return rowsOf(text, widthOf(columns) - FRAME.length).map((row) => FRAME + row)
}

/** Without the last column: some terminals go to the next row when it is filled. */
function widthOf(columns = USUAL_COLUMNS): number {
  return Math.max(columns, MIN_COLUMNS) - 1
}

interface Span {
  readonly raw: string
  readonly as: Writing
  /** How many characters are shown at once. */
  readonly most: number
}

/** A command as a shell would get it; any other call as its name and its arguments as JSON. */
function callOf({ name, arguments: given }: ApprovalEvent): readonly Span[] {
  // Escaping an escaped name again does not change it.
  if (!isCommand(name, given)) return [{ raw: `${escaped(name)}(${jsonOf(given)})`, as: "json", most: CALL_LENGTH }]
  const { command, ...rest } = given
  const hasMore = Object.keys(rest).length > 0
  const lead: Span = { raw: `with ${jsonOf(rest)}: `, as: "json", most: LINE_LENGTH }
  return [...(hasMore ? [lead] : []), visibleSpan("$ "), { raw: command, as: "text", most: CALL_LENGTH }]
}

function visibleSpan(raw: string): Span {
  return { raw, as: "visible", most: raw.length }
}

function isCommand(name: string, given: JsonObject): given is JsonObject & { readonly command: string } {
  return name === "run_command" && typeof given.command === "string"
}

/** The question shows the call, so a preview that only repeats it is omitted. */
function previewOf({ name, arguments: given, preview }: ApprovalEvent): string {
  return isCommand(name, given) || preview === `${name}(${jsonOf(given)})` ? "" : preview
}

function* linesOf(preview: string, most = Number.POSITIVE_INFINITY): Generator<string> {
  if (preview === "") return
  for (let from = 0, count = 0; from <= preview.length && count < most; count++) {
    const end = preview.indexOf("\n", from)
    yield preview.slice(from, end < 0 ? preview.length : end)
    from = end < 0 ? preview.length + 1 : end + 1
  }
}

/** Breaks only the shown part into rows. The omitted part is counted in the tool's own lines. */
function foldedPreview(preview: string, columns: number | undefined) {
  const first = [...linesOf(preview, PREVIEW_LINES + 1)]
  const isShort = first.length <= PREVIEW_LINES
  const shown = isShort ? first : [...first.slice(0, HEAD_ROWS), ...lastLines(preview, TAIL_ROWS)]
  const pieces = shown.map((line) => folded(line, LINE_LENGTH, { as: "text", hint: HINT }))
  const rows = pieces.map(({ text }) => framedRows(text, columns))
  const all = rows.flat()
  if (isShort && all.length <= PREVIEW_LINES) return { rows: all, isFolded: pieces.some(({ isFolded }) => isFolded) }
  const left = lineCount(preview) - wholeLines(rows, HEAD_ROWS) - wholeLines(rows.toReversed(), TAIL_ROWS)
  const mark = `${FRAME}\u2026 ${left.toLocaleString("en")} more lines${HINT}`
  return { rows: [...all.slice(0, HEAD_ROWS), mark, ...all.slice(-TAIL_ROWS)], isFolded: true }
}

function lastLines(preview: string, count: number): readonly string[] {
  let start = preview.length + 1
  for (let each = 0; each < count && start > 0; each++) start = preview.lastIndexOf("\n", start - 2) + 1
  return preview.slice(start).split("\n")
}

function lineCount(preview: string): number {
  let count = 1
  for (let at = 0; at < preview.length; at++) if (preview.charCodeAt(at) === 10) count++
  return count
}

/** How many lines fit completely into `most` rows. */
function wholeLines(rows: readonly (readonly string[])[], most: number): number {
  let taken = 0
  const end = rows.findIndex((each) => {
    taken += each.length
    return taken > most
  })
  return end < 0 ? rows.length : end
}

/** The text that the length of a call refers to. */
function rawOf({ name, arguments: given }: ApprovalEvent): string {
  return isCommand(name, given) ? given.command : jsonOf(given)
}

/** Cached: arguments do not change, and may be megabytes. */
function jsonOf(given: JsonObject): string {
  const json = known.get(given) ?? JSON.stringify(given)
  known.set(given, json)
  return json
}

const known = new WeakMap<JsonObject, string>()

/** Explains the length and the escapes; empty if the call has no escapes. */
function notesFor(event: ApprovalEvent): readonly string[] {
  const { name, arguments: given } = event
  const isShell = isCommand(name, given)
  const raw = rawOf(event)
  const isLong = raw.length > CALL_LENGTH
  // A long call is not searched: assume that it has escapes.
  const hasEscapes = isLong || writtenPart(raw, isShell ? "text" : "json") !== raw
  if (!hasEscapes && escaped(name) === name) return []
  const what = isShell ? "The command" : "The input"
  const escapes = hasEscapes
    ? " \\n is a line break, \\\\ a backslash, \\u and four digits a character that is invisible or written from right to left."
    : ""
  return [`  ${what} has ${raw.length.toLocaleString("en")} characters.${escapes}`]
}
