// The tools that a router is offered for one step: few, because the model is small, but never too few to continue.
import type { ToolDefinition } from "../../contracts/model.ts"
import type { PlanStep } from "../../contracts/plan.ts"
import type { ToolIndex } from "../../contracts/tool-index.ts"
import type { State } from "../../kernel/state/state.ts"
import { routingOf } from "./plan.ts"

export interface StepTools {
  readonly all: readonly ToolDefinition[]
  readonly index?: ToolIndex
  /** The tool that finds others, as it is shown where there are these. */
  readonly finder?: (all: readonly ToolDefinition[]) => ToolDefinition
  readonly most: number
}

export async function toolsForStep(
  step: PlanStep,
  state: State,
  { all, index, finder, most }: StepTools,
): Promise<readonly ToolDefinition[]> {
  const usable = all.filter(({ name }) => !state.withheld.some(({ tool }) => tool === name))
  if (index === undefined || usable.length <= most) return usable
  // After each failed try more tools are offered.
  const wide = most * 2 ** ((state.turn && routingOf(state.turn))?.tries ?? 0)
  const hinted = usable.filter(({ name }) => isMeant(name, step.tool)).map(({ name }) => name)
  const found = await index.find(step.what, { most: wide, among: usable })
  const chosen = new Set([...hinted, ...found].slice(0, wide))
  if (chosen.size === 0) return usable
  for (const name of state.turn?.offer?.tools ?? []) chosen.add(name)
  const offered = usable.filter(({ name }) => chosen.has(name))
  return finder === undefined ? offered : [...offered, finder(all)]
}

/** A planner may leave out the server, or write its name another way. */
function isMeant(name: string, hint: string | undefined): boolean {
  if (hint === undefined) return false
  const plain = hint.replaceAll(".", "__")
  return name === hint || name === plain || name.endsWith(`__${hint}`)
}
