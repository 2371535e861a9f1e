// Inserts what a configuration refers to: `${NAME}` from the environment and `#path` from the same file. A missing value
// is an error here, when the command starts.
import { type Environment, isTree, type Tree } from "./read-file.ts"

export function resolveValues(raw: Tree, env: Environment): Tree {
  const root = mapStrings(raw, (text) => interpolate(text, env)) as Tree // Its shape is kept.
  return mapStrings(root, (text) => follow(text, root, [])) as Tree
}

/** `$${` is a plain `${`. */
function interpolate(text: string, env: Environment): string {
  return text.replace(/\$?\$\{([^}]*)\}/g, (whole, inside: string) => {
    if (whole.startsWith("$$")) return whole.slice(1)
    const [, name = "", , otherwise] = /^([A-Za-z_]\w*)(:-(.*))?$/s.exec(inside) ?? []
    if (name === "") throw new Error(`"${whole}" names no variable: write \${NAME} or \${NAME:-default}`)
    const value = env[name]
    if (otherwise !== undefined) return value === undefined || value === "" ? otherwise : value
    if (value !== undefined) return value
    throw new Error(
      `"${whole}" needs the environment variable ${name}, which is not set: set it, or write \${${name}:-default}`,
    )
  })
}

/** `##` at the beginning is a plain `#`. */
function follow(text: string, root: Tree, seen: readonly string[]): unknown {
  if (text.startsWith("##")) return text.slice(1)
  if (!/^#[\w$-]+(\.[\w$-]+)*$/.test(text)) return text
  if (seen.includes(text)) throw new Error(`"${text}" refers to itself: ${[...seen, text].join(" -> ")}`)
  const found = text
    .slice(1)
    .split(".")
    .reduce<unknown>((at, key) => (isTree(at) && Object.hasOwn(at, key) ? at[key] : undefined), root)
  if (found === undefined) throw new Error(`"${text}" refers to nothing: there is no "${text.slice(1)}" in it`)
  return mapStrings(found, (inner) => follow(inner, root, [...seen, text]))
}

function mapStrings(value: unknown, change: (text: string) => unknown): unknown {
  if (typeof value === "string") return change(value)
  if (Array.isArray(value)) return value.map((each) => mapStrings(each, change))
  if (!isTree(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapStrings(each, change)]))
}
