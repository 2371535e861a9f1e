// Prompts for planners and routers.
import type { ToolDefinition } from "../../contracts/model.ts"
import type { Plan } from "./plan.ts"

/** `tools`: those that are named; there may be more. */
export interface PlannerKnows {
  readonly tools: readonly ToolDefinition[]
  readonly more: number
  readonly maxSteps: number
}

export function plannerWords({ tools, more, maxSteps }: PlannerKnows): string {
  const lines = tools.map(({ name, description }) => `- ${name}: ${firstSentence(description)}`)
  const others = more > 0 ? [`- and ${more} others: say what is to be done, and one that fits is looked for`] : []
  return `Do not answer what follows yet, and do not carry it out: plan it. Somebody else carries your plan out with these tools:
${[...lines, ...others].join("\n")}

Write one line for each step, in order:
1. [tool] what is to be done
2. [tool] what is to be done (needs 1)

- A step is one call of one tool. Say in it all that the call needs, word for word: paths, names, values. Whoever makes the call sees only this line and the results of the steps it needs.
- "needs" names the earlier steps whose results it is about. Where an earlier step has to find out first what there is, write one step "for each of them", and it becomes several calls.
- At most ${maxSteps} steps, and none for the answer to the user: you are asked for that afterwards.
- If no tool is needed, write only: no tools`
}

const MAX_ABOUT_CHARS = 120

function firstSentence(description: string): string {
  const [first = ""] = description.trim().split(/(?<=[.!?])\s|\n/)
  return first.length <= MAX_ABOUT_CHARS ? first : `${first.slice(0, MAX_ABOUT_CHARS - 3).toWellFormed()}...`
}

export const ROUTER =
  "You carry out one step of a plan by calling a tool. Choose the tool that does what the step says, and fill in its arguments completely: from the step itself, and from the results that are shown with it. Make one call; only if the step names several things, one for each of them. Do not explain and do not ask: answer with the call."

export function synthesisWords({ steps, done }: Plan): string {
  const lines = steps.map(({ what }, index) => {
    const { outcome, result } = done[index + 1] ?? {}
    return `${index + 1}. ${what}: ${outcome === "ok" ? "done" : `NOT DONE (${result ?? "it was not begun"})`}`
  })
  return `What the user asked for was carried out by a plan, whose calls and results stand in the conversation:
${lines.join("\n")}

Answer the user now, in text. Say what was done and what came of it, by what the results show. Name every step that was not done as not done, and why. Do not invent anything: what no result shows did not happen.`
}
