// What a person is shown who is asked to allow a call: the very name and arguments that will run, escaped and on one line,
// and above it what the tool says about them. No line of it can pass for a line of Pawl's.
import type { JsonObject } from "@pawl/agent"
import { escaped, folded, rowsOf, visibleValue } from "../visible.ts"
import type { ApprovalEvent } from "./attendant.ts"

export interface ApprovalText {
  /** What the tool says it would do, a line each; none where it says what the call says. */
  readonly preview: readonly string[]
  /** The call, for the question. */
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
const ROW_WIDTH = 72
const HINT = "; type v to see all"

export function approvalText(event: ApprovalEvent): ApprovalText {
  const call = folded(callOf(event), CALL_LENGTH, HINT)
  const lines = previewOf(event).map((line) => folded(line, LINE_LENGTH, HINT))
  const shown = foldedLines(lines.map(({ text }) => text))
  return {
    preview: shown.map(framed),
    call: call.text,
    notes: notesFor(event),
    isFolded: call.isFolded || shown.length < lines.length || lines.some(({ isFolded }) => isFolded),
  }
}

/** All of it, in rows that the terminal does not wrap. */
export function wholeText(event: ApprovalEvent): readonly string[] {
  return [...previewOf(event), callOf(event)].flatMap((line) => rowsOf(line, ROW_WIDTH)).map(framed)
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

function foldedLines(lines: readonly string[]): readonly string[] {
  if (lines.length <= PREVIEW_LINES) return lines
  const [head, tail] = [lines.slice(0, PREVIEW_LINES - 11), lines.slice(-10)]
  const left = lines.length - head.length - tail.length
  return [...head, `\u2026 ${left.toLocaleString("en")} more lines${HINT}`, ...tail]
}

function framed(line: string): string {
  return `  | ${line}`
}

/** How long it is, and how to read it: said only where the call is not simply what it looks like. */
function notesFor({ name, arguments: given }: ApprovalEvent): readonly string[] {
  const isShell = isCommand(name, given)
  const raw = isShell ? given.command : JSON.stringify(given)
  const shown = isShell ? escaped(given.command) : visibleValue(given)
  if (raw === shown && escaped(name) === name && shown.length <= CALL_LENGTH) return []
  const what = isShell ? "The command" : "What it is given"
  const escapes =
    raw === shown ? "" : " \\n is a line break, \\\\ a backslash, \\u and four digits what cannot be seen."
  return [`  ${what} has ${raw.length.toLocaleString("en")} characters.${escapes}`]
}
