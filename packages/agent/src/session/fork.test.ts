// Forks: the same past, independent futures.
import { expect, it } from "vitest"
import { createAgent } from "../agent/create-agent.ts"
import type { Fact } from "../contracts/fact.ts"
import { exportSession } from "../features/transfer/export-session.ts"
import { importSession } from "../features/transfer/import-session.ts"
import { scripted } from "../model/scripted.ts"
import { profileNamed } from "../profiles/profiles.ts"
import { recordedRules } from "../replay/recorded-rules.ts"
import { replaySession } from "../replay/replay-session.ts"
import { memory } from "../store/memory.ts"
import { tool } from "../tools/tool.ts"
import { aFolder, working } from "./__fixtures__/undoing.ts"
import { forkSession } from "./fork-session.ts"

function exact(facts: readonly Fact[]) {
  return replaySession({ facts, rules: recordedRules(facts, profileNamed("default")) })
}

it("X16: a fork has the past of its session, continues on its own, and leaves the original unchanged", async () => {
  const { folder } = aFolder()
  await using work = await working(folder)
  const { session } = work
  await session.update({ title: "plan" })
  await session.ask("One")
  const shared = await session.messages()
  await session.ask("Two")
  const [first] = (await session.checkpoints()).slice(1)
  const fork = await session.fork({ at: first?.to ?? 0 })
  expect(await fork.messages()).toEqual(shared)
  await fork.ask("Three")
  const { parent, metadata, seq } = await fork.info()
  expect([parent, metadata.title]).toEqual([session.id, "plan (fork)"])
  expect((await fork.facts())[0]).toMatchObject({ parent: { session: "s", kind: "fork", seq: first?.to } })
  expect(seq).toBe((await fork.facts()).length)
  expect(JSON.stringify(await fork.messages())).not.toContain("Two")
  expect(JSON.stringify(await session.messages())).not.toContain("Three")
  expect(exact(await fork.facts())).toMatchObject({ exact: true })
  expect((await (await session.fork()).messages()).length).toBe((await session.messages()).length)
})

it("a fork at any fact of a running turn runs nothing again: started calls have an unknown outcome", async () => {
  let sent = 0
  const send = tool({ name: "send", description: "Sends.", input: {}, effect: "once", run: () => `sent ${++sent}` })
  const { folder } = aFolder()
  const store = memory()
  await using work = await working(folder, { store, tools: [send] })
  await work.turn(["send", {}], ["read_file", { path: "none" }])
  const facts = await work.session.facts()
  for (const { seq, type } of facts) {
    const id = await forkSession(store, "s", { at: seq })
    const row = await store.sessions.get(id)
    expect(row, type).toMatchObject({ status: "idle", dueAt: null, openRequests: [] })
    const log = await store.log.read(id, 0)
    expect(exact(log), type).toMatchObject({ exact: true })
    const begun = facts.slice(0, seq).some((fact) => fact.type === "tool-started" && fact.name === "send")
    const ended = facts.slice(0, seq).some((fact) => fact.type === "tool-finished" && fact.name === "send")
    const unknown = log.some((fact) => fact.type === "tool-finished" && fact.outcome === "unknown")
    expect(unknown, type).toBe(begun && !ended)
    const fork = await work.agent.open({ id })
    expect((await fork.ask("Go on")).text).toBe("Done.")
  }
  expect(sent).toBe(1)
})

it("a fork keeps its blobs when the original is removed, and has its profile, owner and instructions", async () => {
  const store = memory()
  const model = scripted(() => "Done.")
  await using agent = await createAgent({ model, store })
  const parent = await agent.open({ id: "p", owner: "ada", instructions: "Be brief." })
  await parent.ask("x".repeat(100_000))
  const fork = await parent.fork({ id: "f", title: "mine" })
  await agent.sessions.remove("p")
  const said = (await fork.facts()).find(({ type }) => type === "turn-started")
  const [part] = said?.type === "turn-started" ? said.input : []
  expect(part?.type === "blob" && (await store.blobs.read(part.hash))?.length).toBe(100_000)
  expect(await fork.info()).toMatchObject({ owner: "ada", profile: "default", metadata: { title: "mine" } })
  expect((await fork.facts())[0]).toMatchObject({ instructions: "Be brief." })
  await expect(fork.fork({ id: "f" })).rejects.toMatchObject({ code: "input-invalid" })
  await expect(fork.fork({ at: 99 })).rejects.toMatchObject({ code: "input-invalid" })
})

it("X16: a fork and an export hold the file contents that undo needs", async () => {
  const { folder, put, read } = aFolder()
  put("a.txt", "one")
  const [store, other] = [memory(), memory()]
  await using work = await working(folder, { store })
  await work.turn(["write_file", { path: "a.txt", content: "two" }])
  const fork = await work.session.fork()
  await importSession(other, exportSession(store, "s"))
  await work.agent.sessions.remove("s")
  await fork.undo()
  expect(read("a.txt")).toBe("one")
  put("a.txt", "two")
  await using there = await working(folder, { store: other })
  const before = (await there.session.changes())[0]?.files["a.txt"]?.before ?? ""
  expect(Buffer.from((await other.blobs.read(before)) ?? []).toString()).toBe("one")
  // An import may be made up, so it changes no file by itself.
  await expect(there.session.undo()).rejects.toMatchObject({ code: "command-refused" })
  expect(read("a.txt")).toBe("two")
})

it("a fork or an export drops a restore of files that is under way: only the original carries it out", async () => {
  const { folder } = aFolder()
  const store = memory()
  await using work = await working(folder, { store })
  await work.turn(["write_file", { path: "a.txt", content: "one" }])
  await work.session.undo()
  const facts = await store.log.read("s", 0)
  for (const type of ["restore-asked", "checkpoint-made"] as const) {
    const at = facts.findLast((fact) => fact.type === type)?.seq ?? 0
    const id = await forkSession(store, "s", { at })
    const log = await store.log.read(id, 0)
    expect(log.at(-1), type).toMatchObject({ type: "files-restored", refused: expect.stringContaining("forked") })
    expect(exact(log)).toMatchObject({ exact: true })
    const fork = await work.agent.open({ id })
    expect(await fork.ask("Hello")).toMatchObject({ outcome: "completed" })
  }
})
