// Input that arrives while a turn runs: the profile decides, unless the sender sets `whenBusy`.
import { describe, expect, it } from "vitest"
import { createAgent } from "../agent/create-agent.ts"
import { ownProfile } from "../profiles/own-profile.ts"
import { memory } from "../store/memory.ts"
import { busy, gated } from "./__fixtures__/busy.ts"

describe("input while a turn runs", () => {
  it("is refused in chat-service, also through another handle and another agent's profile (T11)", async () => {
    const { model, go } = gated()
    const store = memory()
    const agent = await createAgent({ model, store, profile: "chat-service" })
    const session = await busy(agent)
    await expect(session.ask("second")).rejects.toMatchObject({ code: "session-busy" })
    const client = await createAgent({ model, store, run: "none" })
    await expect((await client.open({ id: "s" })).ask("second")).rejects.toMatchObject({ code: "session-busy" })
    const queued = session.send("second", { whenBusy: "queue" })
    await queued.accepted()
    go()
    expect((await queued.result()).text).toBe("heard first and second")
    await Promise.all([agent.close(), client.close()])
  })

  it("is accepted once and refused once when two arrive together in chat-service (T11)", async () => {
    const { model, go } = gated()
    go()
    await using agent = await createAgent({ model, profile: "chat-service" })
    const session = await agent.open()
    const both = await Promise.allSettled([session.send("a").accepted(), session.send("b").accepted()])
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"])
  })

  it("waits its turn in structured-react, and both are in the history (M17)", async () => {
    const { model, go } = gated()
    await using agent = await createAgent({ model, profile: "structured-react", dialect: "native" })
    const session = await busy(agent)
    const second = session.send("second")
    await second.accepted()
    go()
    expect((await second.result()).text).toBe("heard first and second")
  })

  it("joins the turn when a custom profile says so", async () => {
    const { model, go } = gated()
    const profile = ownProfile({ name: "chatty", whenBusy: "steer" })
    await using agent = await createAgent({ model, profile })
    const session = await busy(agent)
    await session.send("second").accepted()
    go()
    for await (const event of session.events()) if (event.type === "turn-end") break
    expect((await session.facts()).map(({ type }) => type)).toContain("input-added")
  })
})
