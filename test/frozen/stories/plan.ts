// Turns with a plan: one that works, one with a step that fails, and one for which no plan is made.
import { call, type Script, type ScriptRequest } from "@pawl/agent/testing"
import type { Story } from "../stage.ts"
import { act } from "./tools.ts"

function shown({ request }: ScriptRequest): string {
  const words = request.messages.map((message) =>
    message.role === "assistant"
      ? message.text
      : message.parts.map((part) => ("text" in part ? part.text : "")).join("\n"),
  )
  return [request.system, ...words].join("\n")
}

const planner: Script = (request) => {
  const all = shown(request)
  const isPlanning = request.request.tools.length === 0 && all.includes("plan it")
  if (!isPlanning) return `It is done: ${request.said.length} characters were shown to me.`
  if (request.said.includes("riddle")) return "I would rather not."
  if (request.said.includes("broken"))
    return "1. [look] Look at the first\n2. [break] Break the second (needs 1)\n3. [look] Look at the third (needs 2)"
  return "Here is the plan:\n1. [look] Look at the shelf\n2. [store] Store what is there (needs 1)"
}

const router: Script = (request) => {
  const [, step = ""] = /<step number="\d+">\n([\s\S]*?)\n<\/step>/.exec(shown(request)) ?? []
  if (step.startsWith("Break")) return { calls: [call("break", { path: "second" })] }
  if (step.startsWith("Store")) return { calls: [call("store", { path: "box" })] }
  return { calls: [call("look", { path: step.split(" ").at(-1) ?? "" })] }
}

export const plan: Story = {
  name: "plan",
  async play(stage) {
    const tools = [
      act(stage, "look", "read"),
      act(stage, "store", "idempotent"),
      act(stage, "break", "read", { run: () => Promise.reject(new Error("It is broken.")) }),
    ]
    const orchestrate = { planner: stage.scripted("planner", planner), router: stage.scripted("router", router) }
    const model = stage.model("main", ["I solve the riddle without a plan."])
    await stage.with(
      { model, tools, orchestrate, approve: "auto", profile: "local-desktop", finish: false },
      async (agent) => {
        const session = await agent.open({ id: "plan" })
        await stage.turn(session, "Look at the shelf and store what is there.")
        await stage.turn(session, "Look at what is broken.")
        await stage.turn(session, "Solve a riddle.")
      },
    )
  },
}
