// What a person settles names its request.
import { describe, expect, it } from "vitest"
import { createAgent } from "../agent/create-agent.ts"
import { scripted } from "../model/scripted.ts"
import { requestIn } from "./refusals.ts"

const nothing = [undefined, null, 7, {}, { call: 7 }, []]

describe("a request that is to be settled", () => {
  it.each([
    ["the id of its call", "c1", { call: "c1" }],
    ["an open request", { call: "c1", question: 9, kind: "question" }, { call: "c1", question: 9 }],
    ["an event, with the words of its question", { call: "c1", question: "Which?" }, { call: "c1" }],
  ])("is named by %s", (_, to, named) => {
    expect(requestIn(to)).toEqual(named)
  })

  it.each(nothing)("is not named by %j, and the message says what to pass", async (to) => {
    await using agent = await createAgent({ model: scripted(() => "x") })
    const session = await agent.open()
    const refused = { code: "input-invalid", message: expect.stringContaining("pass the event that asked") }
    await expect(session.decide(to as never, "approve")).rejects.toMatchObject(refused)
    await expect(session.answer(to as never, "yes")).rejects.toMatchObject(refused)
  })
})
