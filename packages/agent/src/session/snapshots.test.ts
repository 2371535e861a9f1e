// Snapshots are an optimisation: written now and then, used when present, and not needed otherwise.
import { expect, it } from "vitest"
import { createAgent } from "../agent/create-agent.ts"
import { call, scripted } from "../model/scripted.ts"
import { memory } from "../store/memory.ts"
import { tool } from "../tools/tool.ts"
import { load } from "./load.ts"

const look = tool({ name: "look", description: "", input: { type: "object" }, effect: "read", run: () => "seen" })
const longTurn = scripted(({ results }) =>
  results.length < 300 ? { calls: [call("look", { at: results.length })] } : "done",
)

it("a snapshot is stored after a thousand facts, and opens to the same state as the log", async () => {
  const store = memory()
  const agent = await createAgent({ model: longTurn, tools: [look], store, maxIterations: 1000 })
  const session = await agent.open()
  await session.ask("go")
  // A snapshot is stored after the turn, and no caller waits for it.
  await agent.close()
  const { state, snapshotSeq } = await load(store.log, session.id)
  expect(snapshotSeq).toBeGreaterThan(1000)
  const cold = await load({ ...store.log, readSnapshot: async () => undefined }, session.id)
  expect(JSON.stringify(state)).toBe(JSON.stringify(cold.state))
})

it("a snapshot that cannot be stored fails nothing", async () => {
  const store = memory()
  const errors: unknown[] = []
  const full = { ...store, log: { ...store.log, saveSnapshot: () => Promise.reject(new Error("disk full")) } }
  const onError = (_: string, error: unknown) => errors.push(error)
  await using agent = await createAgent({ model: longTurn, tools: [look], store: full, maxIterations: 1000, onError })
  const session = await agent.open()
  expect(await session.ask("go")).toMatchObject({ outcome: "completed" })
  expect(await session.ask("again")).toMatchObject({ outcome: "completed" })
  expect(errors).toEqual([])
})
