// Whether a call names a file that no grant covers, anywhere in its arguments: a tool's author may name arguments
// freely, and a server may take a path out of a patch, a URL or its own text format. It asks too often, never too
// rarely.
import { posix } from "node:path"
import type { Json, JsonObject } from "../../../contracts/json.ts"
import { isStartPath } from "./home-folders.ts"
import { ownFolderTest } from "./own-folders.ts"
import { type ProtectedHow, protectedWhy } from "./protected-paths.ts"

export interface NamedFiles {
  readonly arguments: JsonObject
  /** Arguments that are never paths, whatever they hold: a file's new content. */
  readonly contents?: readonly string[]
}

/** `root`: the workspace, to which relative paths are resolved. */
export function namesProtected({ arguments: given, contents = [] }: NamedFiles, root?: string): boolean {
  const texts = textsIn(given, contents)
  // Arguments too large to check may name anything.
  if (texts === undefined) return true
  const isProtected = protectionIn(root)
  const seen = new Set<string>()
  return texts.some(({ text, name, isKey }) =>
    formsOf(text, root).some((form) => {
      const isWhole = form === text && !isKey
      // A folder's name counts only where a path is meant: "library" may be any word.
      const withFolders = PATHS.test(name) && (isWhole || /^\.|[\\/]/.test(form))
      // A dot or a slash between words is no path.
      if (!isWhole && !COMMANDS.test(name) && /^[.\\/]*$/.test(form)) return false
      const key = `${withFolders} ${form}`
      if (seen.has(key)) return false
      seen.add(key)
      return isProtected(form, { withFolders }) !== undefined
    }),
  )
}

/**
 * Why the path is protected, relative to the workspace: a workspace in /usr or /opt is not protected for that alone.
 */
export function protectedIn(path: string, root: string | undefined, how: ProtectedHow = {}): string | undefined {
  return protectionIn(root)(path, how)
}

/** For many paths of one workspace. */
function protectionIn(root: string | undefined): (path: string, how: ProtectedHow) => string | undefined {
  const isOwn = ownFolderTest(root)
  return (path, how) => {
    if (isOwn(root === undefined ? path : posix.resolve(root, path))) return "Pawl's own settings"
    if (root !== undefined && isStartPath(path, root, how))
      return "a place of the home folder that programs read by themselves"
    // Both as written and normalised: with a link on the way, either may be the real one.
    const whys = [...new Set([path, posix.normalize(path)])].map((each) => {
      const isBelow = root !== undefined && root !== "/" && each.startsWith(`${root}/`)
      return protectedWhy(isBelow ? each.slice(root.length + 1) : each, how)
    })
    return whys.find((why) => why !== undefined)
  }
}

interface Text {
  readonly text: string
  /** Name of the argument, or of the field in it. */
  readonly name: string
  readonly isKey: boolean
}

/** Includes keys: a tool may take its files as `{"path": "content"}`. Undefined where there is more than is checked. */
function textsIn(given: JsonObject, contents: readonly string[]): readonly Text[] | undefined {
  const texts: Text[] = []
  let left = MAX_LOOK_CHARS
  // A list instead of recursion: the author of the arguments decides how deep they are.
  const waiting: { readonly value: Json; readonly name: string }[] = [{ value: given, name: "" }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, name } = next
    if (--left < 0) return undefined
    if (typeof value === "string") {
      left -= value.length
      texts.push({ text: value, name, isKey: false })
    }
    if (typeof value !== "object" || value === null) continue
    if (isList(value)) {
      if (value.length > left) return undefined
      for (const each of value) waiting.push({ value: each, name })
      continue
    }
    // One by one: there may be more of them than are checked.
    for (const key in value) {
      const inner = value[key]
      if (inner === undefined || (value === given && contents.includes(key))) continue
      left -= key.length + 1
      if (left < 0) return undefined
      texts.push({ text: key, name, isKey: true })
      waiting.push({ value: inner, name: key })
    }
  }
  return left < 0 ? undefined : texts
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}

/** The text itself, the decoded text, and pieces of both: by lines and quotes, for names have spaces, and by words. */
function formsOf(text: string, root: string | undefined): readonly string[] {
  const forms = [...new Set([text, decoded(text)])]
  const pieces = forms.flatMap((form) => {
    // A workspace path that would be split cannot be one of the pieces, so it becomes ".".
    const inner = root !== undefined && WORDS.test(root) ? form.replaceAll(`${root}/`, "./") : form
    return [...inner.split(/[\n\r\t"'`]+/), ...inner.split(WORDS)]
  })
  return [...new Set([...forms, ...pieces])].filter((form) => form.trim() !== "")
}

const WORDS = /[\s"'`;|&<>()[\]{}=,:$?#@!+]+/

/**
 * Decodes URLs ("%2e") and JSON in a text ("\u002e", "
 * ").
 */
function decoded(text: string): string {
  return text
    .replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\\[nrt]/g, "\n")
    .replace(/(?:%[0-9a-f]{2})+/gi, (signs) => {
      try {
        return decodeURIComponent(signs)
      } catch {
        return signs
      }
    })
}

const PATHS = /path|file|dir|folder|^from$|^to$|source|dest|target|^old|^new|uri/i
const COMMANDS = /^(?:command|cmd|script|shell|code|args|argv)$/i
/** In characters and values. */
const MAX_LOOK_CHARS = 20_000
