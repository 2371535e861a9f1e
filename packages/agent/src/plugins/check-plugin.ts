// The first check of a plugin: its shape, names and schemas. It runs no code of the plugin's tools.
import { isObject } from "../base/is-object.ts"
import { messageOf } from "../contracts/error.ts"
import type { JsonObject } from "../contracts/json.ts"
import { noObject } from "../tools/describe-schema.ts"
import { type CompiledSchema, compileSchema, type InputSchema, isStandard } from "../tools/input-schema.ts"
import { type Field, fieldsOf } from "./fields.ts"
import type { Need, Plugin, PluginProvider, PluginTool } from "./plugin.ts"
import { lostSecrets, NO_DEFAULT, secretProblems, secretsIn } from "./secret-places.ts"
import { zodSecretProblems } from "./zod-secrets.ts"

export interface CheckedPlugin {
  readonly name: string
  readonly plugin: Plugin
  /** Where the plugin was found, for people. */
  readonly place: string
  /** The JSON Schema of its settings. */
  readonly schema: JsonObject
  readonly check: CompiledSchema["check"]
  readonly fields: readonly Field[]
}

export type Check =
  | { readonly ok: true; readonly plugin: CheckedPlugin }
  | { readonly ok: false; readonly problems: readonly string[] }

export function checkPlugin(given: unknown, place: string): Check {
  if (!isObject(given)) return { ok: false, problems: [NO_PLUGIN] }
  const { name, version, description, settings, available, tools = [], contextProviders = [] } = given as Loose
  const compiled = settingsIn(settings)
  const fields = compiled.ok && typeof name === "string" ? fieldsOf(name, compiled.schema.jsonSchema) : []
  const problems = [
    ...(typeof name === "string" && NAME.test(name)
      ? []
      : [`name: must be ${WANTED_NAME}, not ${JSON.stringify(name)}`]),
    ...(isTextOrNothing(version) ? [] : ["version: must be a text"]),
    ...(isTextOrNothing(description) ? [] : ["description: must be a text"]),
    ...(isFunctionOrNothing(available) ? [] : ["available: must be a function"]),
    ...(compiled.ok ? settingProblems(fields, compiled.schema.jsonSchema) : [compiled.problem]),
    ...(compiled.ok && isSchema(settings) ? zodSecretProblems(settings) : []),
    ...(Array.isArray(tools) ? toolProblems(tools, fields) : ["tools: must be a list"]),
    ...(Array.isArray(contextProviders)
      ? providerProblems(contextProviders, fields)
      : ["contextProviders: must be a list"]),
  ]
  if (problems.length > 0 || !compiled.ok) return { ok: false, problems }
  const { jsonSchema: schema, check } = compiled.schema
  // Every part was checked above.
  return {
    ok: true,
    plugin: { name: name as string, plugin: given as unknown as Plugin, place, schema, check, fields },
  }
}

const NO_PLUGIN = "its default export is not a plugin. Use export default { name, tools } or plugin({ name, tools })"
const NAME = /^(?=.{1,32}$)[a-z0-9]+(?:-[a-z0-9]+)*$/
const WANTED_NAME = 'at most 32 lower-case letters, digits and single "-" between them'
const PART_NAME = /^[a-zA-Z0-9_-]{1,64}$/

type Loose = Readonly<Record<string, unknown>>

type Settings =
  | { readonly ok: true; readonly schema: CompiledSchema }
  | { readonly ok: false; readonly problem: string }

function settingsIn(given: unknown): Settings {
  if (given !== undefined && !isSchema(given))
    return { ok: false, problem: "settings: must be a JSON Schema of an object" }
  try {
    const schema = compileSchema("settings", (given ?? NO_SETTINGS) as InputSchema)
    if (schema.jsonSchema.type === "object") return { ok: true, schema }
    return { ok: false, problem: "settings: must be a schema of an object" }
  } catch (error) {
    return { ok: false, problem: `settings: ${messageOf(error).replace('The input schema of tool "settings"', "it")}` }
  }
}

const NO_SETTINGS: JsonObject = { type: "object", properties: {} }

function settingProblems(fields: readonly Field[], schema: JsonObject): readonly string[] {
  const seen = new Map<string, string>()
  const lost = lostSecrets(
    schema,
    fields.map(({ spot }) => spot),
  ).map(
    (pointer) =>
      `settings: the secret at "${pointer}" belongs to no setting that can be found, so it would not be masked`,
  )
  const own = fields.flatMap(({ name, variable, spot, root, fallback }) => {
    const other = seen.get(variable)
    seen.set(variable, name)
    const isWritten = secretsIn(fallback, { spot, root }).length > 0
    const wrong = new Set([...secretProblems(spot, root), ...(isWritten ? [NO_DEFAULT] : [])])
    return [
      ...(other === undefined ? [] : [`settings: "${other}" and "${name}" are both set by ${variable}. Rename one`]),
      ...[...wrong].map((problem) => `settings.${name}: ${problem}`),
    ]
  })
  return [...lost, ...own]
}

function toolProblems(tools: readonly unknown[], fields: readonly Field[]): readonly string[] {
  return tools.flatMap((each, place) => {
    if (!isObject(each)) return [`tools[${place}]: must be an object`]
    const tool = each as unknown as Loose & Partial<PluginTool>
    const where = `tool ${typeof tool.name === "string" ? `"${tool.name}"` : place}`
    return [
      ...(PART_NAME.test(String(tool.name)) ? [] : [`${where}: needs a name of letters, digits, "_" and "-"`]),
      ...(typeof tool.description === "string" ? [] : [`${where}: needs a description, for the model`]),
      ...(typeof tool.run === "function" ? [] : [`${where}: needs a function "run"`]),
      ...(isFunctionOrNothing(tool.available) ? [] : [`${where}: "available" must be a function`]),
      ...inputProblems(tool, where),
      ...needProblems(tool.needs, fields).map((problem) => `${where}: ${problem}`),
    ]
  })
}

function inputProblems({ input, name }: Loose, where: string): readonly string[] {
  if (!isSchema(input)) return [`${where}: needs an input schema`]
  try {
    const { jsonSchema } = compileSchema(String(name), input)
    const otherInput = isStandard(input) ? noObject(String(name), input, jsonSchema) : undefined
    return otherInput === undefined ? [] : [otherInput]
  } catch (error) {
    return [messageOf(error)]
  }
}

function providerProblems(providers: readonly unknown[], fields: readonly Field[]): readonly string[] {
  return [
    ...twice(providers).map((name) => `contextProviders: two are named "${name}"`),
    ...providers.flatMap((each, place) => {
      if (!isObject(each)) return [`contextProviders[${place}]: must be an object`]
      const { name, fetch, isEligible, needs } = each as unknown as Loose & Partial<PluginProvider>
      const where = `context provider ${typeof name === "string" ? `"${name}"` : place}`
      return [
        ...(PART_NAME.test(String(name)) ? [] : [`${where}: needs a name of letters, digits, "_" and "-"`]),
        ...(typeof fetch === "function" ? [] : [`${where}: needs a function "fetch"`]),
        ...(isFunctionOrNothing(isEligible) ? [] : [`${where}: "isEligible" must be a function`]),
        ...needProblems(needs, fields).map((problem) => `${where}: ${problem}`),
      ]
    }),
  ]
}

const NEEDS: readonly Need[] = ["settings", "dataFolder", "cacheFolder", "workspace"]

function needProblems(needs: unknown, fields: readonly Field[]): readonly string[] {
  if (needs === undefined) return []
  if (!Array.isArray(needs)) return ["needs: must be a list"]
  const known: readonly string[] = [...NEEDS, ...fields.map(({ name }) => `settings.${name}`)]
  const unknown = needs.filter((need) => !known.includes(need))
  return unknown.map((need) => `it needs "${need}", which does not exist. There are: ${known.join(", ")}`)
}

function twice(named: readonly unknown[]): readonly string[] {
  const names = named.map((each) => (isObject(each) ? String(each.name) : ""))
  return names.filter((name, place) => name !== "" && names.indexOf(name) < place)
}

/** zod's schemas are objects, those of other libraries may be functions. */
function isSchema(given: unknown): given is InputSchema {
  return (typeof given === "object" || typeof given === "function") && given !== null && !Array.isArray(given)
}

function isTextOrNothing(value: unknown): boolean {
  return value === undefined || typeof value === "string"
}

function isFunctionOrNothing(value: unknown): boolean {
  return value === undefined || typeof value === "function"
}
