// Refuses a tool choice that no turn could keep to, before it is sent: the tool does not exist, or the turn excludes it.
import { isNamed } from "../base/is-named.ts"
import { nearest } from "../base/nearest.ts"
import type { Say } from "../contracts/command.ts"
import { PawlError } from "../contracts/error.ts"
import type { HandlePorts } from "./handle-types.ts"

/** Tools that a session may have beside those of the agent, whatever its profile. */
const OF_SESSIONS: ReadonlySet<string> = new Set(
  "tasks notes ask_user delegate read_result search_tools choose_tools task_completion ask_question converse".split(
    " ",
  ),
)

export function refuseChoice(
  { toolChoice, tools: only }: Pick<Say, "toolChoice" | "tools">,
  { toolNames, hasAllTools = false }: Pick<HandlePorts, "toolNames" | "hasAllTools">,
): void {
  if (toolChoice === "required" && only?.length === 0)
    throw refused('toolChoice is "required", and tools: [] leaves none to call. Name a tool in tools')
  if (typeof toolChoice !== "object" || OF_SESSIONS.has(toolChoice.tool)) return
  const { tool } = toolChoice
  if (only !== undefined && !isNamed(tool, only))
    throw refused(`toolChoice names the tool "${tool}", and tools does not have it. Add "${tool}" to tools`)
  const known = toolNames?.() ?? []
  if (!hasAllTools || known.includes(tool)) return
  const [meant] = nearest(tool, known, 1)
  const write =
    meant === undefined ? "Add it to createAgent({ tools })" : `Write { tool: "${meant}" }, which is the nearest`
  throw refused(`toolChoice names the tool "${tool}", and the agent has no such tool. ${write}`)
}

function refused(why: string): PawlError {
  return new PawlError("input-invalid", `${why}, or change toolChoice. Nothing was sent.`)
}
