// Profile default: a tool that asks people and the model while it runs, then an approval and a question that expire.
import { call } from "@pawl/agent/testing"
import type { Story } from "../stage.ts"
import { act } from "./tools.ts"

export const asking: Story = {
  name: "asking",
  async play(stage) {
    const tools = [
      act(stage, "book", "once", {
        approval: false,
        run: async (_, { ask, askModel }) => {
          const seat = await ask?.({ question: "Which seat?", suggestions: ["aisle", "window"], otherwise: "any" })
          stage.clock.pass(30)
          const messages = [{ role: "user", parts: [{ type: "text", text: "Which meal?" }] }] as const
          const aside = await askModel?.({
            system: "Answer in a word.",
            messages,
            blobs: new Map(),
            sampling: { temperature: 0 },
          })
          const meal = await ask?.({ question: "And a meal?" }).catch(() => "whatever there is")
          return `${seat}; ${aside?.reply.kind === "answer" ? aside.reply.text : "-"}; ${meal}`
        },
      }),
      act(stage, "pay", "once"),
    ]
    const model = stage.model("first", [
      { calls: [call("book", { path: "Rome" })] },
      "Soup.",
      "It is booked.",
      { calls: [call("pay", { path: "Rome" })] },
      { calls: [call("ask_user", { question: "Shall I wait?" })] },
      "Nobody was there.",
      { calls: [call("book", { path: "Oslo" })] },
    ])
    const options = { model, tools, questions: true, approvals: { timeoutMs: 60_000 } }
    await stage.with(options, async (agent) => {
      const session = await agent.open({ id: "asking" })
      const later = () => stage.clock.advanceTo(stage.clock.now() + 60_000)
      await stage.turn(session, "Book a seat to Rome.", async (event) => {
        if (event.type !== "question-asked") return
        const question = Number.parseInt(event.position, 10)
        if (event.suggestions.length > 0) await session.answer(event.call, "aisle", { id: stage.command(), question })
        else await later()
      })
      await stage.turn(session, "Now pay for it.", async (event) => {
        if (event.type === "approval-requested" || event.type === "question-asked") await later()
      })
      await stage.turn(session, "Book a seat to Oslo.", async (event) => {
        if (event.type === "question-asked") await session.cancel({ id: stage.command() })
      })
    })
  },
}
