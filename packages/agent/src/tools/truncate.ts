// Cuts a tool's result to its limit, adds a notice for the model, and keeps the full text.
import { type BytesPart, type Part, text } from "../contracts/content.ts"
import type { ToolResult } from "../contracts/toolbox.ts"

/** Characters by tool name; null means no limit. A name that ends in `*` is a prefix. The longest match wins. */
export type ResultLimits = Readonly<Record<string, number | null>>

export const DEFAULT_RESULT_CHARS = 40_000

export function limitFor(tool: string, limits: ResultLimits, otherwise: number): number {
  let best: string | undefined
  for (const key in limits) {
    const isMatch = key.endsWith("*") ? tool.startsWith(key.slice(0, -1)) : key === tool
    if (isMatch && (best === undefined || isNearer(key, best))) best = key
  }
  return best === undefined ? otherwise : (limits[best] ?? Number.POSITIVE_INFINITY)
}

/** A whole name is nearer than any prefix. */
function isNearer(key: string, best: string): boolean {
  if (key.endsWith("*") !== best.endsWith("*")) return best.endsWith("*")
  return key.length > best.length
}

/** Whether the result is shown as it is. */
export function isShort({ content }: ToolResult, limit: number): boolean {
  let total = 0
  for (const part of content) {
    if (part.type !== "text") continue
    if (!part.text.isWellFormed()) return false
    total += part.text.length
  }
  return total <= limit
}

export interface CutOptions {
  readonly limit: number
  readonly at?: "end" | "middle"
  /** Says how the model can read the rest. */
  readonly advice?: Advice
}

/** Cuts text beyond the limit. Images and files do not count and stay. */
export function truncate(tool: string, result: ToolResult, { limit, at = "end", advice }: CutOptions): ToolResult {
  const whole = result.content.map((part) => (part.type === "text" ? text(part.text.toWellFormed()) : part))
  const total = whole.reduce((sum, part) => sum + lengthOf(part), 0)
  if (total <= limit) return { ...result, content: whole }
  const tailLimit = at === "middle" ? Math.floor(limit * TAIL) : 0
  const head = headOf(whole, limit - tailLimit)
  const tail = tailLimit === 0 ? "" : endOf(textIn(whole), tailLimit)
  const begins = head.reduce((sum, part) => sum + lengthOf(part), 0)
  const shown = begins + tail.length
  const end = tail === "" ? [] : [text(`[... ${total - shown} characters left out ...]\n${tail}`)]
  const more = advice === undefined ? "" : `\n${advice(begins)}`
  const notice = text(`[OUTPUT TRUNCATED: Showing ${shown} of ${total} characters from ${tool}]${more}`)
  return { ...result, content: [...head, ...end, notice], full: { text: textIn(whole), cut: { shown, total } } }
}

/** The end's share when a result is cut in the middle: the end says how it went. */
const TAIL = 2 / 3

function headOf(whole: readonly (Part | BytesPart)[], limit: number): readonly (Part | BytesPart)[] {
  const kept: (Part | BytesPart)[] = []
  let left = limit
  for (const part of whole) {
    if (part.type !== "text") kept.push(part)
    else if (left > 0) kept.push(text(cutText(part.text, left)))
    left -= lengthOf(part)
  }
  return kept
}

function textIn(whole: readonly (Part | BytesPart)[]): string {
  return whole.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n")
}

export type Advice = (shown: number) => string

function lengthOf(part: Part | BytesPart): number {
  return part.type === "text" ? part.text.length : 0
}

/** Never splits a surrogate pair. */
function cutText(value: string, limit: number): string {
  const cut = value.slice(0, limit)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}

function endOf(value: string, limit: number): string {
  const end = value.slice(-limit)
  return end.isWellFormed() ? end : end.slice(1)
}
