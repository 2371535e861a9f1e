// The corpus of written answers and their meanings: how a case is parsed, and when the parsed result is right.
import type { ReadAnswer } from "../../../contracts/dialect.ts"
import type { Json, JsonObject } from "../../../contracts/json.ts"
import type { ToolDefinition } from "../../../contracts/model.ts"
import { dialectNamed } from "../dialects.ts"

export interface CorpusCase {
  readonly id: string
  readonly dialect: string
  readonly input: string
  readonly expect: Expected
  /** Other results that are equally right. */
  readonly alternatives?: readonly Expected[]
}

export interface Expected {
  readonly text: string
  readonly calls: readonly { readonly server?: string; readonly name: string; readonly args: JsonObject }[]
  readonly problem?: string
}

export const CORPUS_DIALECTS = ["xml", "xml-json", "bracket", "pythonic", "hermes", "structured"]

export interface ParsedAnswer extends ReadAnswer {
  readonly told: string
  readonly thinking: string
}

/** Parses an answer that arrives in these pieces. */
export function parseAnswer(
  dialect: string,
  pieces: Iterable<string>,
  tools: readonly ToolDefinition[] = [],
): ParsedAnswer {
  let told = ""
  let thinking = ""
  const reader = dialectNamed(dialect).read(tools, {
    onText: (delta) => {
      told += delta
    },
    onThinking: (delta) => {
      thinking += delta
    },
  })
  for (const piece of pieces) reader.push(piece)
  return { ...reader.end(), told, thinking }
}

export function isRight({ expect, alternatives = [] }: CorpusCase, read: ReadAnswer): boolean {
  return [expect, ...alternatives].some((expected) => fits(expected, read))
}

/** The parsed answer in the format of the corpus. */
export function asExpected({ text, calls, problems }: ReadAnswer): Expected {
  return {
    text: folded(text),
    calls: calls.map(({ server, name, arguments: args }) => ({ ...(server !== undefined && { server }), name, args })),
    ...(problems[0] !== undefined && { problem: problems[0].code }),
  }
}

function fits(expected: Expected, { text, calls, problems }: ReadAnswer): boolean {
  const isSameProblem =
    expected.problem === undefined ? problems.length === 0 : problems.some(({ code }) => code === expected.problem)
  const wanted = expected.calls.map(({ server, name, args }) => [fullName(server, name), sorted(args)])
  const got = calls.map(({ server, name, arguments: args }) => [fullName(server, name), sorted(args)])
  return isSameProblem && folded(expected.text) === folded(text) && JSON.stringify(wanted) === JSON.stringify(got)
}

/** "server.tool" equals server and tool given separately, and "local" equals no server. */
function fullName(server: string | undefined, name: string): string {
  const full = server === undefined || server === "" || server === "local" ? name : `${server}.${name}`
  return full.replace("__", ".").replace(/^local\./, "")
}

function folded(text: string): string {
  return text.replace(/\s+/g, " ").trim()
}

/** Sorts keys, because their order has no meaning. */
function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== "object" || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, each]) => [key, sorted(each)]))
}
