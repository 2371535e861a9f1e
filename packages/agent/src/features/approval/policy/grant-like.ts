// "Like this one": what is allowed when somebody approves a call for the session, or for good. As little as covers it: a
// command as it was written, unless its first words say all that matters; files of the workspace, or of one folder; of a tool that
// is not built in the very same call.
import { posix } from "node:path"
import type { Grant } from "../../../contracts/fact.ts"
import type { JsonObject } from "../../../contracts/json.ts"
import { wholeRule } from "./allowed-commands.ts"
import { isGrave, tellingWords } from "./command-options.ts"
import { exactWhere } from "./exact-call.ts"
import { placeOf } from "./grant-place.ts"
import { type AskedFor, grantFor } from "./grants.ts"
import { fileArguments } from "./own-arguments.ts"
import { readShellLine } from "./shell-words.ts"

/** Undefined when it is asked each time: what may destroy something, and what no grant would cover. `root`: the workspace. */
export function grantLike(asked: AskedFor, scope: Grant["scope"], root?: string): Grant | undefined {
  const { name: tool } = asked
  const place = root === undefined ? {} : { workspace: placeOf(root) }
  for (const covered of candidates(asked, scope, root)) {
    const grant: Grant = { tool, scope, ...covered, ...place }
    if (grantFor(asked, [grant], root) !== undefined) return grant
  }
  return undefined
}

type Covered = Pick<Grant, "where" | "exact">

/** The widest first. */
function candidates(
  { name: tool, arguments: given }: AskedFor,
  scope: Grant["scope"],
  root: string | undefined,
): readonly Covered[] {
  if (tool === "run_command") return commandLike(given)
  if (tool === "fetch_url") return typeof given.url === "string" ? hostOf(given.url) : []
  const files = fileArguments(tool)
  if (files === undefined) return exactly(given)
  const paths = files.map((name) => [name, given[name]] as const)
  if (!paths.every(([, path]) => typeof path === "string" && !isPattern(path))) return []
  // It would stand in the pattern.
  if (scope === "always" && root !== undefined && isPattern(placeOf(root))) return []
  const patternOf = (path: string) => (scope === "session" ? "**" : inFolder(path, root))
  return [{ where: Object.fromEntries(paths.map(([name, path]) => [name, patternOf(String(path))])) }]
}

function commandLike({ command, cwd }: JsonObject): readonly Covered[] {
  if (typeof command !== "string" || isGrave(command)) return []
  if (typeof cwd === "string" && isPattern(cwd)) return []
  const place = typeof cwd === "string" ? { cwd } : {}
  return [...firstWords(command), wholeRule(command)].map((each) => ({ where: { command: each, ...place } }))
}

/** The very same call, for nobody knows which of its arguments matters. What is too long to be read again is asked again. */
function exactly(given: JsonObject): readonly Covered[] {
  if (typeof given.command === "string" && isGrave(given.command)) return []
  const where = exactWhere(given)
  return where === undefined ? [] : [{ where, exact: true }]
}

/** A name may have a "*" in it. In a grant that would stand for anything, and nothing there says that it does not. */
function isPattern(text: string): boolean {
  return text.includes("*")
}

/** All pages of one host, by the same protocol and port: another host may be somebody else's. */
function hostOf(url: string): readonly Covered[] {
  const origin = URL.parse(url)?.origin ?? "null"
  return origin === "null" || isPattern(origin) ? [] : [{ where: { url: `${origin}/**` } }]
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
  return posix.join(placeOf(root), folder, "*")
}
