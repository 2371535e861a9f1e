// Which calls somebody has allowed before, for this session or for good: by tool, and by what its arguments look like.
import type { Grant, Risk } from "../../contracts/fact.ts"
import type { JsonObject } from "../../contracts/json.ts"
import { isAllowedCommand } from "./allowed-commands.ts"

export interface AskedFor {
  readonly name: string
  readonly arguments: JsonObject
  readonly risk: Risk
}

/** Grants that hold in all sessions, kept by whoever runs the agent. */
export interface Grants {
  list(): readonly Grant[]
  add(grant: Grant): void | Promise<void>
}

/** The grant that covers the call. What may destroy something is asked each time, whatever was said before. */
export function grantFor(asked: AskedFor, grants: readonly Grant[]): Grant | undefined {
  if (asked.risk === "destructive") return undefined
  const own = grants.filter(({ tool }) => tool === asked.name)
  return own.find((grant) => fits(asked.arguments, grant.where ?? {})) ?? byCommands(asked, own)
}

/** Commands that are joined may each be allowed by another grant. */
function byCommands({ arguments: { command } }: AskedFor, grants: readonly Grant[]): Grant | undefined {
  const lists = grants.filter(({ where = {} }) => Object.keys(where).join() === "command")
  if (typeof command !== "string") return undefined
  return isAllowedCommand(
    command,
    lists.map(({ where }) => where?.command ?? ""),
  )
    ? lists[0]
    : undefined
}

function fits(given: JsonObject, where: NonNullable<Grant["where"]>): boolean {
  return Object.entries(where).every(([name, pattern]) => {
    const value = given[name]
    if (typeof value !== "string") return value !== undefined && JSON.stringify(value) === pattern
    // A command line is read as words: a beginning in letters would also allow "ls; rm x".
    return name === "command" ? isAllowedCommand(value, [pattern]) : matches(value, pattern)
  })
}

/** `*` stands for anything but "/", `**` for anything. A way out of a folder ("..") matches no pattern. */
function matches(value: string, pattern: string): boolean {
  if (value === pattern) return true
  if (!pattern.includes("*") || value.split(/[\\/]/).includes("..")) return false
  const source = pattern
    .split(/(\*\*|\*)/)
    .map((piece) => (piece === "**" ? ".*" : piece === "*" ? "[^/]*" : piece.replace(/[.+?^${}()|[\]\\]/g, "\\$&")))
    .join("")
  return new RegExp(`^${source}$`, "su").test(value)
}
