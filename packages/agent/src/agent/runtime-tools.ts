// Tools of Pawl's own that need no workspace: the session's lists, questions to the person, the rest of long results, and work that is given to other
// sessions. What of the agent's tools a child gets is decided here as well, where its toolbox is made.

import type { Clock } from "../contracts/clock.ts"
import type { ChildKind, Children, Delegated, DelegationOptions } from "../contracts/delegation.ts"
import type { FailureRecord } from "../contracts/failure-record.ts"
import type { Profile } from "../profiles/profile.ts"
import { onlyTools, restricted } from "../tools/only-tools.ts"
import { effectOf, type Tool, type ToolSource } from "../tools/tool.ts"
import type { AgentOptions } from "./options.ts"

export type DelegationLimits = Required<Omit<DelegationOptions, "maxTokens">> & Pick<DelegationOptions, "maxTokens">

const KINDS: Readonly<Record<string, ChildKind>> = {
  general: { about: "has the same tools as you." },
  "read-only": { about: "can look, and change nothing.", tools: "read" },
}

/** Undefined where nothing is delegated. */
export function delegationOf({ delegation }: Pick<AgentOptions, "delegation">): DelegationLimits | undefined {
  if (delegation === undefined || delegation === false) return undefined
  const {
    maxDepth = 2,
    maxChildren = 8,
    timeoutMs = 600_000,
    maxIterations = 25,
    maxTokens,
    kinds,
  } = delegation === true ? {} : delegation
  const limits = { maxDepth, maxChildren, timeoutMs, maxIterations, kinds: { ...KINDS, ...kinds } }
  return maxTokens === undefined ? limits : { ...limits, maxTokens }
}

export interface OwnPorts {
  readonly children: Children
  readonly clock: Clock
  /** Told what went wrong, in full. */
  readonly onFailure?: (record: FailureRecord) => void
}

/** In a stable order. A tool of the user's by the same name goes first. */
export async function ownTools(
  profile: Profile,
  options: AgentOptions,
  { delegated, taken }: { readonly delegated: Delegated | undefined; readonly taken: readonly ToolSource[] },
  { children, clock }: OwnPorts,
): Promise<readonly Tool[]> {
  const {
    workspace,
    tasks = profile.tasks === true && workspace !== undefined,
    notes = profile.notes === true,
    questions = profile.questions === true && hasTools(options),
    orchestrate = false,
  } = options
  const limits = delegationOf(options)
  const mayDelegate = limits !== undefined && (delegated?.depth ?? 0) < limits.maxDepth && mayHandOn(delegated, options)
  const made: Tool[] = []
  if (tasks) made.push((await import("../features/tasks/tasks.ts")).tasksTool())
  if (notes) made.push((await import("../features/tasks/notes.ts")).notesTool())
  if (questions && mayAsk(delegated, options)) made.push((await import("../features/questions/ask-user.ts")).askUser())
  if (mayDelegate)
    made.push((await import("../features/delegation/delegate.ts")).delegateTool({ ...limits, children, clock }))
  // The steps of a plan are shown the beginnings of long results: there must be a way to the rest, workspace or not.
  if (orchestrate !== false) made.push((await import("../tools/read-result.ts")).readResult())
  const others = new Set(taken.flatMap((source) => source.tools().map(({ name }) => name)))
  return made.filter(({ name }) => !others.has(name))
}

/** A model that has nothing to call asks in its answer: the request stays one without tools. */
function hasTools({ workspace, tools = [], mcp, plugins = [] }: AgentOptions): boolean {
  return workspace !== undefined || tools.length > 0 || mcp !== undefined || plugins.length > 0
}

/** A child that may not do something must not be able to have it done by a child of its own. */
function mayHandOn(delegated: Delegated | undefined, options: Pick<AgentOptions, "delegation">): boolean {
  const tools = toolsOf(delegated, options)
  return tools === "all" || (tools !== "read" && tools.includes("delegate"))
}

/** A question changes nothing: only a list of tools can leave it out. */
function mayAsk(delegated: Delegated | undefined, options: Pick<AgentOptions, "delegation">): boolean {
  const tools = toolsOf(delegated, options)
  return typeof tools === "string" || tools.includes("ask_user")
}

/** A kind that nobody knows any more is no reason to allow everything. */
function toolsOf(delegated: Delegated | undefined, options: Pick<AgentOptions, "delegation">) {
  if (delegated === undefined) return "all"
  const { tools = "all" } = kindOf(delegated, options) ?? { tools: "read" as const }
  return tools
}

/** Not only what is offered: what the agent, or a child's kind, leaves out does not exist for it. */
export function sourcesFor(
  all: readonly ToolSource[],
  delegated: Delegated | undefined,
  options: Pick<AgentOptions, "delegation" | "onlyTools">,
): readonly ToolSource[] {
  const sources = onlyTools(all, options.onlyTools)
  const tools = toolsOf(delegated, options)
  if (tools === "all") return sources
  const isWanted = (name: string, tool: Tool) => (tools === "read" ? effectOf(tool) === "read" : tools.includes(name))
  return sources.map((source) => restricted(source, isWanted))
}

export function kindOf(delegated: Delegated, options: Pick<AgentOptions, "delegation">): ChildKind | undefined {
  const kinds = delegationOf(options)?.kinds ?? KINDS
  return Object.hasOwn(kinds, delegated.kind) ? kinds[delegated.kind] : undefined
}

/** What a child is told besides the agent's instructions. */
export function delegatedWords(delegated: Delegated, options: Pick<AgentOptions, "delegation">): string {
  const own = kindOf(delegated, options)?.instructions
  return own === undefined ? WORDS : `${WORDS} ${own}`
}

const WORDS =
  "You work for another agent, which gave you this task and sees nothing but your last answer. Do all of it, then answer with what it needs: results, paths, figures, and what you could not do. Do not ask back unless you cannot go on without an answer."
