// Limits untrusted regular expressions: computes how long a text may be before matching takes too long. A pattern that
// can match the same text in exponentially many ways is not run at all. Pure; in doubt a pattern is not run.
import { isObject } from "../base/is-object.ts"
import type { Json } from "../contracts/json.ts"

const MAX_CHARS = 10_000
/** So many matching steps take no noticeable time. */
const MAX_STEPS = 3e7
const MAX_WAYS = 1e5
/** A quantifier with a larger maximum counts as unbounded. */
const MANY = 16

/** The longest text that the pattern may be run on; 0 when it must not be run. */
export function maxCharsFor(pattern: string): number {
  const parsed = parse(pattern)
  if (parsed === undefined || isAmbiguous(parsed, false)) return 0
  const { loops, ways } = costOf(parsed)
  if (ways > MAX_WAYS) return 0
  // Without an anchor, matching starts again at every character.
  const degree = Math.max(1, loops + (pattern.startsWith("^") ? 0 : 1))
  return Math.min(MAX_CHARS, Math.floor((MAX_STEPS / ways) ** (1 / degree)))
}

/** A pattern of the schema that can match one text in exponentially many ways, however long it is: it is never run. */
export function endlessPatternIn(schema: Json): string | undefined {
  if (Array.isArray(schema)) return firstIn(schema)
  if (!isObject(schema)) return undefined
  const { pattern, patternProperties } = schema
  const names = isObject(patternProperties) ? Object.keys(patternProperties) : []
  const own = [...(typeof pattern === "string" ? [pattern] : []), ...names].find(isEndless)
  return own ?? firstIn(Object.entries(schema).flatMap(([key, each]) => (DATA.has(key) ? [] : [each])))
}

function firstIn(schemas: readonly Json[]): string | undefined {
  for (const each of schemas) {
    const found = endlessPatternIn(each)
    if (found !== undefined) return found
  }
  return undefined
}

/** Their values are no schemas. */
const DATA = new Set(["const", "enum", "default", "examples"])

/** Whether the loops without a bound are to blame. Others cost much, but end. */
function isEndless(pattern: string): boolean {
  const parsed = parse(pattern)
  return parsed !== undefined && isAmbiguous(parsed, false, MANY)
}

/** The regular expression engine for ajv. A text that is too long to check passes; the schema's owner checks it. */
export const carefulRegExp = Object.assign(
  (pattern: string, flags: string) => {
    const regExp = new RegExp(pattern, flags)
    const most = maxCharsFor(pattern)
    return { test: (text: string) => text.length > most || regExp.test(text), toString: () => String(regExp) }
  },
  { code: "carefulRegExp" },
)

/**
 * Drops `patternProperties` whose pattern must not be run. Their properties cannot be told from additional ones, so
 * `additionalProperties` and `unevaluatedProperties` are dropped, too.
 */
export function withoutSlowNames(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(withoutSlowNames)
  if (typeof schema !== "object" || schema === null) return schema
  const inner = Object.fromEntries(Object.entries(schema).map(([key, each]) => [key, withoutSlowNames(each)]))
  const { patternProperties: named, additionalProperties: _, unevaluatedProperties: __, ...rest } = inner
  if (typeof named !== "object" || named === null || Array.isArray(named)) return inner
  const quick = Object.entries(named).filter(([pattern]) => maxCharsFor(pattern) > 0)
  return quick.length === Object.keys(named).length ? inner : { ...rest, patternProperties: Object.fromEntries(quick) }
}

type Node =
  | { readonly kind: "chars"; readonly source: string }
  | { readonly kind: "edge" }
  | { readonly kind: "sequence"; readonly items: readonly Node[] }
  | { readonly kind: "choice"; readonly options: readonly Node[] }
  | { readonly kind: "repeat"; readonly body: Node; readonly min: number; readonly max: number }

/** Whether a repetition in it, of more than `most` times, can match one text in several ways. */
function isAmbiguous(node: Node, isRepeated: boolean, most = 1): boolean {
  switch (node.kind) {
    case "chars":
    case "edge":
      return false
    case "sequence":
      return node.items.some((item) => isAmbiguous(item, isRepeated, most))
    case "choice":
      if (isRepeated && overlap(node.options)) return true
      return node.options.some((option) => isAmbiguous(option, isRepeated, most))
    case "repeat": {
      const { body, max } = node
      if (max > most && isElastic(body) && !isDelimited(body)) return true
      return isAmbiguous(body, isRepeated || max > most, most)
    }
  }
}

/** Whether two options can begin with the same character, or one can be empty. */
function overlap(options: readonly Node[]): boolean {
  return options.some((one, at) => {
    const first = firstOf(one)
    if (first === undefined) return true
    return options.slice(at + 1).some((other) => {
      const second = firstOf(other)
      return second === undefined || shareCharacter(first, second)
    })
  })
}

function isElastic(node: Node): boolean {
  if (node.kind === "repeat") return node.min !== node.max || isElastic(node.body)
  return childrenOf(node).some(isElastic)
}

/** Whether each repetition starts or ends with a character that is nowhere else in it, so that its bounds are certain. */
function isDelimited(body: Node): boolean {
  const items = body.kind === "sequence" ? body.items : [body]
  return [items.at(0), items.at(-1)].some((edge) => {
    if (edge?.kind !== "chars") return false
    const others = items.filter((item) => item !== edge).flatMap(charsIn)
    return others.every((other) => !shareCharacter(edge.source, other))
  })
}

/** How many unbounded loops there are, and how many ways through everything else. */
function costOf(node: Node): { readonly loops: number; readonly ways: number } {
  const inner = childrenOf(node).map(costOf)
  const loops = inner.reduce((sum, each) => sum + each.loops, 0)
  const ways = inner.reduce((product, each) => product * each.ways, 1)
  if (node.kind === "choice") return { loops, ways: ways * node.options.length }
  if (node.kind !== "repeat" || node.min === node.max) return { loops, ways }
  return node.max > MANY ? { loops: loops + 1, ways } : { loops, ways: ways * (node.max - node.min + 1) }
}

function childrenOf(node: Node): readonly Node[] {
  if (node.kind === "sequence") return node.items
  if (node.kind === "choice") return node.options
  return node.kind === "repeat" ? [node.body] : []
}

function charsIn(node: Node): readonly string[] {
  return node.kind === "chars" ? [node.source] : childrenOf(node).flatMap(charsIn)
}

/** The set of characters it begins with; undefined when there is no single one. */
function firstOf(node: Node): string | undefined {
  if (node.kind === "chars") return node.source
  if (node.kind === "sequence") return node.items[0] === undefined ? undefined : firstOf(node.items[0])
  return node.kind === "repeat" && node.min > 0 ? firstOf(node.body) : undefined
}

/** Whether two character sets overlap: tested with the engine itself, on Latin characters and a few others. */
function shareCharacter(one: string, other: string): boolean {
  const [a, b] = [new RegExp(`^${one}$`, "su"), new RegExp(`^${other}$`, "su")]
  return SAMPLES.some((char) => a.test(char) && b.test(char))
}

const SAMPLES = [...Array.from({ length: 384 }, (_, code) => String.fromCharCode(code)), "я", "漢", "\u2028", "😀"]

/** Undefined for syntax that is not supported, and for back references. */
function parse(pattern: string): Node | undefined {
  let at = 0
  const choice = (): Node | undefined => {
    const options: Node[] = []
    for (;;) {
      const option = sequence()
      if (option === undefined) return undefined
      options.push(option)
      if (pattern[at] !== "|") return options.length === 1 ? option : { kind: "choice", options }
      at += 1
    }
  }
  const sequence = (): Node | undefined => {
    const items: Node[] = []
    while (at < pattern.length && pattern[at] !== "|" && pattern[at] !== ")") {
      const item = quantified()
      if (item === undefined) return undefined
      items.push(item)
    }
    return items.length === 1 && items[0] !== undefined ? items[0] : { kind: "sequence", items }
  }
  const quantified = (): Node | undefined => {
    const body = atom()
    const [sign] = /^(?:[*+?]|\{\d+(?:,\d*)?\})\??/.exec(pattern.slice(at)) ?? []
    if (body === undefined || sign === undefined) return body
    at += sign.length
    return { kind: "repeat", body, ...limitsIn(sign) }
  }
  const atom = (): Node | undefined => {
    const rest = pattern.slice(at)
    const [group] = /^\((?:\?(?::|<?[=!]|<\w+>))?/.exec(rest) ?? []
    if (group !== undefined) {
      at += group.length
      const inner = choice()
      at += 1
      return pattern[at - 1] === ")" ? inner : undefined
    }
    const [edge] = /^(?:[\^$]|\\[bB])/.exec(rest) ?? []
    if (edge !== undefined) {
      at += edge.length
      return { kind: "edge" }
    }
    const [chars] = CHARS.exec(rest) ?? []
    if (chars === undefined) return undefined
    at += chars.length
    return { kind: "chars", source: chars }
  }
  const whole = choice()
  return at === pattern.length ? whole : undefined
}

/** A set, an escape that is not a back reference, or a literal character. */
const CHARS =
  /^(?:\[(?:\\.|[^\]\\])*\]|\\(?:[pP]\{[^}]*\}|u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[A-Za-z]|0|[^\d\skpPuxcbB])|[^\\()[\]{}*+?|^$])/su

function limitsIn(sign: string): { readonly min: number; readonly max: number } {
  const [, min, comma, max] = /^\{(\d+)(,?)(\d*)\}/.exec(sign) ?? []
  if (min !== undefined) {
    const least = Number(min)
    return { min: least, max: comma === "" ? least : max === "" ? Number.POSITIVE_INFINITY : Number(max) }
  }
  return { min: sign[0] === "+" ? 1 : 0, max: sign[0] === "?" ? 1 : Number.POSITIVE_INFINITY }
}
