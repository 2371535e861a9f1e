// The names of the things a result lists, whatever its form: JSON arrays, lines, names in a row, numbered or separated parts.
import type { Json } from "../contracts/json.ts"
import { filesIn } from "./resources.ts"

/** Between the names of one thing. */
export const APART = " · "

export function labelsOf(text: string): readonly string[] {
  const json = parsed(text)
  if (json !== undefined) return longestList(json)
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !MARK.test(line) && !/^[-*•]?\s*\[x\]/i.test(line))
  return lines.length > 1 ? labelsOfLines(lines) : labelsInRow(lines[0] ?? "")
}

/** Lines about the list rather than in it. */
const MARK = /:$|^(?:\.{2,}|…|-{2,}|={2,}|\[.*\]$|total\b|\(|\+\d+ more|and \d+ more)/i

function parsed(text: string): Json | undefined {
  if (!/^[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

const NAMING = [
  "name",
  "title",
  "path",
  "file",
  "filename",
  "subject",
  "summary",
  "key",
  "id",
  "number",
  "email",
  "sku",
  "url",
]

function longestList(json: Json, depth = 0): readonly string[] {
  if (typeof json !== "object" || json === null || depth > 4) return []
  const lists = Array.isArray(json) ? [json.flatMap(labelOfEntry)] : []
  for (const inner of Object.values(json).slice(0, 100)) lists.push([...longestList(inner, depth + 1)])
  return lists.reduce((longest, list) => (list.length > longest.length ? list : longest), [])
}

function labelOfEntry(entry: Json): readonly string[] {
  if (typeof entry === "number") return [String(entry)]
  if (typeof entry === "string") return entry.length <= 120 ? [entry] : []
  if (typeof entry !== "object" || entry === null || Array.isArray(entry)) return []
  const record = entry as { readonly [key: string]: Json }
  const names = NAMING.map((key) => record[key]).filter(
    (value) => typeof value === "string" || typeof value === "number",
  )
  return names.length === 0 ? [] : [names.slice(0, 3).join(APART)]
}

function labelsOfLines(lines: readonly string[]): readonly string[] {
  if (lines.filter((line) => line.length > 160 || CODE.test(line)).length * 2 > lines.length) return []
  const rows = isHeader(lines) ? lines.slice(1) : lines
  return rows
    .map((line) => filesIn(line)[0] ?? firstField(line))
    .filter((label) => /[\p{L}\p{N}]{2}/u.test(label) && !/^[\d.,:% -]{1,8}$/.test(label))
}

const CODE = /[{};]\s*$|^\s*(?:import|export|const|let|def|function|return|class|if|for|#include)\b|=>|\(\)/

/** "Package  Current  Wanted" over lines with numbers in them. */
function isHeader([first = "", ...rest]: readonly string[]): boolean {
  const isNumbered = (line: string) => /\d|@/.test(line)
  return /[;,|\t]|\s{2,}/.test(first) && !isNumbered(first) && rest.filter(isNumbered).length * 2 > rest.length
}

function firstField(line: string): string {
  const bare = line.replace(/^(?:(?:[-*•·◦▪]|\p{Extended_Pictographic}|\[[ x]\]|\d{1,3}[.):]?\s)\s*){1,3}/u, "")
  return (bare.split(/\s{2,}|\t|[;|,]|\s[–—=-]+\s|:\s|\s\(|\s</, 1)[0] ?? "").trim().slice(0, 100)
}

function labelsInRow(line: string): readonly string[] {
  if (line.length > 4_000 || CODE.test(line)) return filesInRow(line)
  const headed = line.replace(/^[^:;,|]{2,60}:\s/, "")
  const body = /:\s/.test(headed) ? line : headed
  for (const parts of [body.split(/;\s/), body.split(/\s[|/·•]\s/), body.split(/,\s/)]) {
    const isList = parts.length >= 3 || (parts.length === 2 && parts.every((part) => /^\p{Lu}|\d/u.test(part)))
    if (isList && parts.every(isShort)) return withoutNoun(parts.map(firstField))
  }
  const alike = alikeIn(line)
  if (alike.length > 2) return alike
  const numbered = numberedIn(body)
  return numbered.length >= 2 ? numbered : filesInRow(line)
}

/** "rows 3, 5, 8": the noun belongs to all of them. */
function withoutNoun([first = "", ...rest]: readonly string[]): readonly string[] {
  return rest.every((label) => /^\W?\d+$/.test(label)) ? [first.replace(/^\p{L}+ /u, ""), ...rest] : [first, ...rest]
}

const isShort = (part: string) => part.length <= 80 && part.trim().split(/\s+/).length <= 7

/** "1 weak TLS config 2 default admin password 3 ...": counted through from one. */
function numberedIn(line: string): readonly string[] {
  const labels: string[] = []
  let [next, from] = [1, -1]
  for (const match of line.matchAll(/(?:^|\s)(\d{1,2})[.):]?\s/g)) {
    if (Number(match[1]) !== next) continue
    if (from >= 0) labels.push(line.slice(from, match.index).trim())
    from = match.index + match[0].length
    next += 1
  }
  if (from >= 0) labels.push(line.slice(from).trim())
  return labels.every(isShort) ? labels : []
}

/** "#12 #19 #23", "N-4 N-9", "web1 web2 db1": words of one make, and nothing else. */
function alikeIn(line: string): readonly string[] {
  const words = line.trim().split(/\s+/)
  const make = (word: string) => word.replace(/\p{L}+/gu, "a").replace(/\d+/g, "9")
  const [first = ""] = words.map(make)
  return /9/.test(first) && /[a#]/.test(first) && words.every((word) => word.length < 40 && make(word) === first)
    ? words
    : []
}

/** Names of files or folders side by side, and nothing else. */
function filesInRow(line: string): readonly string[] {
  const files =
    line.match(
      /(?<![\p{L}\p{N}_./-])[\p{L}\p{N}_-]{1,80}(?:\.[\p{L}\p{N}_-]{1,40}){0,3}\.[a-z][a-z0-9]{1,4}(?![\p{L}\p{N}_])/giu,
    ) ?? []
  const words = line.split(/[\s,<>="']+/).filter((word) => word !== "" && !/^(?:img|src|href|a)$/.test(word))
  const folders = words.filter((word) => /^[\p{L}\p{N}_.-]{1,60}\/$/u.test(word))
  return files.length + folders.length >= Math.max(2, words.length * 0.8) ? [...files, ...folders] : []
}
