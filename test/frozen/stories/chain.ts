// Profile terminal: a model that fails and is retried, one that
// takes over, a turn that fails and is retried, a long answer.
import { call, type ScriptReply } from "@pawl/agent/testing"
import type { Story } from "../stage.ts"
import { act } from "./tools.ts"

type Class = Extract<ScriptReply, { error: unknown }>["error"]["class"]

const fails = (kind: Class, more: object = {}): ScriptReply => ({
  error: { class: kind, code: kind, message: `It is ${kind}.` },
  ...more,
})

export const chain: Story = {
  name: "chain",
  async play(stage) {
    const first = stage.model("first", [
      fails("rate-limit", { retryAfterMs: 2500 }),
      fails("overloaded", { text: "I had begun to" }),
      { text: "I look.", calls: [call("look", { path: "a" })] },
      fails("auth"),
      fails("config"),
      { text: "The answer is long, and", isCut: true },
      "this is its end.",
    ])
    const second = stage.model("second", [
      "The second one answers.",
      fails("config"),
      { calls: [call("look", { path: "b" })] },
      "Now it works.",
    ])
    const model = [first, second]
    await stage.with({ model, tools: [act(stage, "look", "read")], profile: "terminal" }, async (agent) => {
      const session = await agent.open({ id: "chain" })
      await stage.turn(session, "Look at a.")
      await stage.turn(session, "Go on.")
      await stage.turn(session, "Look at b.")
      if ((await session.info()).status === "failed")
        await stage.follow(session, await session.retry({ id: stage.command() }))
      await stage.turn(session, "And tell me more.")
    })
  },
}
