// An id that the store would change is refused: its sender would wait for another one without end.
import { expect, it } from "vitest"
import { createAgent } from "../agent/create-agent.ts"
import { scripted } from "../model/scripted.ts"
import { memory } from "../store/memory.ts"

it.each(["half-\ud800", "nul-\0"])("a message with the id %j is refused, and nothing is said", async (id) => {
  await using agent = await createAgent({ model: scripted(() => "Fine."), store: memory() })
  const session = await agent.open()
  await expect(session.ask("Hello", { id })).rejects.toMatchObject({ code: "input-invalid" })
  expect(await session.messages()).toEqual([])
  expect(await session.ask("Hello", { id: "whole-🙂" })).toMatchObject({ outcome: "completed" })
})
