import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { createAgent } from "@pawl/agent"
import { call, scripted } from "@pawl/agent/testing"
import { afterEach, beforeEach, expect, it } from "vitest"

const PLUGIN = fileURLToPath(new URL(".", import.meta.url))

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pawl-todo-"))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it("the todo plugin stores an item, shows it in the next turn, and ticks it off", async () => {
  const systems: string[] = []
  const model = scripted(({ said, results, request }) => {
    systems.push(request.system)
    const [tool, what] = said.split(": ")
    return results.length === 0 ? { calls: [call(`todo__${tool}`, { what: what ?? "" })] } : `${results[0]?.text}`
  })
  const pluginOptions = { env: {}, dataFolder: folder }
  await using agent = await createAgent({ model, plugins: [PLUGIN], pluginOptions, approve: "auto" })
  expect(agent.plugins()).toMatchObject([{ name: "todo", state: "ready" }])
  const session = await agent.open()
  expect((await session.ask("add: water the plants")).text).toBe("Noted: water the plants")
  expect((await session.ask("add: feed the cat")).text).toBe("Noted: feed the cat")
  expect(systems.at(-1)).toContain('["water the plants"]')
  expect((await session.ask("done: water the plants")).text).toBe("Done: water the plants")
  expect((await session.ask("add: sleep")).text).toBe("Noted: sleep")
  expect(systems.at(-1)).toContain('["feed the cat"]')
  const kept = JSON.parse(readFileSync(join(folder, "todo/items.json"), "utf8"))
  expect(kept).toMatchObject([
    { what: "water the plants", done: true },
    { what: "feed the cat", done: false },
    { what: "sleep", done: false },
  ])
})

it("the todo plugin adds one item for one effect key, however often the tool runs", async () => {
  const { default: plugin } = await import(new URL("./index.mjs", import.meta.url).href)
  const add = plugin.tools.find(({ name }: { readonly name: string }) => name === "add")
  const context = { paths: { data: folder }, effectKey: "one", log: { info() {} } }
  for (const _time of [1, 2]) add.run({ what: "once" }, context)
  expect(JSON.parse(readFileSync(join(folder, "items.json"), "utf8"))).toHaveLength(1)
})
