// A model that plans: two steps from the tools it is offered, each call from what its request shows.
import { writeFileSync } from "node:fs"
import type { Tool } from "@pawl/agent"
import { tool } from "@pawl/agent"
import { call, type Script } from "@pawl/agent/testing"
import { fromHere } from "../world.ts"

export const tools: readonly Tool[] = [
  tool({ name: "pick", description: "Picks a word.", input: { type: "object" }, effect: "read", run: () => "heron" }),
  tool({
    name: "keep",
    description: "Keeps a word.",
    input: { type: "object", properties: { word: { type: "string" } }, required: ["word"] },
    effect: "once",
    run: ({ word }) => {
      writeFileSync(fromHere("kept"), String(word))
      return `Kept ${word}.`
    },
  }),
]

const BRACKETS =
  '[plan.add_step(step_number=1, description="Pick a word", expected_server="pick"), plan.add_step(step_number=2, description="Keep the word", expected_server="keep", depends_on=[1]), plan.done()]'

const script: Script = (request) => {
  if (/ plan it\b/.test(request.said)) {
    if (request.said.includes("Just say hello")) return "no tools"
    request.need("- keep:")
    if (request.said.includes("in brackets")) return BRACKETS
    return `1. [pick] Pick a word\n2. [keep] Keep the word (needs 1)`
  }
  const [, step] = /<step number="\d">\n(.*)\n/.exec(request.said) ?? []
  if (step === "Pick a word") return { calls: [call("pick")] }
  if (step !== undefined) return { calls: [call("keep", { word: request.need("heron") })] }
  if (request.said.includes("Just say hello")) return "Hello."
  return `It is kept: ${request.need("Kept heron.")}`
}

export default script
