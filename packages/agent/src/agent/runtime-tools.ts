// The runtime tools, which need no workspace: the session's lists, questions to the user, the rest of long results,
// and delegation.
import { mayAsk, mayDelegate } from "../features/delegation/child-tools.ts"
import type { Tool } from "../tools/tool.ts"
import type { BehaviourInputs } from "./behaviour-inputs.ts"
import type { AgentOptions } from "./options.ts"

/** In a stable order. A tool of the user with the same name takes precedence. */
export async function runtimeTools(making: BehaviourInputs): Promise<readonly Tool[]> {
  const { profile, options, parts, delegated, children, clock } = making
  const {
    workspace,
    tasks = profile.tasks === true && workspace !== undefined,
    notes = profile.notes === true,
    questions = profile.questions === true && hasTools(options),
    orchestrate = false,
  } = options
  const limits = mayDelegate(delegated, options)
  const made: Tool[] = []
  if (tasks) made.push((await import("../features/tasks/tasks.ts")).tasksTool())
  if (notes) made.push((await import("../features/tasks/notes.ts")).notesTool())
  if (questions && mayAsk(delegated, options)) made.push((await import("../features/questions/ask-user.ts")).askUser())
  if (limits !== undefined)
    made.push((await import("../features/delegation/delegate.ts")).delegateTool({ ...limits, children, clock }))
  // Steps of a plan show only the beginning of long results, so the rest must be readable, with or without a workspace.
  if (orchestrate !== false) made.push((await import("../tools/read-result.ts")).readResult())
  const others = new Set(parts.sources.flatMap((source) => source.tools().map(({ name }) => name)))
  return made.filter(({ name }) => !others.has(name))
}

/** A model without other tools asks in its answer, so that the request stays one without tools. */
function hasTools({ workspace, tools = [], mcp, plugins = [] }: AgentOptions): boolean {
  return workspace !== undefined || tools.length > 0 || mcp !== undefined || plugins.length > 0
}
