// How a text that a tool returned is best shown: as a table, as indented JSON, or as it is.
import type { Json } from "@pawl/client"

export type Shape =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "json"; readonly text: string }
  | { readonly kind: "table"; readonly columns: readonly string[]; readonly rows: readonly (readonly string[])[] }

const MOST_CHARS = 500_000
const MOST_COLUMNS = 8

export function shapeOf(text: string): Shape {
  const value = /^\s*[[{]/.test(text) && text.length < MOST_CHARS ? parsed(text) : undefined
  return value === undefined ? { kind: "text", text } : shapeOfValue(value)
}

export function shapeOfValue(value: Json): Shape {
  const table = tableOf(value)
  if (table !== undefined) return table
  return typeof value === "string"
    ? { kind: "text", text: value }
    : { kind: "json", text: JSON.stringify(value, undefined, 2) }
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

/** A list of at least two flat objects with a few names in common. */
function tableOf(value: Json): Shape | undefined {
  if (!Array.isArray(value) || value.length < 2 || !value.every(isFlat)) return undefined
  const columns = [...new Set(value.flatMap((row) => Object.keys(row)))]
  if (columns.length === 0 || columns.length > MOST_COLUMNS) return undefined
  return { kind: "table", columns, rows: value.map((row) => columns.map((name) => cellText(row[name]))) }
}

function isFlat(value: Json): value is Readonly<Record<string, Json>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false
  return Object.values(value).every((each) => typeof each !== "object" || each === null)
}

function cellText(value: Json | undefined): string {
  return value === undefined || value === null ? "" : String(value)
}
