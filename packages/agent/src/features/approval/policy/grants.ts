// Which calls a user has granted before, for this session or always: by tool, and by what its arguments look like.
import { posix } from "node:path"
import type { Grant, Risk } from "../../../contracts/fact.ts"
import type { JsonObject } from "../../../contracts/json.ts"
import { isAllowedCommand } from "./allowed-commands.ts"
import { isGrave } from "./command-options.ts"
import { isExactly, isValue } from "./exact-call.ts"
import { holdsIn, placeOf } from "./grant-place.ts"
import { namesProtected } from "./names-protected.ts"
import { isKnownTool } from "./own-arguments.ts"

/** A call that a grant may cover. */
export interface AskedFor {
  readonly name: string
  readonly arguments: JsonObject
  readonly risk: Risk
  /**
   * Arguments that hold a file's new content, as the tool's definition says. What the other arguments name is unknown.
   */
  readonly contents?: readonly string[]
}

/** Grants that hold in all sessions of an owner, kept by the program that runs the agent. */
export interface Grants {
  /**
   * All grants that hold now. `owner`: whose session asks, undefined for a session without an owner. Grants of another
   * `owner`, or of none, are left out of the list that you return.
   */
  list(owner?: string): readonly Grant[] | Promise<readonly Grant[]>
  /** Stores one more; its `owner` is that of the session in which it was given. */
  add(grant: Grant): void | Promise<void>
}

/**
 * The grant that covers the call. A destructive call needs an approval each time, whatever was granted before. `root`:
 * the workspace, to which relative paths are resolved.
 */
export function grantFor(asked: AskedFor, grants: readonly Grant[], root?: string): Grant | undefined {
  if (asked.risk === "destructive" || namesProtected(asked, root)) return undefined
  const command = asked.name === "run_command" ? String(asked.arguments.command) : undefined
  // Checked at each use: a grant for the session never covers a command that needs an approval each time.
  const isOnce = command !== undefined && isGrave(command)
  const own = grants.filter(
    (grant) => grant.tool === asked.name && holdsIn(grant, root, command) && !(isOnce && grant.scope === "session"),
  )
  const found = own.find((grant) => fits(asked, grant, root))
  return found ?? (command === undefined ? undefined : byCommands(asked, own, root))
}

/** Commands that are joined may each be covered by a different grant. */
function byCommands(
  { arguments: { command, cwd } }: AskedFor,
  grants: readonly Grant[],
  root: string | undefined,
): Grant | undefined {
  const lists = grants.filter(({ where = {}, exact }) => exact === undefined && Object.keys(where).join() === "command")
  if (typeof command !== "string" || cwd !== undefined) return undefined
  return isAllowedCommand(
    command,
    lists.map(({ where }) => where?.command ?? ""),
    root,
  )
    ? lists[0]
    : undefined
}

function fits({ name: tool, arguments: given }: AskedFor, { where, exact }: Grant, root: string | undefined): boolean {
  if (exact !== undefined) return where !== undefined && isExactly(given, where)
  if (where === undefined) return true
  // The same words do something else in another folder.
  if (where.command !== undefined && where.cwd === undefined && given.cwd !== undefined) return false
  // An argument that the grant does not name may be the one that matters: the host, the environment, the receiver.
  if (!isKnownTool(tool) && !Object.keys(given).every((name) => Object.hasOwn(where, name))) return false
  return Object.entries(where).every(([name, pattern]) => {
    const value = given[name]
    if (typeof value !== "string" || !isKnownTool(tool)) {
      const isSame = isValue(value, pattern)
      if (typeof value !== "string" || isSame !== undefined) return isSame === true
    }
    if (name === "command") return isCommand(tool, value, pattern, root)
    return name === "url" ? matchesUrl(tool, value, pattern) : matches(value, pattern, root)
  })
}

/**
 * A shell line is parsed into words: a prefix in letters would also allow "ls; rm x". For other tools it may be of any
 * language.
 */
function isCommand(tool: string, value: string, pattern: string, root: string | undefined): boolean {
  return tool === "run_command" ? isAllowedCommand(value, [pattern], root) : value === pattern
}

/**
 * `*` stands for anything but "/", `**` for anything. A path with ".." matches no pattern. A pattern that begins at the
 * root of the file system is matched against the absolute path.
 */
function matches(value: string, pattern: string, root: string | undefined): boolean {
  if (value === pattern) return true
  if (!pattern.includes("*") || value.split(/[\\/]/).includes("..")) return false
  const isWhole = pattern.startsWith("/") && !value.startsWith("/") && root !== undefined
  return patternOf(pattern).test(isWhole ? posix.join(placeOf(root), value) : value)
}

/** The URL as it would be fetched: a host may be written in many ways. How another tool parses those is not known. */
function matchesUrl(tool: string, value: string, pattern: string): boolean {
  if (value === pattern && !pattern.includes("*")) return true
  const url = URL.parse(value)
  if (!isKnownTool(tool) && (url?.href !== value || !pattern.includes("*"))) return false
  return url !== null && url.username === "" && url.password === "" && patternOf(pattern).test(url.href)
}

function patternOf(pattern: string): RegExp {
  const source = pattern
    .split(/(\*\*|\*)/)
    .map((piece) => (piece === "**" ? ".*" : piece === "*" ? "[^/]*" : piece.replace(/[.+?^${}()|[\]\\]/g, "\\$&")))
    .join("")
  return new RegExp(`^${source}$`, "su")
}
