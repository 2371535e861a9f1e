// What stands in the fields of a form, and the arguments that it makes.
import type { Json } from "@pawl/client"
import { t } from "../../i18n/words.ts"
import { type Field, type Given, isObject } from "./schema-fields.ts"

/** The text in each field, by its name. A field that is left out of the arguments is empty. */
export type Values = Readonly<Record<string, string>>

export type Made =
  | { readonly ok: true; readonly arguments: Given }
  | { readonly ok: false; readonly problems: Readonly<Record<string, string>> }

export function valuesOf(fields: readonly Field[], given: Given): Values {
  return Object.fromEntries(fields.map((field) => [field.name, textOf(field, given[field.name])]))
}

function textOf(field: Field, value: Json | undefined): string {
  if (value === undefined) return ""
  if (field.kind === "text") return String(value)
  if (field.kind === "lines") return (value as readonly string[]).join("\n")
  if (field.kind === "choice") return String(field.options.indexOf(value))
  return field.kind === "json" ? JSON.stringify(value, undefined, 2) : String(value)
}

/** Arguments that no field names stay as they are. */
export function argumentsOf(fields: readonly Field[], values: Values, given: Given): Made {
  const problems: Record<string, string> = {}
  const made: Record<string, Json> = { ...given }
  for (const field of fields) {
    const text = values[field.name] ?? ""
    const read = isLeftOut(field, text, given) ? { value: undefined } : READ[field.kind](text, field as never)
    if ("problem" in read) problems[field.name] = read.problem
    else if (read.value === undefined && field.isRequired) problems[field.name] = t("act.needed")
    else if (read.value === undefined) delete made[field.name]
    else made[field.name] = read.value
  }
  return Object.keys(problems).length > 0 ? { ok: false, problems } : { ok: true, arguments: made }
}

/** An empty text is a text where the model gave one, or where one is needed. */
function isLeftOut(field: Field, text: string, given: Given): boolean {
  if (text !== "") return false
  if (field.kind === "text") return field.minLength > 0 || (!field.isRequired && given[field.name] === undefined)
  return !(field.kind === "lines" && (field.isRequired || given[field.name] !== undefined))
}

type Read = { readonly value: Json | undefined } | { readonly problem: string }
type Readers = { readonly [K in Field["kind"]]: (text: string, field: Extract<Field, { readonly kind: K }>) => Read }

const READ: Readers = {
  text: (text, { minLength }) =>
    text.length < minLength ? { problem: t("act.tooShort", { n: minLength }) } : { value: text },
  number: (text, field) => readNumber(text, field),
  "yes-no": (text) => ({ value: text === "true" }),
  choice: (text, { options }) => ({ value: options[Number(text)] }),
  lines: (text) => ({ value: text.split("\n").filter((line) => line.trim() !== "") }),
  json: (text) => readJson(text),
}

function readNumber(text: string, { isWhole, min, max }: Extract<Field, { readonly kind: "number" }>): Read {
  const value = Number(text)
  if (text.trim() === "" || !Number.isFinite(value)) return { problem: t("act.noNumber") }
  if (isWhole && !Number.isInteger(value)) return { problem: t("act.noWholeNumber") }
  if (min !== undefined && value < min) return { problem: t("act.tooSmall", { n: min }) }
  if (max !== undefined && value > max) return { problem: t("act.tooLarge", { n: max }) }
  return { value }
}

function readJson(text: string): Read {
  try {
    return { value: JSON.parse(text) as Json }
  } catch (error) {
    return { problem: t("act.noJson", { why: error instanceof Error ? error.message : "" }) }
  }
}

/** All arguments in one text. */
export function argumentsFromJson(text: string): { readonly arguments: Given } | { readonly problem: string } {
  const read = readJson(text)
  if ("problem" in read) return read
  return isObject(read.value) ? { arguments: read.value } : { problem: t("act.noObject") }
}
