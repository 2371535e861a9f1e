// Tools that stories share. Unless a story replaces `run`, a call takes 40 ms by the story's clock.
import { type EffectClass, type Tool, tool } from "@pawl/agent"
import type { Stage } from "../stage.ts"

export const PATH = {
  type: "object",
  properties: { path: { type: "string", description: "Where." }, times: { type: "number" } },
  required: ["path"],
} as const

export function act(stage: Stage, name: string, effect: EffectClass, more: Partial<Tool<typeof PATH>> = {}): Tool {
  return tool<typeof PATH>({
    name,
    description: `Does what "${name}" says, at a path.`,
    input: PATH,
    effect,
    run: ({ path }) => {
      stage.clock.pass(40)
      return `${name} ${path}: done.`
    },
    ...more,
  })
}
