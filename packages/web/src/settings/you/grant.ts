// A stored grant, read for people: which tool, under which conditions, in which folder.
import type { Json } from "@pawl/client"

export interface ReadGrant {
  readonly tool: string
  /** By argument. None: whatever the arguments. */
  readonly conditions: readonly (readonly [name: string, pattern: string])[]
  readonly workspace?: string
}

export function grantOf(grant: Readonly<Record<string, Json>>): ReadGrant {
  const { tool, where, workspace } = grant
  const isObject = typeof where === "object" && where !== null && !Array.isArray(where)
  const conditions = isObject ? Object.entries(where).map(([name, pattern]) => [name, String(pattern)] as const) : []
  return { tool: String(tool), conditions, ...(typeof workspace === "string" && { workspace }) }
}
