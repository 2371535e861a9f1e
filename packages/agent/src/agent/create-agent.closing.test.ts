// An agent that is closed while another process runs the turn that somebody waits for here.
import { expect, it } from "vitest"
import { scripted } from "../model/scripted.ts"
import { memory } from "../store/memory.ts"
import { createAgent } from "./create-agent.ts"

it.each([
  { deadlineMs: 60_000, ends: "the turn ends in time", expected: { text: "Good morning." } },
  { deadlineMs: 20, ends: "it does not", expected: { code: "agent-closed" } },
])("returns the result if $ends, and says otherwise that it was closed", async ({ deadlineMs, expected }) => {
  const store = memory()
  const going = Promise.withResolvers<void>()
  const model = scripted(async () => {
    await going.promise
    return "Good morning."
  })
  const front = await createAgent({ model, store, run: "none" })
  const worker = await createAgent({ model, store, run: "all", leases: { sweepMs: 5 } })
  const session = await front.open()
  const asked = session.ask("Hello")
  const answered = asked.catch((error: unknown) => error)
  await expect.poll(async () => (await store.log.read(session.id, 0)).map(({ type }) => type)).toContain("model-asked")
  const closed = front.close({ deadlineMs })
  if (deadlineMs > 1000) going.resolve()
  expect(await answered).toMatchObject(expected)
  await closed
  going.resolve()
  await worker.close({ deadlineMs: 1000 })
})
