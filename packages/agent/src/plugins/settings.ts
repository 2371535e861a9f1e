// Resolves a plugin's settings: the environment takes precedence over stored values, and these over defaults. Reports
// what is missing.
import { unlessFailed } from "../base/at-hand.ts"
import { defined } from "../base/defined.ts"
import { isObject } from "../base/is-object.ts"
import { messageOf } from "../contracts/error.ts"
import type { Json, JsonObject } from "../contracts/json.ts"
import type { KnownSecrets } from "../secrets/known-secrets.ts"
import { isRecognisable, MIN_SECRET_CHARS } from "../secrets/secret-forms.ts"
import type { Checked } from "../tools/input-schema.ts"
import { type SchemaChecker, schemaChecker } from "../tools/json-schema.ts"
import type { CheckedPlugin } from "./check-plugin.ts"
import { type Environment, fromEnvironment } from "./environment.ts"
import { at, type Field } from "./fields.ts"
import type { PluginSettings } from "./plugin.ts"
import { rootOf } from "./schema-spots.ts"
import { MASK, Secret } from "./secret.ts"
import { secretsIn, swapSecrets } from "./secret-places.ts"

/** A setting of a plugin, and where its value comes from. */
export interface SettingStatus {
  /** What the plugin calls it. */
  readonly name: string
  /** The environment variable that sets it. */
  readonly variable: string
  /** `environment`: locked, another value cannot be stored. `nowhere`: it has no value. */
  readonly from: "environment" | "stored" | "default" | "nowhere"
  /** The value, with secrets masked; undefined when there is none. */
  readonly shown: Json | undefined
  /** Its value is shown masked. */
  readonly isSecret: boolean
  /** The plugin needs it. */
  readonly isRequired: boolean
  /** What it is for. */
  readonly description?: string
  /** What is wrong with its value. */
  readonly problem?: string
}

export interface ResolvedSettings {
  /** Missing settings are left out. Empty when there are problems. */
  readonly values: PluginSettings
  readonly settings: readonly SettingStatus[]
  /** What is wrong with the values that are set. */
  readonly problems: readonly string[]
}

export interface SettingSources {
  readonly env: Environment
  readonly stored: JsonObject
  readonly secrets: KnownSecrets
}

export async function resolveSettings(plugin: CheckedPlugin, sources: SettingSources): Promise<ResolvedSettings> {
  const found = plugin.fields.map((field) => resolveField(field, sources))
  const tree: Tree = {}
  for (const { field, value } of found) {
    if (value === undefined) continue
    for (const each of secretsIn(value, field)) sources.secrets.add(String(each))
    put(tree, field.path, value)
  }
  const settings = found.map(statusOf)
  const own = found.flatMap(({ field, problem }) => (problem === undefined ? [] : [`${field.name}: ${problem}`]))
  if (own.length > 0) return { values: {}, settings, problems: own }
  const isWhole = found.every(({ field, value }) => !field.isRequired || value !== undefined)
  // Missing settings are reported by name, not as a schema problem.
  if (!isWhole) return { ...wrapped(tree, plugin.schema, sources.secrets), settings }
  // A zod schema may run the plugin's code, which may throw.
  const failed = (error: unknown) => ({ ok: false, problems: messageOf(error) }) as const
  const whole = await unlessFailed<Checked>(() => plugin.check(tree as JsonObject), failed)
  if (!whole.ok) return { values: {}, settings, problems: [sources.secrets.clean(whole.problems)] }
  return { ...wrapped(whole.value, plugin.schema, sources.secrets), settings }
}

interface Found {
  readonly field: Field
  readonly from: SettingStatus["from"]
  readonly value: Json | undefined
  readonly problem?: string
}

export function resolveField(field: Field, { env, stored }: Pick<SettingSources, "env" | "stored">): Found {
  const set = fromEnvironment(field, env)
  if (set?.read.ok === false)
    return { field, from: "environment", value: undefined, problem: `${set.variable}: ${set.read.problem}` }
  if (set?.read.ok === true) return checked({ field, from: "environment", value: set.read.value })
  const kept = at(stored, field.path)
  if (kept !== undefined) return checked({ field, from: "stored", value: kept })
  return { field, from: field.fallback === undefined ? "nowhere" : "default", value: field.fallback }
}

function checked(found: Found): Found {
  const problem = problemOf(found.field, found.value)
  return problem === undefined ? found : { ...found, problem }
}

/** What is wrong with a value, according to its field's schema. */
export function problemOf(field: Field, value: unknown): string | undefined {
  if (secretsIn(value, field).some(isTooShort)) return TOO_SHORT
  const problems = checkerFor(field.schema)?.(value) ?? []
  return problems.length === 0 ? undefined : problems.map((problem) => problem.replace(/^it: /, "it ")).join("; ")
}

/** Undefined when the field refers to other parts of the schema: then only the whole can be checked. */
function checkerFor(schema: JsonObject): SchemaChecker | undefined {
  try {
    return schemaChecker(schema, { root: "it" })
  } catch {
    return undefined
  }
}

/** A secret that cannot be recognised in text cannot be removed from tool output. */
function isTooShort(secret: unknown): boolean {
  return !isRecognisable(`${secret}`)
}

const TOO_SHORT = `a secret has at least ${MIN_SECRET_CHARS} characters and is no plain word, so that it can be told from other text`

function statusOf({ field, from, value, problem }: Found): SettingStatus {
  const { name, variable, isRequired, description } = field
  const shown = value !== undefined && field.isSecret ? MASK : value
  const more = { ...defined({ description, problem }) }
  return { name, variable, from, shown, isSecret: field.isSecret, isRequired, ...more }
}

/** The same values with a `Secret` wherever the schema says so, also for values that the schema made from a secret. */
function wrapped(
  value: unknown,
  schema: JsonObject,
  secrets: KnownSecrets,
): Pick<ResolvedSettings, "values" | "problems"> {
  const problems = new Set<string>()
  const values = swapSecrets(value, { spot: rootOf(schema), root: schema }, (secret) => {
    if (typeof secret !== "string") problems.add(NO_TEXT)
    else if (isTooShort(secret)) problems.add(TOO_SHORT)
    else secrets.add(secret)
    return new Secret(String(secret))
  })
  if (problems.size > 0) return { values: {}, problems: [...problems] }
  return { values: values as PluginSettings, problems: [] } // A settings schema describes an object.
}

const NO_TEXT = "its schema makes something of a secret that is no text, and could not be kept out of what tools say"

export type Tree = { [key: string]: Json | Tree }

export function put(tree: Tree, [key = "", ...rest]: readonly string[], value: Json): void {
  if (rest.length === 0) {
    tree[key] = value
    return
  }
  const inner = Object.hasOwn(tree, key) && isObject(tree[key]) ? (tree[key] as Tree) : {}
  tree[key] = inner
  put(inner, rest, value)
}
