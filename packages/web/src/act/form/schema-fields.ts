// The fields of a form from a tool's JSON schema. What a field cannot express is edited as JSON.
import type { Json } from "@pawl/client"

export type Schema = Readonly<Record<string, Json>>
export type Given = Readonly<Record<string, Json>>

interface Common {
  readonly name: string
  readonly isRequired: boolean
  readonly hint?: string
}

export type Field = Common &
  (
    | { readonly kind: "text"; readonly isLong: boolean; readonly minLength: number }
    | { readonly kind: "number"; readonly isWhole: boolean; readonly min?: number; readonly max?: number }
    | { readonly kind: "yes-no" }
    | { readonly kind: "choice"; readonly options: readonly Json[] }
    | { readonly kind: "lines" }
    | { readonly kind: "json" }
  )

/** Undefined when the schema has no plain list of properties: then all is edited as JSON. */
export function fieldsOf(schema: Schema | undefined, given: Given): readonly Field[] | undefined {
  if (!isObject(schema?.properties) || JOINED.some((word) => schema[word] !== undefined)) return undefined
  const required = Array.isArray(schema.required) ? schema.required : []
  const properties = Object.entries(schema.properties)
  return properties.map(([name, about]) => {
    const hint = isObject(about) && typeof about.description === "string" ? { hint: about.description } : {}
    return { name, isRequired: required.includes(name), ...hint, ...kindOf(isObject(about) ? about : {}, given[name]) }
  })
}

/** Which properties go together cannot be shown as one list of fields. */
const JOINED = ["anyOf", "oneOf", "allOf", "$ref", "if", "not"]

type Kind = Field extends infer F ? (F extends Field ? Omit<F, keyof Common> : never) : never

function kindOf(about: Schema, value: Json | undefined): Kind {
  const kind = kindBySchema(about)
  // What the model gave may not fit; it must not be lost in a field that cannot hold it.
  return value === undefined || canHold(kind, value) ? kind : { kind: "json" }
}

function kindBySchema(about: Schema): Kind {
  const { type, enum: options, items } = about
  if (Array.isArray(options) && options.every(isPlain)) return { kind: "choice", options }
  if (type === "string") return { kind: "text", isLong: isLongText(about), minLength: numberOf(about.minLength) ?? 0 }
  if (type === "number" || type === "integer") return { kind: "number", isWhole: type === "integer", ...limits(about) }
  if (type === "boolean") return { kind: "yes-no" }
  if (type === "array" && isObject(items) && items.type === "string" && items.enum === undefined)
    return { kind: "lines" }
  return { kind: "json" }
}

function canHold(kind: Kind, value: Json): boolean {
  if (kind.kind === "text") return typeof value === "string"
  if (kind.kind === "number") return typeof value === "number"
  if (kind.kind === "yes-no") return typeof value === "boolean"
  if (kind.kind === "choice") return kind.options.includes(value)
  // A text with a line break would become two.
  if (kind.kind === "lines")
    return Array.isArray(value) && value.every((each) => typeof each === "string" && each !== "" && !/\n/.test(each))
  return true
}

/** Every text may have several lines unless its length says otherwise. */
function isLongText({ maxLength, format }: Schema): boolean {
  return format === undefined && (typeof maxLength !== "number" || maxLength > 200)
}

function limits({ minimum, maximum }: Schema) {
  const [min, max] = [numberOf(minimum), numberOf(maximum)]
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) }
}

function numberOf(value: Json | undefined): number | undefined {
  return typeof value === "number" ? value : undefined
}

function isPlain(value: Json): boolean {
  return typeof value !== "object" || value === null
}

export function isObject(value: Json | undefined): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
