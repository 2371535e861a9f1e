// A session in the middle of an answer that the test ends.
import type { Agent } from "../../agent/create-agent.ts"
import { plainText } from "../../contracts/content.ts"
import { scripted } from "../../model/scripted.ts"
import type { Session } from "../handle.ts"

/** A model that answers with all that was said, once `go` was called. */
export function gated() {
  let go = () => {}
  const gate = new Promise<void>((resolve) => {
    go = resolve
  })
  const model = scripted(async ({ messages }) => {
    await gate
    return `heard ${messages.flatMap((each) => (each.role === "user" ? [plainText(each.parts)] : [])).join(" and ")}`
  })
  return { model, go: () => go() }
}

/** A session in the middle of the answer to "first". */
export async function busy(agent: Agent, id = "s"): Promise<Session> {
  const session = await agent.open({ id })
  for await (const event of session.send("first", { id: "first" })) if (event.type === "iteration-start") break
  return session
}
