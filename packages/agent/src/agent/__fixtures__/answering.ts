// A session of an agent that is closed when its test is over, and a model that gives answers in turn.
import { onTestFinished } from "vitest"
import type { ModelRequest } from "../../contracts/model.ts"
import { type Script, scripted } from "../../model/scripted.ts"
import { createAgent } from "../create-agent.ts"
import type { AgentOptions } from "../options.ts"

export async function sessionWith(options: AgentOptions) {
  const agent = await createAgent(options)
  onTestFinished(() => agent.close())
  return agent.open()
}

/** A model that gives these answers in turn, and the requests that it got. */
export function answering(...answers: readonly Awaited<ReturnType<Script>>[]) {
  const requests: ModelRequest[] = []
  const model = scripted(({ request }) => {
    requests.push(request)
    return answers[Math.min(requests.length, answers.length) - 1] ?? ""
  })
  return { model, requests }
}
