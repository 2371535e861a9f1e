// "Like this one": what is allowed when somebody approves a call for the session, or for good. As little as covers it: a
// command as it was written, unless its first words say all that matters; files of the workspace, or of one folder.
import { posix } from "node:path"
import type { Grant } from "../../contracts/fact.ts"
import { wholeRule } from "./allowed-commands.ts"
import { isGrave, tellingWords } from "./command-options.ts"
import { type AskedFor, grantFor } from "./grants.ts"
import { readShellLine } from "./shell-words.ts"

/** Undefined when it is asked each time: what may destroy something, and what no grant would cover. `root`: the workspace. */
export function grantLike(asked: AskedFor, scope: Grant["scope"], root?: string): Grant | undefined {
  for (const where of candidates(asked, scope, root)) {
    const grant: Grant = { tool: asked.name, scope, ...(Object.keys(where).length > 0 && { where }) }
    if (grantFor(asked, [grant], root) !== undefined) return grant
  }
  return undefined
}

type Where = NonNullable<Grant["where"]>

/** The widest first. */
function candidates(
  { name, arguments: given }: AskedFor,
  scope: Grant["scope"],
  root: string | undefined,
): readonly Where[] {
  const { command, cwd } = given
  if (typeof command === "string") {
    if (isGrave(command)) return []
    if (typeof cwd === "string" && isPattern(cwd)) return []
    const place = typeof cwd === "string" ? { cwd } : {}
    return [...firstWords(command), wholeRule(command)].map((each) => ({ command: each, ...place }))
  }
  if (typeof given.url === "string" && name === "fetch_url") return hostOf(given.url)
  const paths = [...PATHS].flatMap((name) => (Object.hasOwn(given, name) ? [[name, given[name]] as const] : []))
  if (paths.length === 0) return [{}]
  if (!paths.every(([, path]) => typeof path === "string" && !isPattern(path))) return []
  // It would stand in the pattern.
  if (scope === "always" && root !== undefined && isPattern(root)) return []
  return [
    Object.fromEntries(paths.map(([name, path]) => [name, scope === "session" ? "**" : inFolder(String(path), root)])),
  ]
}

/** A name may have a "*" in it. In a grant that would stand for anything, and nothing there says that it does not. */
function isPattern(text: string): boolean {
  return text.includes("*")
}

/** Arguments that name files. */
const PATHS: ReadonlySet<string> = new Set(["path", "from", "to", "file", "file_path", "source", "destination"])

/** All pages of one host, by the same protocol and port: another host may be somebody else's. */
function hostOf(url: string): readonly Where[] {
  const origin = URL.parse(url)?.origin ?? "null"
  return origin === "null" || isPattern(origin) ? [] : [{ url: `${origin}/**` }]
}

/** Only of a single command that is read for certain. */
function firstWords(command: string): readonly string[] {
  const read = readShellLine(command)
  if (read.kind === "unclear" || read.commands.length !== 1) return []
  const [words = []] = read.commands
  const count = tellingWords(words)
  return count === undefined ? [] : [words.slice(0, count).join(" ")]
}

/** A folder of this workspace: one of the same name elsewhere is another. */
function inFolder(path: string, root: string | undefined): string {
  const folder = posix.dirname(path.replace(/^(?:\.\/)+/, ""))
  if (posix.isAbsolute(path) || root === undefined) return folder === "." ? "*" : posix.join(folder, "*")
  return posix.join(root, folder, "*")
}
