// Profile chat-service: a session so long that a snapshot of its fold is stored, and later facts are folded onto it.
import { call } from "@pawl/agent/testing"
import type { Story } from "../stage.ts"
import { act } from "./tools.ts"

const TURNS = 9
const CALLS = 60

export const long: Story = {
  name: "long",
  keeps: "hashes",
  async play(stage) {
    const model = stage.scripted("first", ({ said, results }) => {
      if (results.length > 0) return `I looked at ${results.length} things.`
      return { calls: Array.from({ length: CALLS }, (_, index) => call("look", { path: `${said} ${index}` })) }
    })
    const tools = [act(stage, "look", "read", { run: ({ path }) => `It is ${path}.` })]
    await stage.with({ model, tools, profile: "chat-service", tasks: true, notes: true }, async (agent) => {
      const session = await agent.open({ id: "long" })
      for (let turn = 1; turn <= TURNS; turn++) await stage.turn(session, `Part ${turn}`)
    })
  },
}
