// Delegation: one child whose call is approved through its parent, one that only reads, one that asks.
import type { Session } from "@pawl/agent"
import { call, type Script } from "@pawl/agent/testing"
import type { Stage, Story } from "../stage.ts"
import { act } from "./tools.ts"

const script: Script = (request) => {
  const { said, results } = request
  if (said.startsWith("write"))
    return results.length === 0 ? { calls: [call("write", { path: "a" })] } : "It is written."
  if (said.startsWith("read"))
    return results.length === 0
      ? { calls: [call("look", { path: "b" }), call("write", { path: "c" })] }
      : "I looked at b."
  if (said.startsWith("ask"))
    return results.length === 0
      ? { calls: [call("ask_user", { question: "Which one?" })] }
      : `It is ${results[0]?.text}.`
  const tasks = [
    { task: "write it down", title: "The writer" },
    { task: "read it", kind: "read-only" },
    { task: "ask somebody", title: "The one who asks" },
  ]
  const next = tasks[results.length]
  return next === undefined ? "All three are done." : { text: "I give this away.", calls: [call("delegate", next)] }
}

export const children: Story = {
  name: "children",
  async play(stage) {
    const tools = [act(stage, "look", "read"), act(stage, "write", "once")]
    const model = stage.scripted("first", script)
    const delegation = { maxIterations: 5, maxTokens: 5000 }
    await stage.with({ model, tools, delegation, questions: true }, async (agent) => {
      const session = await agent.open({ id: "parent" })
      await stage.turn(session, "Give it all to others.", settling(stage, session))
      const { id } = await session.fork({ title: "Another way" })
      const fork = await agent.open({ id })
      await stage.turn(fork, "What is left?", settling(stage, fork))
    })
  },
}

function settling(stage: Stage, session: Session): Parameters<Stage["turn"]>[2] {
  return async (event) => {
    if (event.type === "approval-requested") await session.decide(event, "approve", { id: stage.command() })
    if (event.type === "question-asked") await session.answer(event.call, "the blue one", { id: stage.command() })
  }
}
