// The approval inbox of a store: it has every request once, however many sessions wait.
import { expect, it } from "vitest"
import { createAgent } from "../agent/create-agent.ts"
import { call, scripted } from "../model/scripted.ts"
import { memory } from "../store/memory.ts"
import { tool } from "../tools/tool.ts"
import type { Session } from "./handle.ts"

const pay = tool({
  name: "pay",
  description: "Pays.",
  input: { type: "object" },
  effect: "once",
  run: () => "Paid.",
})

/** Returns once the session asks. */
async function sendAndWait(session: Session, words: string): Promise<void> {
  for await (const { type } of session.send(words)) if (type === "approval-requested") return
}

it("has the requests of all sessions that wait, also if these fill more than a page", async () => {
  const model = scripted(() => ({ calls: [call("pay")] }))
  await using agent = await createAgent({ model, tools: [pay], store: memory() })
  const ids = Array.from({ length: 101 }, (_, nth) => `s${nth}`)
  for (const id of ids) await sendAndWait(await agent.open({ id }), "go")
  const found = (await agent.requests()).map(({ session }) => session)
  expect(found.toSorted()).toEqual(ids.toSorted())
})

it("has the request of a sub-agent once: as that of its parent, where it is settled", async () => {
  const model = scripted(({ said, results }) => {
    if (results.length > 0) return "Done."
    return { calls: [said === "team" ? call("delegate", { task: "pay it" }) : call("pay")] }
  })
  const store = memory()
  await using agent = await createAgent({ model, tools: [pay], store, delegation: true })
  const session = await agent.open({ id: "parent" })
  await sendAndWait(session, "team")
  expect(await store.sessions.list({ asking: true })).toHaveLength(2)
  const inbox = await agent.requests()
  expect(inbox).toMatchObject([{ session: "parent", name: "pay", kind: "approval" }])
  for (const request of inbox) await session.decide(request, "approve")
  for await (const { type } of session.events({ after: 0 })) if (type === "turn-end") break
  expect(await agent.requests()).toEqual([])
})
