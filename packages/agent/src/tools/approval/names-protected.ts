// Whether a call names a file that no grant covers, anywhere in its arguments: whoever made the tool may call them what they
// like, and a server may take a path out of a patch, an address or a text of its own format. Too much is asked, never too little.
import { posix } from "node:path"
import type { Json, JsonObject } from "../../contracts/json.ts"
import { isStartPath } from "./home-folders.ts"
import { isOwnFolder } from "./own-folders.ts"
import { type ProtectedHow, protectedWhy } from "./protected-paths.ts"

/** `root`: the workspace, in which relative paths begin. */
export function namesProtected(tool: string, given: JsonObject, root?: string): boolean {
  const contents = Object.hasOwn(CONTENTS, tool) ? CONTENTS[tool] : undefined
  const looked = Object.entries(given).filter(([name]) => contents?.has(name) !== true)
  const texts = [...allTexts(Object.fromEntries(looked), "")]
  // What is too long to look at may name anything.
  if (texts.reduce((sum, { text }) => sum + text.length, 0) > LONGEST_LOOK) return true
  const seen = new Set<string>()
  return texts.some(({ text, name, isKey }) =>
    formsOf(text, root).some((form) => {
      const isWhole = form === text && !isKey
      // A folder is what it is only where a path is meant: "library" may be any word.
      const withFolders = PATHS.test(name) && (isWhole || /^\.|[\\/]/.test(form))
      // A dot or a slash between words is no path.
      if (!isWhole && !COMMANDS.test(name) && /^[.\\/]*$/.test(form)) return false
      const key = `${withFolders} ${form}`
      if (seen.has(key)) return false
      seen.add(key)
      return protectedIn(form, root, { withFolders }) !== undefined
    }),
  )
}

/** Why the path is protected, seen from the workspace: one that lies in /usr or /opt is not therefore. */
export function protectedIn(path: string, root: string | undefined, how: ProtectedHow = {}): string | undefined {
  if (isOwnFolder(root === undefined ? path : posix.resolve(root, path), root)) return "Pawl's own settings"
  if (root !== undefined && isStartPath(path, root, how))
    return "a place of the home folder that programs read by themselves"
  // As it is written, and where it leads: a link on the way may make either true.
  const whys = [...new Set([path, posix.normalize(path)])].map((each) => {
    const isBelow = root !== undefined && root !== "/" && each.startsWith(`${root}/`)
    return protectedWhy(isBelow ? each.slice(root.length + 1) : each, how)
  })
  return whys.find((why) => why !== undefined)
}

interface Text {
  readonly text: string
  /** Of the argument, or of the field in it. */
  readonly name: string
  readonly isKey: boolean
}

/** Keys too: a tool may take its files as `{"path": "content"}`. */
function* allTexts(value: Json | undefined, name: string): Generator<Text> {
  if (typeof value === "string") yield { text: value, name, isKey: false }
  else if (Array.isArray(value)) for (const each of value as readonly Json[]) yield* allTexts(each, name)
  else if (typeof value === "object" && value !== null)
    for (const [key, each] of Object.entries(value)) {
      yield { text: key, name, isKey: true }
      yield* allTexts(each, key)
    }
}

/** As it is, without what may stand for other signs, and in pieces: by lines and quotes, for names have spaces, and by words. */
function formsOf(text: string, root: string | undefined): readonly string[] {
  const forms = [...new Set([text, decoded(text)])]
  const pieces = forms.flatMap((form) => {
    // A workspace whose name would be split is none of the pieces.
    const inner = root !== undefined && WORDS.test(root) ? form.replaceAll(`${root}/`, "./") : form
    return [...inner.split(/[\n\r\t"'`]+/), ...inner.split(WORDS)]
  })
  return [...new Set([...forms, ...pieces])].filter((form) => form.trim() !== "")
}

const WORDS = /[\s"'`;|&<>()[\]{}=,:$?#@!+]+/

/** Of addresses ("%2e") and of JSON in a text ("\u002e", "\n"). */
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

/** What a file will hold is no path, whatever it says. Of the tools that are ours alone: of others nobody knows. */
const CONTENTS: Readonly<Record<string, ReadonlySet<string>>> = {
  write_file: new Set(["content"]),
  edit_file: new Set(["old_text", "new_text"]),
}

const PATHS = /path|file|dir|folder|^from$|^to$|source|dest|target|^old|^new|uri/i
const COMMANDS = /^(?:command|cmd|script|shell|code|args|argv)$/i
const LONGEST_LOOK = 20_000
