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

/** How each library writes an object of one field. */
const OBJECTS: Readonly<Record<string, string>> = {
  zod: "z.object({ value: z.string() })",
  valibot: "v.object({ value: v.string() })",
  arktype: 'type({ value: "string" })',
}

type Describe = (options: { readonly target: string }) => Record<string, unknown>

/** Libraries whose JSON Schema comes from a package beside them, or from another part of them. */
const OTHER_PACKAGES: Readonly<Record<string, (what: string, schema: StandardSchema) => Describe>> = {
  valibot: (what, schema) => {
    const needs = "is a valibot schema, which needs a package to be shown to a model"
    const { toJsonSchema } = installed("@valibot/to-json-schema", `${capital(what)} ${needs}`) as Valibot
    return () => toJsonSchema(schema, { typeMode: "input", overrideAction })
  },
  zod: (what, schema) => {
    if (!("_zod" in schema)) throw new PawlError("config-invalid", `${capital(what)} ${ZOD_3}`)
    // A schema of zod/mini, or of a zod 4 before 4.2: they do not describe themselves.
    const needs = "is a schema of zod/mini, or of an early zod 4, which needs zod 4 itself to be shown to a model"
    const { toJSONSchema } = installed("zod/v4/core", `${capital(what)} ${needs}`, "zod@4") as Zod
    return ({ target }) => toJSONSchema(schema, { io: "input", target })
  },
}

const ZOD_3 =
  'is a schema of zod 3, which has no JSON Schema. Use zod 4: run npm install zod@4, or import { z } from "zod/v4" where zod is 3.25.'

/** A check that JSON Schema cannot express is left out there: it is applied to what the model sends. */
function overrideAction({ jsonSchema, errors }: ValibotAction): object | undefined {
  return errors === undefined ? undefined : jsonSchema
}

interface ValibotAction {
  readonly jsonSchema: object
  readonly errors: unknown
}

interface Valibot {
  readonly toJsonSchema: (
    schema: unknown,
    how: { readonly typeMode: "input"; readonly overrideAction: typeof overrideAction },
  ) => Record<string, unknown>
}

interface Zod {
  readonly toJSONSchema: (
    schema: unknown,
    how: { readonly io: "input"; readonly target: string },
  ) => Record<string, unknown>
}

/** Searched beside this library, then in the folder of the program: a package manager may keep them apart. */
function installed(name: string, needs: string, install = name): unknown {
  const places = [import.meta.url, join(process.cwd(), "package.json")].map((place) => createRequire(place))
  for (const load of places) {
    const found = resolvedBy(load, name)
    if (found !== undefined) return load(found)
  }
  throw new PawlError("config-invalid", `${needs}: run npm install ${install}.`)
}

function resolvedBy(load: NodeJS.Require, name: string): string | undefined {
  try {
    return load.resolve(name)
  } catch {
    return undefined
  }
}
