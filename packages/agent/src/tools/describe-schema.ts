// The JSON Schema of a Standard Schema, for the model. zod 4 and arktype describe themselves; valibot does it in a package of
// its own, which is loaded when the first such schema is compiled.
import { createRequire } from "node:module"
import { join } from "node:path"
import { messageOf, PawlError } from "../contracts/error.ts"
import type { JsonObject } from "../contracts/json.ts"
import type { StandardSchema } from "./input-schema.ts"

/**
 * What a model has to send. Throws `config-invalid` if the schema cannot be described. `what`: names the schema in the
 * message, such as `the input schema of tool "x"`.
 */
export function describeSchema(what: string, schema: StandardSchema): JsonObject {
  const { vendor, jsonSchema } = schema["~standard"]
  const describe: Describe | undefined =
    jsonSchema === undefined ? OTHER_PACKAGES[vendor]?.(what, schema) : (how) => jsonSchema.input(how)
  if (describe === undefined) {
    throw new PawlError(
      "config-invalid",
      `${capital(what)} (${vendor}) cannot describe itself as JSON Schema. Pass JSON Schema instead.`,
    )
  }
  try {
    return describe({ target: "draft-2020-12" }) as JsonObject
  } catch (error) {
    const message = `${capital(what)} (${vendor}) has no JSON Schema. ${messageOf(error)} Describe what a model can send, such as a date as a text.`
    throw new PawlError("config-invalid", message, { cause: error })
  }
}

function capital(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

/** What to write where a tool's input is no object, as in `input: z.string()`. */
export function noObject(toolName: string, schema: StandardSchema, { type }: JsonObject): string | undefined {
  if (typeof type !== "string" || type === "object") return undefined
  const written = OBJECTS[schema["~standard"].vendor] ?? "an object schema"
  return `The input of tool "${toolName}" must be an object, because a model names the arguments, and is of type "${type}". Write input: ${written}.`
}

/** What to write where a tool's input is an object's fields without the object, as in `input: { order: z.string() }`. */
export function fieldsAlone(toolName: string, schema: JsonObject): string | undefined {
  const fields: readonly (readonly [string, unknown])[] = Object.entries(schema ?? {})
  const found = fields.find(
    ([, field]) => ["object", "function"].includes(typeof field) && field !== null && "~standard" in Object(field),
  )
  if (found === undefined) return undefined
  const [name, field] = found
  const { vendor } = (field as StandardSchema)["~standard"]
  const written = (WRAPPED[vendor] ?? "an object schema of { $ }").replace("$", `${name}: …`)
  return `The input of tool "${toolName}" has schemas as fields, and is no schema itself. Write input: ${written}.`
}

const WRAPPED: Readonly<Record<string, string>> = {
  zod: "z.object({ $ })",
  valibot: "v.object({ $ })",
  arktype: "type({ $ })",
}

/** How each library writes an object of one field. */
const OBJECTS: Readonly<Record<string, string>> = {
  zod: "z.object({ value: z.string() })",
  valibot: "v.object({ value: v.string() })",
  arktype: 'type({ value: "string" })',
}

type Describe = (options: { readonly target: string }) => Record<string, unknown>

/** Libraries whose JSON Schema comes from a package that the user installs beside them. */
const OTHER_PACKAGES: Readonly<Record<string, (what: string, schema: StandardSchema) => Describe>> = {
  valibot: (what, schema) => {
    const { toJsonSchema } = installed("@valibot/to-json-schema", what) as ToJsonSchema
    return () => toJsonSchema(schema, { typeMode: "input" })
  },
}

interface ToJsonSchema {
  readonly toJsonSchema: (schema: unknown, how: { readonly typeMode: "input" }) => Record<string, unknown>
}

/** Searched beside this library, then in the folder of the program: a package manager may keep them apart. */
function installed(name: string, what: string): unknown {
  const places = [import.meta.url, join(process.cwd(), "package.json")].map((place) => createRequire(place))
  for (const load of places) {
    const found = resolvedBy(load, name)
    if (found !== undefined) return load(found)
  }
  const message = `${capital(what)} is a valibot schema, which needs a package to be shown to a model: run npm install ${name}.`
  throw new PawlError("config-invalid", message)
}

function resolvedBy(load: NodeJS.Require, name: string): string | undefined {
  try {
    return load.resolve(name)
  } catch {
    return undefined
  }
}
