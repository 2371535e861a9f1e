// What a user may use: the sum of what the groups allow.
import type { OwnerLimits } from "@pawl/agent"
import { HttpError } from "../http/http-error.ts"
import type { GroupDocument } from "./documents.ts"
import type { Allows, Principal } from "./principal.ts"

const LISTS = ["workspaces", "profiles", "models", "tools"] as const
const LIMITS = [
  "costUsd",
  "tokens",
  "ms",
  "toolCalls",
  "sessions",
  "activeSessions",
  "runningSessions",
] as const satisfies readonly (keyof OwnerLimits)[]

/** What no group allows. */
export const NOTHING: Allows = { workspaces: [], profiles: [], models: [], tools: [] }

/** What one group allows without a list, it allows to all its members. Members of no group may use nothing. */
export function unionOf(groups: readonly Allows[]): Allows {
  const lists = LISTS.flatMap((name) => {
    const given = groups.map((group) => group[name])
    return given.includes(undefined) ? [] : [[name, [...new Set(given.flatMap((list) => list ?? []))]]]
  })
  return Object.fromEntries(lists)
}

/** The user's own limits count, else the highest that a group gives, else those of the server. */
export function limitsFrom(
  own: OwnerLimits | undefined,
  groups: readonly GroupDocument[],
  usual: OwnerLimits | undefined,
): OwnerLimits | undefined {
  const found = LIMITS.flatMap((name) => {
    const given = groups.flatMap(({ limits }) => limits?.[name] ?? [])
    const value = own?.[name] ?? (given.length > 0 ? Math.max(...given) : usual?.[name])
    return value === undefined ? [] : [[name, value]]
  })
  return found.length === 0 ? undefined : Object.fromEntries(found)
}

/** An entry of a list may end with "*". */
export function covers(list: readonly string[] | undefined, name: string): boolean {
  return list?.some((each) => (each.endsWith("*") ? name.startsWith(each.slice(0, -1)) : name === each)) ?? true
}

const WORDS = { workspaces: "workspace", profiles: "profile", models: "model", tools: "tool" } as const

export function notAllowed(kind: keyof Allows, name: string, { allows }: Pick<Principal, "allows">): HttpError {
  const open = allows[kind]?.join(", ") || "none"
  return new HttpError(403, "not-allowed", `You may not use the ${WORDS[kind]} "${name}". You may use: ${open}.`)
}

/** Throws when the user's groups do not allow it. */
export function refuseUnlessAllowed(kind: keyof Allows, name: string, principal: Pick<Principal, "allows">): void {
  if (!covers(principal.allows[kind], name)) throw notAllowed(kind, name, principal)
}
