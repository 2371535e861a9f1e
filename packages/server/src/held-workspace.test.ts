import { createAgent, memory, tool } from "@pawl/agent"
import { call, scripted } from "@pawl/agent/testing"
import { expect, it, vi } from "vitest"
import { createServer } from "./server.ts"

const write = tool({ name: "write", description: "Writes.", input: {}, effect: "once", run: () => "ok" })

async function waiting(isServed: boolean): Promise<readonly (number | undefined)[]> {
  const store = memory()
  const model = scripted(({ results }) => (results.length === 0 ? { calls: [call("write", {})] } : "done"))
  const agent = await createAgent({ model, tools: [write], store })
  const workspaces = [{ name: "main", agent, profiles: ["default"], models: ["scripted"] }]
  const server = isServed ? createServer({ store, workspaces }) : undefined
  const timers = vi.spyOn(globalThis, "setTimeout")
  const session = await agent.open({ id: "s" })
  await session.send("write").accepted()
  await vi.waitFor(async () => expect((await store.sessions.get("s"))?.openRequests).toHaveLength(1), { timeout: 5555 })
  const waits = timers.mock.calls.map(([, ms]) => ms)
  timers.mockRestore()
  await (server?.drain(0) ?? agent.close())
  return waits
}

it("a server hears what its sessions ask: the library does not prepare to warn of an approval that is not listened for", async () => {
  const GRACE_MS = 1000
  const graces = (waits: readonly (number | undefined)[]) => waits.filter((ms) => ms === GRACE_MS).length
  const [alone, served] = [await waiting(false), await waiting(true)]
  // Other timers may be as long.
  expect(graces(alone) - graces(served)).toBe(1)
})
