// The rows of a call: one with the call, its result and its time, then what it changed and wrote, folded.
import { callText } from "../../run/notes.ts"
import { short } from "../../terminal/plain.ts"
import type { Style } from "../../terminal/style.ts"
import type { ToolBlock } from "./block.ts"

export interface Row {
  readonly text: string
  /** Stays at the end of the row, however narrow the screen is. */
  readonly end?: string
}

export interface RowsHow {
  readonly style: Style
  readonly isUnfolded: boolean
}

/** How many rows are shown before the rest is folded, and at most. */
const FOLDED = 10
const UNFOLDED = 2000
/** Tools whose output a person wants to read at once; of others the row of the call says enough. */
const READ_AT_ONCE = new Set(["run_command"])

export function toolRows(block: ToolBlock, { style, isUnfolded }: RowsHow): readonly Row[] {
  const { name, outcome, output, diff } = block
  const isDone = outcome !== undefined
  const lines = output === "" ? [] : output.split("\n")
  const isOpen = isUnfolded || READ_AT_ONCE.has(name) || !isDone
  const result = isDone ? resultText(lines, outcome, isOpen) : ""
  const head: Row = {
    text: `${markOf(outcome, style)} ${callText(name, block.arguments)}${painted(result, outcome, style)}`,
  }
  const time = timeText(block.ms)
  // Of a call that runs, the last rows are news; of one that is done, the first.
  const body = isOpen && lines.length > 1 ? foldedRows(lines, isUnfolded, isDone) : []
  return [
    time === "" ? head : { ...head, end: style.dim(time) },
    ...foldedRows(diff, isUnfolded, true).map((line) => ({ text: `  ${diffPainted(line, style)}` })),
    ...body.map((line) => ({ text: style.dim(`  ${line}`) })),
  ]
}

/** Green and red, as everywhere. */
export function diffPainted(line: string, { green, red, dim }: Style): string {
  const paint = line.startsWith("+") ? green : line.startsWith("-") ? red : dim
  return paint(line)
}

function markOf(outcome: string | undefined, { green, yellow, red }: Style): string {
  if (outcome === undefined) return yellow("\u25cb")
  return outcome === "ok" ? green("\u25cf") : outcome === "failed" ? red("\u25cf") : yellow("\u25cf")
}

function painted(result: string, outcome: string | undefined, { dim, yellow }: Style): string {
  if (result === "") return ""
  return outcome === "ok" ? dim(` \u2192 ${result}`) : ` ${yellow(outcome ?? "")}: ${result}`
}

function resultText(lines: readonly string[], outcome: string, isOpen: boolean): string {
  if (lines.length === 0) return outcome === "ok" ? "done" : ""
  if (lines.length === 1) return short(lines[0] ?? "", 100)
  return isOpen ? `${lines.length} lines` : `${short(lines[0] ?? "", 60)} [${lines.length} lines]`
}

function foldedRows(lines: readonly string[], isUnfolded: boolean, isFromStart: boolean): readonly string[] {
  const most = isUnfolded ? UNFOLDED : FOLDED
  if (lines.length <= most) return lines
  const left = (lines.length - most).toLocaleString("en")
  if (!isFromStart) return [`\u2026 ${left} lines before`, ...lines.slice(-most)]
  const hint = isUnfolded ? "" : " (Ctrl-O shows them)"
  return [...lines.slice(0, most), `\u2026 ${left} more lines${hint}`]
}

export function timeText(ms: number | undefined): string {
  if (ms === undefined) return ""
  return ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`
}
