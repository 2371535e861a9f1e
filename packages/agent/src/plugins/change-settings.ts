// Stores or removes one setting of a plugin. A setting that the environment overrides and a wrong value are refused.
import { isObject } from "../base/is-object.ts"
import { PawlError } from "../contracts/error.ts"
import { copyJson, type Json, type JsonObject } from "../contracts/json.ts"
import type { CheckedPlugin } from "./check-plugin.ts"
import { type Environment, fromEnvironment } from "./environment.ts"
import type { Field } from "./fields.ts"
import { readValue } from "./read-value.ts"
import { isMasked } from "./secret.ts"
import { problemOf, put, resolveField, type Tree } from "./settings.ts"
import type { SettingsFolder } from "./settings-folder.ts"

export interface ChangePorts {
  readonly folder: SettingsFolder
  readonly env: Environment
}

/** `value`: a text is converted to the field's type; any other value is taken unchanged. */
export function setSetting(plugin: CheckedPlugin, name: string, value: Json, { folder, env }: ChangePorts): void {
  const field = changeable(plugin, name, env)
  const read = typeof value === "string" ? readValue(value, field.schema) : { ok: true as const, value }
  if (!read.ok) throw refused(field, read.problem)
  if (field.isSecret && textsIn(read.value).some(isMasked))
    throw refused(field, "that is the mask which is shown in its place")
  const problem = problemOf(field, read.value)
  if (problem !== undefined) throw refused(field, problem)
  const tree = copyJson(folder.read(plugin.name)) as Tree
  put(tree, field.path, read.value)
  folder.write(plugin.name, tree as JsonObject)
}

/** True when a stored value was removed. */
export function unsetSetting(plugin: CheckedPlugin, name: string, { folder, env }: ChangePorts): boolean {
  const field = changeable(plugin, name, env)
  const tree = copyJson(folder.read(plugin.name)) as Tree
  if (!drop(tree, field.path)) return false
  folder.write(plugin.name, tree as JsonObject)
  return true
}

/** The value itself, even of a secret; undefined when it is not set. The only way to read a secret's value back. */
export function revealSetting(plugin: CheckedPlugin, name: string, { folder, env }: ChangePorts): Json | undefined {
  return resolveField(fieldNamed(plugin, name), { env, stored: folder.read(plugin.name) }).value
}

function fieldNamed({ name: plugin, fields }: CheckedPlugin, name: string): Field {
  const field = fields.find((each) => each.name === name)
  if (field !== undefined) return field
  const known = fields.length === 0 ? "It has none." : `It has: ${fields.map((each) => each.name).join(", ")}.`
  throw new PawlError("input-invalid", `The plugin "${plugin}" has no setting "${name}". ${known}`)
}

function changeable(checked: CheckedPlugin, name: string, env: ChangePorts["env"]): Field {
  const { name: plugin } = checked
  const field = fieldNamed(checked, name)
  const set = fromEnvironment(field, env)
  if (set === undefined) return field
  throw new PawlError(
    "setting-locked",
    `The setting "${name}" of "${plugin}" is locked: the environment variable ${set.variable} sets it. Change or unset the variable.`,
  )
}

function refused({ name }: Field, why: string): PawlError {
  return new PawlError("input-invalid", `The setting "${name}" cannot have that value: ${why}.`)
}

function textsIn(value: Json): readonly string[] {
  if (typeof value === "string") return [value]
  if (typeof value !== "object" || value === null) return []
  return Object.values(value).flatMap(textsIn)
}

function drop(tree: Tree, [key = "", ...rest]: readonly string[]): boolean {
  if (!Object.hasOwn(tree, key)) return false
  if (rest.length === 0) return delete tree[key]
  const inner = tree[key]
  if (!isObject(inner) || !drop(inner as Tree, rest)) return false
  if (Object.keys(inner).length === 0) delete tree[key]
  return true
}
