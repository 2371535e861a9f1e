// Tools of Pawl's own that need no workspace: the session's lists, questions to the person, the rest of long results, and work
// that is given to other sessions.
import { mayAsk, mayDelegate } from "../features/delegation/child-tools.ts"
import type { Tool } from "../tools/tool.ts"
import type { Making } from "./making.ts"
import type { AgentOptions } from "./options.ts"

/** In a stable order. A tool of the user's by the same name goes first. */
export async function runtimeTools(making: Making): Promise<readonly Tool[]> {
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
  // The steps of a plan are shown the beginnings of long results: there must be a way to the rest, workspace or not.
  if (orchestrate !== false) made.push((await import("../tools/read-result.ts")).readResult())
  const others = new Set(parts.sources.flatMap((source) => source.tools().map(({ name }) => name)))
  return made.filter(({ name }) => !others.has(name))
}

/** A model that has nothing to call asks in its answer: the request stays one without tools. */
function hasTools({ workspace, tools = [], mcp, plugins = [] }: AgentOptions): boolean {
  return workspace !== undefined || tools.length > 0 || mcp !== undefined || plugins.length > 0
}
