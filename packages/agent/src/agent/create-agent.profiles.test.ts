import { describe, expect, it } from "vitest"
import { scripted } from "../model/scripted.ts"
import { memory } from "../store/memory.ts"
import { createAgent } from "./create-agent.ts"

describe("agent.open({ profile })", () => {
  it("opens a session with another built-in profile, which it keeps in every process", async () => {
    const store = memory()
    const model = scripted(() => "Good morning.")
    const agent = await createAgent({ model, store })
    const strict = await agent.open({ id: "a", profile: "chat-service" })
    const usual = await agent.open({ id: "b" })
    expect([strict.whenBusy, usual.whenBusy]).toEqual(["refuse", "queue"])
    expect(await strict.ask("Hello")).toMatchObject({ outcome: "completed" })
    await agent.close()
    const next = await createAgent({ model, store })
    expect((await store.sessions.get("a"))?.profile).toBe("chat-service")
    expect((await next.open({ id: "a" })).whenBusy).toBe("refuse")
    await next.close()
  })

  it("refuses a profile that it does not know, and says which there are", async () => {
    const agent = await createAgent({ model: scripted(() => "") })
    await expect(agent.open({ profile: "strict" })).rejects.toThrow(
      'There is no profile "strict". Choose from: default, chat-service',
    )
    await agent.close()
  })
})
