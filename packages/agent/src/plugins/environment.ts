// Reads a field's value from the environment: from its own variable, or from the JSON in the variable of a parent object.
import { isObject } from "../base/is-object.ts"
import type { Json } from "../contracts/json.ts"
import { at, type Field } from "./fields.ts"
import { type Read, readValue } from "./read-value.ts"

export type Environment = Readonly<Record<string, string | undefined>>

export interface FromEnvironment {
  readonly variable: string
  readonly read: Read
}

/** Undefined when no variable sets the field; an empty variable counts as not set. */
export function fromEnvironment(field: Field, env: Environment): FromEnvironment | undefined {
  const { path, variable, schema } = field
  const text = env[variable] ?? ""
  if (text !== "") return { variable, read: readValue(text, schema) }
  const levels = variable.split("__")
  for (let depth = path.length - 1; depth > 0; depth--) {
    const above = levels.slice(0, depth).join("__")
    const tree = treeIn(env[above] ?? "")
    if (tree === undefined) continue
    if (!tree.ok) return { variable: above, read: tree }
    const value = isObject(tree.value) ? at(tree.value, path.slice(depth)) : undefined
    if (value !== undefined) return { variable: above, read: { ok: true, value } }
  }
  return undefined
}

function treeIn(text: string): Read | undefined {
  if (text === "") return undefined
  try {
    const value = JSON.parse(text) as Json
    if (isObject(value)) return { ok: true, value }
  } catch {
    // The text is not quoted in the problem: it may be a secret.
  }
  return { ok: false, problem: "it must be a JSON object" }
}
