// Replaces one exact passage of a text. If the passage is missing or occurs more than once, the failure says what to do.
// Pure.
import { ToolFailure } from "../tools/tool.ts"

export interface Edit {
  readonly path: string
  readonly old_text: string
  readonly new_text: string
}

/** Line endings follow the file: a model writes "\n", whatever the file uses. */
export function editText(content: string, edit: Edit): { readonly content: string; readonly line: number } {
  const { old_text: old, new_text: replacement, path } = edit
  if (old === replacement) throw new ToolFailure("edit-empty", "old_text and new_text are the same: nothing to change.")
  for (const passage of new Set([toLf(old), toCrlf(old)])) {
    const places = placesOf(content, passage)
    const [place] = places
    if (place === undefined) continue
    if (places.length > 1) throw new ToolFailure("edit-ambiguous", ambiguous(content, places, path))
    const added = isMostlyCrlf(content) ? toCrlf(replacement) : toLf(replacement)
    const edited = content.slice(0, place) + added + content.slice(place + passage.length)
    return { content: edited, line: lineAt(content, place) }
  }
  throw new ToolFailure("edit-missing", missing(content, old, path))
}

const toLf = (value: string) => value.replaceAll("\r\n", "\n")
const toCrlf = (value: string) => toLf(value).replaceAll("\n", "\r\n")

function isMostlyCrlf(content: string): boolean {
  const all = content.split("\n").length - 1
  return (content.split("\r\n").length - 1) * 2 > all
}

const MANY = 100

/** Includes overlapping places: "aa" occurs twice in "aaa". */
function placesOf(content: string, passage: string): readonly number[] {
  const places: number[] = []
  let place = content.indexOf(passage)
  while (place !== -1 && places.length < MANY) {
    places.push(place)
    place = content.indexOf(passage, place + 1)
  }
  return places
}

function ambiguous(content: string, places: readonly number[], path: string): string {
  const count = places.length === MANY ? `${MANY} or more` : places.length
  const lines = places.slice(0, 10).map((place) => lineAt(content, place))
  const more = places.length > lines.length ? ", ..." : ""
  return `old_text stands ${count} times in "${path}" (lines ${lines.join(", ")}${more}). Nothing was changed. Take more of the lines around the one you mean into old_text, so that it stands there once.`
}

function lineAt(content: string, place: number): number {
  let line = 1
  for (let at = content.indexOf("\n"); at !== -1 && at < place; at = content.indexOf("\n", at + 1)) line++
  return line
}

const SHOWN_LINE_CHARS = 300

function missing(content: string, old: string, path: string): string {
  const lines = toLf(content).split("\n")
  const wanted = toLf(old).split("\n")
  const nearest = nearestLine(lines, wanted)
  const found = `old_text does not stand in "${path}". Nothing was changed.`
  if (nearest === undefined) return `${found} Nothing there is like it. Read the file and copy the passage exactly.`
  const last = Math.min(lines.length, nearest.line + wanted.length + (nearest.isSpacing ? 0 : 1))
  const passage = lines.slice(nearest.line, last).map((line) => line.slice(0, SHOWN_LINE_CHARS))
  const why = nearest.isSpacing ? "The spacing differs." : "Copy the passage exactly, with its spacing."
  return `${found} ${why} The nearest lines are ${nearest.line + 1}-${last}:\n${passage.slice(0, 20).join("\n")}`
}

/** Where the passage was most likely meant: lines that differ only in spacing, else the line most like its first one. */
function nearestLine(
  lines: readonly string[],
  wanted: readonly string[],
): { readonly line: number; readonly isSpacing: boolean } | undefined {
  const first = wanted.findIndex((line) => line.trim() !== "")
  if (first === -1) return undefined
  const bare = wanted.map(squeeze)
  const target = bare[first] ?? ""
  const words = new Set(target.split(" "))
  let best = { line: -1, score: 0.5 }
  for (const [index, line] of lines.entries()) {
    const squeezed = squeeze(line.slice(0, 1000))
    if (squeezed === target && bare.every((each, row) => squeeze(lines[index - first + row] ?? "") === each)) {
      return { line: Math.max(0, index - first), isSpacing: true }
    }
    const score = squeezed === target ? 1 : likeness(words, squeezed)
    if (score > best.score) best = { line: index, score }
  }
  return best.line === -1 ? undefined : { line: Math.max(0, best.line - first), isSpacing: false }
}

function squeeze(line: string): string {
  return line.trim().replace(/\s+/g, " ")
}

/** The share of common words among all words of both lines. */
function likeness(words: ReadonlySet<string>, line: string): number {
  const others = new Set(line.split(" "))
  let shared = 0
  for (const word of words) if (others.has(word)) shared++
  return shared / (words.size + others.size - shared)
}
