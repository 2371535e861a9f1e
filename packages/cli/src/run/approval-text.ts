// What a person is shown who is asked to allow a call: the very name and arguments that will run, escaped, in the question
// where they fit into its row, and above it what the tool says about them. No row of it can pass for a line of Pawl's: where
// the terminal wraps is known to whoever wrote the call, so nothing of theirs is left to the terminal to wrap.
import type { JsonObject } from "@pawl/agent"
import { columnsOf, escaped, folded, rowsOf, visibleValue } from "../visible.ts"
import type { ApprovalEvent, QuestionEvent } from "./attendant.ts"

export interface ApprovalText {
  /** What the tool says it would do, where it says more than the call; then what does not fit into the question. Framed. */
  readonly above: readonly string[]
  /** Who asks and for what, for the question. */
  readonly who: string
  readonly call: string
  /** What there is to know about how the call is written. */
  readonly notes: readonly string[]
  /** Something is left out, and `wholeText` has it. */
  readonly isFolded: boolean
}

/** What is on the screen at once: so much of a call, of a line of a preview, and so many of its lines. */
const CALL_LENGTH = 600
const LINE_LENGTH = 240
const PREVIEW_LINES = 40
/** Where nobody says how wide the terminal is, and where it is too narrow to read anything. */
const USUAL_COLUMNS = 72
const FEWEST_COLUMNS = 40
const FRAME = "  | "
/** Not to be taken for a call or a preview. */
const INNER_FRAME = "    | "
const HINT = "; type v to see all"

export function approvalText(event: ApprovalEvent, columns?: number): ApprovalText {
  const call = folded(callOf(event), CALL_LENGTH, HINT)
  const lines = previewOf(event).map((line) => folded(line, LINE_LENGTH, HINT))
  const rows = lines.flatMap(({ text }) => framedRows(text, columns))
  const preview = foldedLines(rows)
  const { above, ...question } = questionFor(event, call.text, columns)
  return {
    above: [...preview, ...above.flatMap((text) => framedRows(text, columns))],
    ...question,
    notes: notesFor(event),
    isFolded: call.isFolded || preview.length < rows.length || lines.some(({ isFolded }) => isFolded),
  }
}

/** What does not fit into the row of the question stands above it. What follows there are words of ours, and may be wrapped. */
function questionFor(event: ApprovalEvent, call: string, columns: number | undefined) {
  const who = whoText(event)
  const fits = (text: string) => columnsOf(`? ${who}Allow ${text}?`) <= widthOf(columns)
  if (fits(call)) return { above: [], who, call }
  const size = `(${rawOf(event).length.toLocaleString("en")} characters)`
  const name = escaped(event.name)
  if (fits(name)) return { above: [call], who, call: `${name} as above ${size}` }
  return { above: who === "" ? [call] : [who.trimEnd(), call], who: "", call: `what stands above ${size}` }
}

/** A sub-agent is named: what it was told to do is not what the conversation is about. */
export function whoText({ from }: ApprovalEvent | QuestionEvent): string {
  return from === undefined ? "" : `[sub-agent ${folded(escaped(from.title ?? from.session), 80).text}] `
}

/** All of it. */
export function wholeText(event: ApprovalEvent, columns?: number): readonly string[] {
  return [...previewOf(event), callOf(event)].flatMap((line) => framedRows(line, columns))
}

/** A line of ours with words of others in it: what is wider than a row goes on in rows that are framed further in. */
export function brokenLine(line: string, columns?: number): readonly string[] {
  if (columnsOf(line) <= widthOf(columns)) return [line]
  const [first = "", ...more] = rowsOf(line, widthOf(columns) - INNER_FRAME.length, { atSpaces: true })
  return [first, ...more.map((row) => INNER_FRAME + row)]
}

function framedRows(text: string, columns: number | undefined): readonly string[] {
  return rowsOf(text, widthOf(columns) - FRAME.length).map((row) => FRAME + row)
}

/** The last column stays empty: some terminals go to the next row when it is filled. */
function widthOf(columns = USUAL_COLUMNS): number {
  return Math.max(columns, FEWEST_COLUMNS) - 1
}

/** A command as a shell would be given it; any other call by its name and its arguments as JSON. */
function callOf({ name, arguments: given }: ApprovalEvent): string {
  if (!isCommand(name, given)) return `${escaped(name)}(${visibleValue(given)})`
  const { command, ...rest } = given
  const lead = Object.keys(rest).length === 0 ? "" : `with ${visibleValue(rest)}: `
  return `${lead}$ ${escaped(command)}`
}

function isCommand(name: string, given: JsonObject): given is JsonObject & { readonly command: string } {
  return name === "run_command" && typeof given.command === "string"
}

/** The call itself stands in the question: a preview that only repeats it says nothing. */
function previewOf({ name, arguments: given, preview }: ApprovalEvent): readonly string[] {
  if (isCommand(name, given) || preview === "" || preview === `${name}(${JSON.stringify(given)})`) return []
  return preview.split("\n").map(escaped)
}

function foldedLines(rows: readonly string[]): readonly string[] {
  if (rows.length <= PREVIEW_LINES) return rows
  const [head, tail] = [rows.slice(0, PREVIEW_LINES - 11), rows.slice(-10)]
  const left = rows.length - head.length - tail.length
  return [...head, `${FRAME}\u2026 ${left.toLocaleString("en")} more lines${HINT}`, ...tail]
}

/** What the length of a call is measured by. */
function rawOf({ name, arguments: given }: ApprovalEvent): string {
  return isCommand(name, given) ? given.command : JSON.stringify(given)
}

/** How long it is, and how to read it: said only where the call is not simply what it looks like. */
function notesFor(event: ApprovalEvent): readonly string[] {
  const { name, arguments: given } = event
  const isShell = isCommand(name, given)
  const raw = rawOf(event)
  const shown = isShell ? escaped(given.command) : visibleValue(given)
  if (raw === shown && escaped(name) === name && shown.length <= CALL_LENGTH) return []
  const what = isShell ? "The command" : "What it is given"
  const escapes =
    raw === shown
      ? ""
      : " \\n is a line break, \\\\ a backslash, \\u and four digits what cannot be seen or is written from right to left."
  return [`  ${what} has ${raw.length.toLocaleString("en")} characters.${escapes}`]
}
