// What is granted when a user approves "calls like this one" for the session, or always. It covers as little as
// possible: a command as it was written, unless its first words say all that matters; files of the workspace, or of one
// folder; for a tool that is not built in, only the very same call.
import { posix } from "node:path"
import type { Grant } from "../../../contracts/fact.ts"
import type { JsonObject } from "../../../contracts/json.ts"
import { wholeRule } from "./allowed-commands.ts"
import { isGrave, significantWords } from "./command-options.ts"
import { exactWhere } from "./exact-call.ts"
import { placeOf } from "./grant-place.ts"
import { type AskedFor, grantFor } from "./grants.ts"
import { fileArguments } from "./own-arguments.ts"
import { readShellLine } from "./shell-words.ts"

/**
 * The grant that covers calls like this one. Undefined when each call needs an approval: calls that may destroy something, and calls that no grant would cover.
 * `root`: the workspace.
 */
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
  // The path of the workspace would become part of the pattern.
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

/**
 * The very same call, because it is unknown which of its arguments matters. What is too long to read again needs an
 * approval again.
 */
function exactly(given: JsonObject): readonly Covered[] {
  if (typeof given.command === "string" && isGrave(given.command)) return []
  const where = exactWhere(given)
  return where === undefined ? [] : [{ where, exact: true }]
}

/** A name may contain a "*". In a grant it would stand for anything, and there is no way to escape it. */
function isPattern(text: string): boolean {
  return text.includes("*")
}

/** All pages of one host, by the same protocol and port: another host may belong to another owner. */
function hostOf(url: string): readonly Covered[] {
  const origin = URL.parse(url)?.origin ?? "null"
  return origin === "null" || isPattern(origin) ? [] : [{ where: { url: `${origin}/**` } }]
}

/** Only for a single command that can be parsed with certainty. */
function firstWords(command: string): readonly string[] {
  const read = readShellLine(command)
  if (read.kind === "unclear" || read.commands.length !== 1) return []
  const [words = []] = read.commands
  const count = significantWords(words)
  return count === undefined ? [] : [words.slice(0, count).join(" ")]
}

/** A folder of this workspace: a folder of the same name elsewhere is not covered. */
function inFolder(path: string, root: string | undefined): string {
  const folder = posix.dirname(path.replace(/^(?:\.\/)+/, ""))
  if (posix.isAbsolute(path) || root === undefined) return folder === "." ? "*" : posix.join(folder, "*")
  return posix.join(placeOf(root), folder, "*")
}
