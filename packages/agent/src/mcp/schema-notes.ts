// Adds notes to a server's status: which of its tools are sent to the model with a changed schema, and how.
import type { ToolDefinition } from "../contracts/model.ts"
import type { ServerStatus } from "./server-link.ts"

export interface Offered {
  readonly definitions: readonly ToolDefinition[]
  readonly serverOf: (tool: string) => string | undefined
  readonly sentOtherwise: (tool: ToolDefinition) => readonly string[]
}

const MAX_NOTES = 20

export function withSchemaNotes(servers: readonly ServerStatus[], offered: Offered): readonly ServerStatus[] {
  return servers.map((status) => {
    const own = offered.definitions.filter(({ name }) => offered.serverOf(name) === status.key)
    const found = own.flatMap((tool) => noteOn(tool, offered.sentOtherwise(tool)))
    if (found.length === 0) return status
    const shown = found.slice(0, MAX_NOTES)
    const more = found.length > MAX_NOTES ? [`And ${found.length - MAX_NOTES} more.`] : []
    return { ...status, notes: [...(status.notes ?? []), ...shown, ...more] }
  })
}

function noteOn({ name }: ToolDefinition, changes: readonly string[]): readonly string[] {
  return changes.length === 0
    ? []
    : [`Tool "${name}" is sent to the model otherwise than it is listed: ${changes.join("; ")}.`]
}
