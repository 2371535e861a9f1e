// A command may wake its session twice: its sender does, and so does the look for commands of other processes.
import { expect, it } from "vitest"
import { createAgent } from "../agent/create-agent.ts"
import type { Store } from "../contracts/store.ts"
import { scripted } from "../model/scripted.ts"
import { memory } from "../store/memory.ts"

/** A store that counts leases. */
function counted(): { readonly store: Store; readonly leases: () => number } {
  const store = memory()
  let leases = 0
  const acquire: Store["leases"]["acquire"] = (...claim) => {
    leases += 1
    return store.leases.acquire(...claim)
  }
  return { store: { ...store, leases: { ...store.leases, acquire } }, leases: () => leases }
}

it("a turn takes one lease, however often its command woke the session", async () => {
  const { store, leases } = counted()
  const agent = await createAgent({ model: scripted(() => "Done."), store })
  const sessions = await Promise.all(Array.from({ length: 5 }, () => agent.open()))
  await Promise.all(sessions.map((session) => session.ask("go")))
  for (const session of sessions) await session.ask("again")
  await agent.close()
  expect(leases()).toBe(10)
})
