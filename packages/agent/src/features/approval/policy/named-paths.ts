// What in a call's arguments may be a path, and whether it leads out of the workspace. Every argument counts, because a
// server's tools name theirs freely.
import { isAbsolute, join, resolve } from "node:path"
import type { Json, JsonObject } from "../../../contracts/json.ts"
import type { AskedFor } from "./grants.ts"

/** Whether an argument may name something outside of the workspace. It says so too often, never too rarely. */
export function leavesWorkspace({ arguments: given, contents = [] }: AskedFor, root: string): boolean {
  const named = Object.fromEntries(Object.entries(given).filter(([name]) => !contents.includes(name)))
  const texts = textsIn(named)
  return texts === undefined || texts.some((text) => isOutside(text, root) && !NOWHERE.has(text))
}

/** What is written there is gone. */
const NOWHERE: ReadonlySet<string> = new Set(["/dev/null", "/dev/stdout", "/dev/stderr"])

/** In characters and values. */
const MAX_LOOK_CHARS = 100_000

/** Everything that may be a path; undefined where that is more than is checked. */
export function textsIn(given: JsonObject): readonly string[] | undefined {
  const texts: string[] = []
  let left = MAX_LOOK_CHARS
  const waiting: { readonly value: Json; readonly name?: string }[] = [{ value: given }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, name = "" } = next
    if (Array.isArray(value) && value.length > left) return undefined
    const found = typeof value === "string" ? pathsIn(value, name, left) : []
    if (found === undefined) return undefined
    for (const each of found) texts.push(each)
    left -= 1 + found.reduce((sum, each) => sum + each.length, 0)
    if (typeof value === "object" && value !== null)
      for (const [key, inner] of Object.entries(value)) {
        // A key of an argument may be a path, too; "secrets" alone is the name of a field.
        if (name !== "" && !Array.isArray(value) && /[.\\/]/.test(key)) texts.push(key)
        left -= Array.isArray(value) ? 0 : key.length
        waiting.push({ value: inner, name: Array.isArray(value) ? name : key })
        if (left < waiting.length) return undefined
      }
  }
  return texts
}

/** Text of several lines is content, unless it is a command: there each word may be a path. */
function pathsIn(text: string, name: string, most: number): readonly string[] | undefined {
  const isCommand = COMMANDS.test(name)
  const trimmed = text.trim()
  if (!isCommand && trimmed.includes("\n")) return []
  if (trimmed.length > most) return undefined
  return isCommand ? trimmed.split(/[\s"'`;|&<>()={},:$]+/).filter((word) => word !== "") : [trimmed]
}

export const COMMANDS = /^(?:command|cmd|script|shell|code|args|argv)$/i

export function isOutside(word: string, root: string): boolean {
  if (/^(?:~|HOME$|HOME\/)/.test(word)) return true
  const path = word.replace(/^file:\/\//, "")
  if (!isAbsolute(path) && !path.split("/").includes("..")) return false
  const whole = resolve(root, path)
  return whole !== root && !whole.startsWith(join(root, "/"))
}
