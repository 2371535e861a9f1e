// Keys that a body does not have.
import { describe, expect, it } from "vitest"
import { team } from "../__fixtures__/team.ts"

const TEXT = { type: "text", text: "hello" }

describe("an unknown key in a body", () => {
  it.each([
    ["of a session", "/v1/sessions", { titel: "a" }, 'The body has no "titel"; the nearest is "title".'],
    ["of a message", "/v1/sessions/s/messages", { input: "hi", ID: "a" }, 'The body has no "ID"; the nearest is "id".'],
    ["of a part", "/v1/sessions/s/messages", { input: [TEXT, { ...TEXT, name: "a" }] }, 'input.1 has no "name".'],
    [
      "of a choice",
      "/v1/sessions/s/messages",
      { input: "hi", toolChoice: { tool: "write", force: true } },
      'toolChoice has no "force". It has: tool.',
    ],
    ["of nothing", "/v1/sessions/s/cancel", { turn: 1 }, 'The body has no "turn". It has: id.'],
  ])("%s is refused, and named with the nearest known one", async (_, path, body, message) => {
    const server = await team()
    const ann = await server.add("ann")
    await ann.post("/v1/sessions", { id: "s" })
    const { status, body: answer } = await ann.post(path, body)
    expect([status, answer.error.code]).toEqual([400, "input-invalid"])
    expect(answer.error.message).toContain(message)
  })

  it("of a decision leaves the call waiting: it does not run with the arguments that were to be replaced", async () => {
    const server = await team()
    const ann = await server.add("ann")
    await ann.post("/v1/sessions", { id: "s" })
    const call = await ann.sendAndWait("s", "write a.md")
    const path = `/v1/sessions/s/requests/${call}/decision`
    const refused = await ann.post(path, { decision: "approve", args: { path: "b.md" } })
    expect([refused.status, refused.body.error.message]).toEqual([400, expect.stringContaining('"arguments"')])
    const grant = { scope: "session", tool: "write", were: {} }
    expect((await ann.post(path, { decision: "approve", grant })).body.error.message).toContain('grant has no "were"')
    expect((await ann.get("/v1/sessions/s")).body.openRequests).toHaveLength(1)
    expect(server.ran).toEqual([])
  })

  it("is none in what is passed on as it is", async () => {
    const server = await team()
    const ann = await server.add("ann")
    await ann.post("/v1/sessions", { id: "s" })
    const call = await ann.sendAndWait("s", "write a.md")
    const path = `/v1/sessions/s/requests/${call}/decision`
    expect((await ann.post(path, { decision: "approve", arguments: { path: "b.md" } })).status).toBe(200)
  })
})
