// Whether a call names a file that no grant covers, in any of its arguments: whoever made the tool may call them what they like.
import { posix } from "node:path"
import type { Json, JsonObject } from "../../contracts/json.ts"
import { isOwnFolder } from "./own-folders.ts"
import { type ProtectedHow, protectedWhy } from "./protected-paths.ts"

/** `root`: the workspace, in which relative paths begin. */
export function namesProtected(given: JsonObject, root?: string): boolean {
  return Object.entries(given).some(([name, value]) =>
    // A folder is what it is only where a path is meant: "library" may be any word.
    textsIn(value, name).some((text) => protectedIn(text, root, { withFolders: PATHS.test(name) }) !== undefined),
  )
}

/** Why the path is protected, seen from the workspace: one that lies in /usr or /opt is not therefore. */
export function protectedIn(path: string, root: string | undefined, how: ProtectedHow = {}): string | undefined {
  if (isOwnFolder(root === undefined ? path : posix.resolve(root, path), root)) return "Pawl's own settings"
  const isBelow = root !== undefined && root !== "/" && path.startsWith(`${root}/`)
  return protectedWhy(isBelow ? path.slice(root.length + 1) : path, how)
}

/** What may be a path. Text of many lines is content, unless it is a command: of that, each word may be one. */
export function textsIn(value: Json | undefined, name: string): readonly string[] {
  if (typeof value === "string") {
    if (COMMANDS.test(name)) return value.split(/[\s"'`;|&<>()={},:$]+/).filter((word) => word !== "")
    return value.includes("\n") || value.length > LONGEST_PATH ? [] : [value]
  }
  if (Array.isArray(value)) return value.flatMap((each: Json) => textsIn(each, name))
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([inner, each]) => textsIn(each, inner))
}

const PATHS = /path|file|dir|folder|^from$|^to$|source|dest|target|^old|^new|uri/i
const COMMANDS = /^(?:command|cmd|script|shell|code|args|argv)$/i
const LONGEST_PATH = 4096
