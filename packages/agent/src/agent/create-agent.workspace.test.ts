// Sessions belong to a workspace: an agent that runs all due sessions runs only those of its workspace.
import { mkdtempSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, it } from "vitest"
import { scripted } from "../model/scripted.ts"
import { memory } from "../store/memory.ts"
import { createAgent } from "./create-agent.ts"

let root = ""
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "pawl-place-")))
})
afterEach(() => rmSync(root, { recursive: true }))

function folder(): string {
  return realpathSync(mkdtempSync(join(root, "f-")))
}

const model = scripted(() => "Done.")

it("an agent runs sessions of its own workspace and those without one, not those of others, whether swept or woken", async () => {
  const [here, there] = [folder(), folder()]
  const store = memory()
  const say = async (id: string, workspace?: string) => {
    const about = { model, store, run: "none", ...(workspace !== undefined && { workspace }) } as const
    await using agent = await createAgent(about)
    await (await agent.open({ id })).send("hello").accepted()
  }
  await say("before-there", there)
  await say("before-here", here)
  await using _worker = await createAgent({ model, store, workspace: here, run: "all", leases: { sweepMs: 5 } })
  await say("later-there", there)
  await say("later-here", here)
  await say("nowhere")
  await using looker = await createAgent({ model, store, run: "none" })
  for (const id of ["before-here", "later-here", "nowhere"]) {
    const session = await looker.open({ id })
    for await (const event of session.events()) if (event.type === "turn-end") break
  }
  for (const id of ["before-there", "later-there"])
    expect(await store.sessions.get(id)).toMatchObject({ turns: 0, workspace: there, dueAt: 0 })
  expect(await store.sessions.get("nowhere")).toMatchObject({ workspace: here })
})

it("a turn in another workspace is recorded, and the session belongs to that workspace from then on", async () => {
  const [here, there] = [folder(), folder()]
  const store = memory()
  for (const workspace of [here, there, there]) {
    await using agent = await createAgent({ model, store, workspace })
    await (await agent.open({ id: "s" })).ask("hello")
    expect((await store.sessions.get("s"))?.workspace).toBe(workspace)
  }
  const facts = await store.log.read("s", 0)
  expect(facts[0]).toMatchObject({ workspace: here })
  const turns = facts.flatMap((fact) => (fact.type === "turn-started" ? [fact.workspace] : []))
  expect(turns).toEqual([undefined, there, undefined])
})
