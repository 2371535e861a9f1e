// The request after cancelled turns: one user message, however many turns were cancelled before an answer came.
import { expect, it } from "vitest"
import { createAgent } from "../../packages/agent/src/agent/create-agent.ts"
import { modelFrom } from "../../packages/agent/src/model/providers.ts"
import { PROFILE_LINES } from "../../packages/agent/src/profiles/names.ts"
import { modelServer } from "../../packages/agent/src/testing/model-server.ts"

it.each(Object.keys(PROFILE_LINES))(
  "a request after three cancels holds one user message (%s) (X14, L30)",
  async (profile) => {
    let isAnswering = false
    const done = "<tool><tool_name>converse</tool_name><arguments><message>Ready.</message></arguments></tool>"
    await using server = await modelServer({
      script: ({ signal }) =>
        isAnswering
          ? profile === "xml-tools"
            ? done
            : "Ready."
          : new Promise((resolve) => signal.addEventListener("abort", () => resolve("late"))),
    })
    const model = modelFrom("openai:m", { baseUrl: server.openai, apiKey: "k", env: {} })
    await using agent = await createAgent({ model, profile })
    const session = await agent.open()
    for (const words of ["one", "two", "three"]) {
      for await (const event of session.send(words)) if (event.type === "iteration-start") await session.cancel()
    }
    isAnswering = true
    const before = server.requests.length
    await session.ask("four")
    const sent = server.requests[before]?.body.messages as readonly {
      readonly role: string
      readonly content: string
    }[]
    const roles = sent.map(({ role }) => role)
    expect(roles.filter((role) => role === "user")).toEqual(["user"])
    expect(sent.at(-1)?.content).toMatch(/one[\s\S]*cancelled[\s\S]*two[\s\S]*three[\s\S]*four/)
    const shown = (await session.messages()).map(({ role }) => role)
    expect(shown.filter((role, place) => role === "user" && shown[place - 1] === "user")).toEqual([])
  },
)
