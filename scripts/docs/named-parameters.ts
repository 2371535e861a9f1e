// Finds public functions and methods that take a parameter apart in their head: the reference could not name it.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { parseAst } from "rolldown/parseAst"
import type { PublicName } from "./public-api.ts"

/** The parts of a syntax tree that this file uses. */
interface Node {
  readonly type: string
  readonly start: number
  readonly [field: string]: unknown
}

/** Each as "file:line". */
export function unnamedParameters(root: string, names: readonly PublicName[]): readonly string[] {
  const files = Map.groupBy(names, ({ file }) => file)
  return [...files].flatMap(([file, own]) => {
    const text = readFileSync(join(root, file), "utf8")
    const lines = new Set(own.map(({ line }) => line))
    const { body } = parseAst(text, { lang: "ts", astType: "ts" }, file)
    return functionsIn(body as unknown)
      .filter(({ params }) => listOf(params).some(isTakenApart))
      .map(({ start }) => text.slice(0, start).split("\n").length)
      .filter((line) => lines.has(line))
      .map((line) => `${file}:${line}`)
  })
}

function isTakenApart({ type, left }: Node): boolean {
  return type === "ObjectPattern" || (type === "AssignmentPattern" && isTakenApart(left as Node))
}

/** Also what is inside of others, for methods; the lines decide which are public. */
function functionsIn(value: unknown): readonly Node[] {
  if (Array.isArray(value)) return value.flatMap(functionsIn)
  if (typeof value !== "object" || value === null) return []
  const inner = Object.values(value).flatMap(functionsIn)
  return "params" in value ? [value as unknown as Node, ...inner] : inner // Only nodes have parameters.
}

function listOf(nodes: unknown): readonly Node[] {
  return Array.isArray(nodes) ? nodes : []
}
