// One field of a server's form: the question that a person sees, and how the answer is parsed.
import { defined } from "../../base/defined.ts"
import type { Json, JsonObject } from "../../contracts/json.ts"
import { schemaChecker } from "../../tools/json-schema.ts"
import { isRecord } from "../config.ts"
import { onOneLine } from "../display-text.ts"

export interface Field {
  readonly name: string
  readonly words: string
  readonly isRequired: boolean
  readonly kind: "text" | "number" | "switch" | "choice" | "choices"
  /** The choices, as they are shown and as they are sent. */
  readonly choices: readonly Choice[]
  readonly preset?: Value
  readonly problems: (value: unknown) => readonly string[]
}

interface Choice {
  readonly shown: string
  readonly value: string
}

export type Value = string | number | boolean | string[]

export type Read = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly problem: string }

export function readField(name: string, schema: Record<string, unknown>, isRequired: boolean): Field {
  const choices = choicesIn(schema)
  const kind = kindOf(schema, choices)
  const { title, description } = schema
  const named = typeof title === "string" && title !== "" ? title : name
  const about = typeof description === "string" && description !== "" ? `: ${description}` : ""
  const hints = [WANTED[kind], ...limitsIn(schema), ...(isRequired ? [] : ["optional"])].filter((each) => each !== "")
  const preset = isValue(schema.default) ? schema.default : undefined
  return {
    name,
    isRequired,
    kind,
    choices,
    words: `${onOneLine(named + about)}${hints.length === 0 ? "" : ` (${hints.join(", ")})`}`,
    ...defined({ preset }),
    problems: checkerFor(schema),
  }
}

const WANTED: Readonly<Record<Field["kind"], string>> = {
  text: "",
  number: "a number",
  switch: "yes or no",
  choice: "",
  choices: "one or more, with commas",
}

/** The preset value comes first. */
export function suggestionsFor({ kind, choices, preset }: Field): readonly string[] {
  const all = kind === "switch" ? ["yes", "no"] : choices.map(({ shown }) => shown)
  if (preset === undefined) return all
  const first = shownAs(preset, choices)
  return [first, ...all.filter((each) => each !== first)]
}

export function readAnswer(field: Field, answer: string): Read {
  const given = answer.trim()
  if (field.preset !== undefined && given === shownAs(field.preset, field.choices))
    return { ok: true, value: field.preset }
  const value = valueIn(field, given)
  if (value === undefined) return { ok: false, problem: wrongKind(field) }
  const [problem] = field.problems(value)
  return problem === undefined ? { ok: true, value } : { ok: false, problem }
}

function valueIn({ kind, choices }: Field, given: string): Value | undefined {
  switch (kind) {
    case "switch":
      if (/^(y|yes|true|on|ja|j)$/i.test(given)) return true
      return /^(n|no|false|off|nein)$/i.test(given) ? false : undefined
    case "number":
      return given === "" || Number.isNaN(Number(given)) ? undefined : Number(given)
    case "choice":
      return chosen(given, choices)
    case "choices": {
      const all = given.split(",").flatMap((each) => (each.trim() === "" ? [] : [chosen(each.trim(), choices)]))
      return all.includes(undefined) ? undefined : (all as string[]) // Checked just before.
    }
    case "text":
      return given
  }
}

function chosen(given: string, choices: readonly Choice[]): string | undefined {
  const isIt = (text: string) => text.toLowerCase() === given.toLowerCase()
  return choices.find(({ shown, value }) => isIt(shown) || isIt(value))?.value
}

function wrongKind({ kind, choices }: Field): string {
  if (kind === "choice" || kind === "choices") return `choose from ${choices.map(({ shown }) => shown).join(", ")}`
  return kind === "switch" ? "answer yes or no" : "a number is wanted"
}

function shownAs(value: Value, choices: readonly Choice[]): string {
  if (typeof value === "boolean") return value ? "yes" : "no"
  if (Array.isArray(value)) return value.map((each) => shownAs(each, choices)).join(", ")
  return choices.find((choice) => choice.value === value)?.shown ?? String(value)
}

function kindOf(schema: Record<string, unknown>, choices: readonly Choice[]): Field["kind"] {
  if (schema.type === "array") return "choices"
  if (choices.length > 0) return "choice"
  if (schema.type === "boolean") return "switch"
  return schema.type === "number" || schema.type === "integer" ? "number" : "text"
}

/** In all spellings of the protocol's versions. */
function choicesIn(schema: Record<string, unknown>): readonly Choice[] {
  const { enum: values, enumNames, oneOf, anyOf, items } = schema
  if (isRecord(items)) return choicesIn(items)
  if (Array.isArray(values)) {
    const names = Array.isArray(enumNames) ? enumNames : []
    return values.map((value, index) => ({ value: String(value), shown: onOneLine(String(names[index] ?? value)) }))
  }
  const titled = Array.isArray(oneOf) ? oneOf : Array.isArray(anyOf) ? anyOf : []
  return titled.flatMap((each) =>
    isRecord(each) && each.const !== undefined
      ? [{ value: String(each.const), shown: onOneLine(String(each.title ?? each.const)) }]
      : [],
  )
}

function limitsIn({ minimum, maximum, minLength, maxLength, format }: Record<string, unknown>): readonly string[] {
  return [
    ...(minimum === undefined ? [] : [`at least ${minimum}`]),
    ...(maximum === undefined ? [] : [`at most ${maximum}`]),
    ...(minLength === undefined ? [] : [`${minLength} or more characters`]),
    ...(maxLength === undefined ? [] : [`up to ${maxLength} characters`]),
    ...(typeof format === "string" ? [format] : []),
  ]
}

/** A schema that cannot be compiled is the server's mistake; the person's answer is not checked then. */
function checkerFor(schema: Record<string, unknown>): Field["problems"] {
  const { default: _preset, enumNames: _names, ...plain } = schema
  try {
    return schemaChecker(plain as JsonObject, { root: "it" }) // Came from JSON.
  } catch {
    return () => []
  }
}

function isValue(value: unknown): value is Value {
  if (Array.isArray(value)) return value.every((each: Json) => typeof each === "string")
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
}
