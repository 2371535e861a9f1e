// Whether the next request of a turn has to lead to a call, and the words for models that have no setting for it.
import { PawlError } from "../../contracts/error.ts"
import type { ModelRequest, ToolDefinition } from "../../contracts/model.ts"
import type { ToolChoice } from "../../contracts/turn-output.ts"
import type { State, Turn } from "../../kernel/state/state.ts"

/** The tool that the turn has to begin with, by name. */
export function requiredTool(choice: ToolChoice | undefined): string | undefined {
  return typeof choice === "object" ? choice.tool : undefined
}

/** Whether the last answer is one that has to call a tool. The choice holds for all calls of the answer that meets it. */
export function isRequiredNow({ toolChoice, choiceMetAt, iteration }: Turn): boolean {
  if (toolChoice === undefined || toolChoice === "none") return false
  return choiceMetAt === undefined || iteration <= choiceMetAt
}

/** What the next request of the turn demands; undefined where the model is free, and where nothing is offered. */
export function choiceFor({ turn }: State, tools: readonly ToolDefinition[]): ModelRequest["toolChoice"] {
  const choice = turn?.toolChoice
  if (turn === undefined || choice === undefined || turn.finished !== undefined || turn.ending !== undefined)
    return undefined
  if (choice === "none") return tools.length === 0 ? undefined : choice
  if (turn.choiceMetAt !== undefined) return undefined
  const wanted = requiredTool(choice)
  if (wanted === undefined ? tools.length > 0 : tools.some(({ name }) => name === wanted)) return choice
  throw notOffered(wanted, tools)
}

function notOffered(wanted: string | undefined, tools: readonly ToolDefinition[]): PawlError {
  const what = wanted === undefined ? 'toolChoice is "required"' : `toolChoice names the tool "${wanted}"`
  const names = tools
    .slice(0, 20)
    .map(({ name }) => name)
    .join(", ")
  const has = tools.length === 0 ? "this turn has no tools" : `this turn has only: ${names}`
  return new PawlError("config-invalid", `${what}, and ${has}. Add the tool, or change toolChoice.`)
}

/** Problems that types cannot check, or that come from plain JavaScript. */
export function toolChoiceProblem(choice: unknown): string | undefined {
  if (choice === undefined || choice === "auto" || choice === "required" || choice === "none") return undefined
  const { tool } = Object(choice) as { readonly tool?: unknown }
  if (typeof tool === "string" && tool !== "") return undefined
  const asOffer = typeof choice === "string" ? choice : JSON.stringify((choice as { readonly kind?: unknown })?.kind)
  return /^"?(all|prefilter|categories)/.test(String(asOffer))
    ? `toolChoice: ${JSON.stringify(choice)} is now offer: ${JSON.stringify(choice)}`
    : 'toolChoice: "auto", "required", "none" or { tool: "name" }'
}
