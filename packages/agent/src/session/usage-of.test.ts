// Sums of usage, as people are shown them.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it, onTestFinished } from "vitest"
import { createAgent } from "../agent/create-agent.ts"
import { scripted } from "../model/scripted.ts"
import { memory } from "../store/memory.ts"
import { sqlite } from "../store/sqlite.ts"

it.each([
  { name: "memory", open: () => memory() },
  { name: "sqlite", open: (folder: string) => sqlite(join(folder, "agent.db")) },
])("are free of the noise of binary fractions, also where the store adds them ($name)", async ({ open }) => {
  const folder = mkdtempSync(join(tmpdir(), "pawl-usage-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const store = await open(folder)
  onTestFinished(() => store.close())
  const model = scripted(() => ({ text: "There.", usage: { inputTokens: 9, outputTokens: 1, costUsd: 0.1 } }))
  await using agent = await createAgent({ model, store })
  const session = await agent.open()
  for (const words of ["one", "two", "three"]) await session.ask(words)
  expect(await agent.usage()).toMatchObject([{ requests: 3, usage: { costUsd: 0.3 } }])
})
