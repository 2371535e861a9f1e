// The model asks the user within a turn, by a tool that any profile can offer.
import { describe, expect, it } from "vitest"
import { call, type Script, scripted } from "../model/scripted.ts"
import { PROFILE_LINES } from "../profiles/names.ts"
import { ownProfile } from "../profiles/own-profile.ts"
import { FakeClock } from "../testing/fake-clock.ts"
import { tool } from "../tools/tool.ts"
import { createAgent } from "./create-agent.ts"
import type { AgentOptions } from "./options.ts"

const look = tool({ name: "look", description: "", input: { type: "object" }, effect: "read", run: () => "seen" })

const asking: Script = ({ results, request }) => {
  const [answer] = results
  if (answer === undefined)
    return { calls: [call("ask_user", { question: "Which colour?", options: ["red", "blue"] })] }
  const words = `It is ${answer.text}.`
  return request.tools.some(({ name }) => name === "converse")
    ? { calls: [call("converse", { message: words })] }
    : words
}

const agentOf = (options: Partial<AgentOptions>) =>
  createAgent({ model: scripted(asking), dialect: "native", tools: [look], ...options })

const offeredBy = async (options: Partial<AgentOptions>) => {
  await using agent = await agentOf({
    model: scripted(({ request }) => ["tools", ...request.tools.map(({ name }) => name)].join()),
    ...options,
  })
  return (await (await agent.open()).ask("Hello")).text.split(",").slice(1)
}

describe("ask_user", () => {
  it.each(Object.keys(PROFILE_LINES))(
    "X23: waits for the user's answer within the turn, in the profile %s",
    async (profile) => {
      await using agent = await agentOf({ profile, questions: true })
      const session = await agent.open()
      const turn = session.send("Paint it.")
      for await (const event of turn) {
        if (event.type !== "question-asked") continue
        expect(event).toMatchObject({ question: "Which colour?", suggestions: ["red", "blue"] })
        expect((await session.info()).status).toBe("waiting")
        // In the user's own words, although there are options.
        await session.answer(event.call, "green, of course")
      }
      expect(await turn.result()).toMatchObject({ outcome: "completed", text: "It is green, of course." })
      expect((await session.info()).turns).toBe(1)
    },
  )

  it("X23: tells the model that there was no answer in time, and the turn goes on", async () => {
    const clock = new FakeClock()
    await using agent = await agentOf({ clock, approvals: { timeoutMs: 300_000 } })
    const result = await clock.run((await agent.open()).ask("Paint it."))
    expect(result).toMatchObject({ outcome: "completed", text: expect.stringContaining("Nobody answered in time") })
  })

  it("X23: is offered by the profiles default and terminal beside other tools, and by other profiles when turned on", async () => {
    for (const profile of ["default", "terminal"]) {
      expect(await offeredBy({ profile })).toContain("ask_user")
      expect(await offeredBy({ profile, tools: [] })).toEqual([])
      expect(await offeredBy({ profile, questions: false })).toEqual(["look"])
    }
    for (const profile of ["chat-service", "local-desktop"]) {
      expect(await offeredBy({ profile })).toEqual(["look"])
      expect(await offeredBy({ profile, questions: true })).toContain("ask_user")
      expect(await offeredBy({ profile: ownProfile({ name: "mine", base: profile, questions: true }) })).toContain(
        "ask_user",
      )
    }
  })

  it("X23: is offered however many tools there are, because no input would ever match it", async () => {
    const many = Array.from({ length: 60 }, (_, place) => tool({ ...look, name: `tool_${place}` }))
    expect(await offeredBy({ tools: many })).toContain("ask_user")
  })
})
