// Tags of sessions: given, added, removed, listed by, kept by forks and copies, and refused where they are wrong.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import type { Store } from "../contracts/store.ts"
import { scripted } from "../model/scripted.ts"
import type { Session } from "../session/handle.ts"
import { memory } from "../store/memory.ts"
import { sqlite } from "../store/sqlite.ts"
import type { Agent } from "./agent.ts"
import { createAgent } from "./create-agent.ts"

let folder: string
let store: Store
let agent: Agent
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "pawl-tags-"))
  store = await sqlite(join(folder, "agent.db"))
  agent = await createAgent({ store, model: scripted(({ said }) => `heard ${said}`) })
})
afterEach(async () => {
  await agent.close()
  await store.close()
  rmSync(folder, { recursive: true })
})

async function listed(query: Parameters<Agent["sessions"]["list"]>[0]): Promise<readonly string[]> {
  return (await agent.sessions.list(query)).map(({ id }) => id).sort()
}

describe("tags", () => {
  it("are given when a session is opened, added, removed, and listed by", async () => {
    const refund = await agent.open({ id: "refund", owner: "ann", tags: ["vip"] })
    const order = await agent.open({ id: "order", owner: "bob", tags: ["vip", "new"] })
    await agent.open({ id: "plain" })
    await refund.tag("urgent", "vip")
    await order.untag("new", "never had")
    expect((await refund.info()).metadata).toEqual({
      title: null,
      pinned: false,
      archived: false,
      tags: ["vip", "urgent"],
    })
    expect(await listed({ tag: "vip" })).toEqual(["order", "refund"])
    expect(await listed({ tag: ["vip", "urgent"] })).toEqual(["refund"])
    expect(await listed({ tag: "vip", owner: "bob" })).toEqual(["order"])
    expect(await listed({ tag: "new" })).toEqual([])
    await order.update({ tags: [] })
    expect((await order.info()).metadata).toEqual({ title: null, pinned: false, archived: false })
  })

  it("of an existing session stay as they are when it is opened with others", async () => {
    await agent.open({ id: "a", tags: ["first"] })
    const again = await agent.open({ id: "a", tags: ["second"] })
    expect((await again.info()).metadata.tags).toEqual(["first"])
  })

  it("stay whatever a turn writes, narrow a search, and are found by it", async () => {
    const tagged = await agent.open({ id: "tagged", tags: ["vip"] })
    const other = await agent.open({ id: "other" })
    await tagged.ask("about apples")
    await other.ask("about apples")
    expect(await listed({ text: "apples" })).toEqual(["other", "tagged"])
    expect(await listed({ text: "apples", tag: "vip" })).toEqual(["tagged"])
    expect(await agent.sessions.search("vip")).toMatchObject([{ id: "tagged", excerpt: "#vip" }])
  })

  it("are kept by a fork, and by an export that is imported elsewhere", async () => {
    const session = await agent.open({ id: "a", tags: ["vip"] })
    await session.ask("hello")
    expect((await (await session.fork()).info()).metadata.tags).toEqual(["vip"])
    const elsewhere = await createAgent({ store: memory(), model: scripted(() => "") })
    const { id } = await elsewhere.sessions.import(agent.sessions.export("a"))
    expect((await elsewhere.sessions.list({ tag: "vip" })).map((row) => row.id)).toEqual([id])
    await elsewhere.close()
  })

  it.each<readonly [string, unknown]>([
    ["one text", "vip"],
    ["no texts", [1]],
    ["an empty text", [""]],
    ["a text with a space at its end", ["vip "]],
    ["a text of two lines", ["vip\nurgent"]],
    ["a text that is too long", ["x".repeat(101)]],
  ])("are refused as %s, with what to write instead", async (_, tags) => {
    const refused = { code: "input-invalid", message: expect.stringContaining('write tags: ["vip"]') }
    await expect(agent.open({ id: "a", tags: tags as never })).rejects.toMatchObject(refused)
    expect(await agent.sessions.get("a")).toBeUndefined()
    const session = await agent.open({ id: "b" })
    await expect(session.update({ tags: tags as never })).rejects.toMatchObject(refused)
  })

  it.each<readonly [string, (session: Session) => Promise<void>, string]>([
    ["an empty tag", (session) => session.tag(""), 'write session.tag("vip", "refund")'],
    ["one good tag and an empty one", (session) => session.tag("vip", ""), 'write session.tag("vip", "refund")'],
    ["a list", (session) => session.tag(["vip"] as never), 'write session.tag("vip", "refund")'],
    ["no tag", (session) => session.tag(), "session.tag needs a tag"],
    ["an empty tag to remove", (session) => session.untag(""), 'write session.untag("vip", "refund")'],
    ["no tag to remove", (session) => session.untag(), "session.untag needs a tag"],
    ["an empty tag to add", (session) => session.update({ addTags: [""] }), 'write addTags: ["vip"]'],
  ])("are refused where %s is passed, with how to call it", async (_, wrong, instead) => {
    const session = await agent.open({ id: "b" })
    const refused = { code: "input-invalid", message: expect.stringContaining(instead) }
    await expect(wrong(session)).rejects.toMatchObject(refused)
    expect((await session.info()).metadata.tags).toBeUndefined()
  })
})
