// Describes what is wrong with tool definitions. TypeScript reports all of this already; plain JavaScript does not, and
// a problem that shows up in the middle of a turn costs the turn.
import { mistyped } from "../base/nearest.ts"
import type { Tool } from "./tool.ts"
import type { ResultLimits } from "./truncate.ts"

const NUMBERS = ["timeoutMs", "maxTimeoutMs", "maxResultChars"] as const

export function toolProblems(tools: unknown): readonly string[] {
  if (tools === undefined) return []
  if (!Array.isArray(tools)) return [notAList(tools)]
  return tools.flatMap((tool, place) => problemsOf(tool, place))
}

function notAList(tools: unknown): string {
  const { name } = (tools ?? {}) as { readonly name?: unknown }
  const written = typeof name === "string" ? `write tools: [${name}]` : "write tools: [first, second]"
  return `tools: must be a list of tools; ${written}`
}

function problemsOf(tool: unknown, place: number): readonly string[] {
  if (typeof tool !== "object" || tool === null) return [`tools[${place}]: must be made with tool({ name, ... })`]
  const given = tool as Readonly<Record<string, unknown>>
  const where = `tools[${place}]${typeof given.name === "string" ? ` ("${given.name}")` : ""}`
  const numbers = NUMBERS.filter((field) => given[field] !== undefined && !isPositive(given[field]))
  const { name, description, run, question, lastWords, contents, fallback, effect } = given
  // A tool that asks a question or ends the turn needs no `run`.
  const runs = [run, question, lastWords].some((each) => typeof each === "function")
  const isList =
    contents === undefined || (Array.isArray(contents) && contents.every((each) => typeof each === "string"))
  return [
    ...(typeof name === "string" && name !== "" ? [] : [`${where}: name must be a text`]),
    ...(typeof description === "string" ? [] : [`${where}: description must be a text`]),
    ...(runs ? [] : [`${where}: run must be a function${instead(given, "execute", "run")}`]),
    ...(given.input === undefined && inputNamed(given) !== ""
      ? [`${where}: input is missing${inputNamed(given)}`]
      : []),
    ...(isEffect(effect) ? [] : [`${where}: effect must be ${EFFECTS}, and is ${JSON.stringify(effect)}`]),
    ...misspelt(given).map(([wrong, meant]) => `${where}: write ${meant} instead of ${wrong}`),
    ...numbers.map((field) => `${where}: ${field} must be a number above 0`),
    ...(isList ? [] : [`${where}: contents must be a list of argument names`]),
    ...(fallback === undefined || typeof fallback === "string" ? [] : [`${where}: fallback must be a tool's name`]),
  ]
}

/** Fields of the application's own may stand beside those of a tool; only what is nearly one of them is refused. */
function misspelt(given: Readonly<Record<string, unknown>>): readonly (readonly [string, string])[] {
  return Object.keys(given)
    .filter((field) => !Object.hasOwn(FIELDS, field))
    .flatMap((field) => {
      const meant = ELSEWHERE.get(field) ?? mistyped(field, Object.keys(FIELDS))
      return meant === undefined || given[meant] !== undefined ? [] : [[field, meant] as const]
    })
}

/** What other libraries call these fields. Passed over in silence, such a tool would run without the approval it asks for. */
const ELSEWHERE: ReadonlyMap<string, string> = new Map([
  ["needsApproval", "approval"],
  ["requireApproval", "approval"],
])

/** The compiler keeps this list complete. */
const FIELDS: Readonly<Record<Extract<keyof Tool, string>, true>> = {
  name: true,
  description: true,
  input: true,
  effect: true,
  touches: true,
  changes: true,
  leaves: true,
  approval: true,
  refuses: true,
  risk: true,
  contents: true,
  preview: true,
  question: true,
  lastWords: true,
  fallback: true,
  timeoutMs: true,
  maxTimeoutMs: true,
  maxResultChars: true,
  cutAt: true,
  localPaths: true,
  delegates: true,
  origin: true,
  verify: true,
  run: true,
}

/** The first two are run again after a crash, the last is not. */
const EFFECTS = '"read" (changes nothing), "idempotent" (may run twice) or "once" (must not run twice)'

/** A function decides for each call. */
function isEffect(effect: unknown): boolean {
  return typeof effect === "function" || [undefined, "read", "idempotent", "once"].includes(effect as never)
}

/** Other libraries have other names for these fields. */
function instead(given: Readonly<Record<string, unknown>>, other: string, own: string): string {
  return other in given ? `; write ${own} instead of ${other}` : ""
}

function inputNamed(given: Readonly<Record<string, unknown>>): string {
  return instead(given, "inputSchema", "input") || instead(given, "parameters", "input")
}

/** `null` means no limit. */
export function resultLimitProblems(limits: ResultLimits | undefined): readonly string[] {
  return Object.entries(limits ?? {}).flatMap(([name, limit]) =>
    limit === null || isPositive(limit) ? [] : [`resultLimits["${name}"]: a number of characters above 0, or null`],
  )
}

function isPositive(value: unknown): boolean {
  return typeof value === "number" && value > 0
}
