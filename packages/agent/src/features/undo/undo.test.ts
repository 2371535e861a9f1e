// Undo and rewind of files: with a real folder and the built-in tools.
import { chmodSync, existsSync, mkdirSync, rmSync, statSync, symlinkSync } from "node:fs"
import { expect, it } from "vitest"
import { aFolder, outcomesOf, reasonsOf, working } from "../../session/__fixtures__/undoing.ts"
import { memory } from "../../store/memory.ts"
import { tool } from "../../tools/tool.ts"

it("L23: undo of a write, an edit, a move and a delete brings back what was there, one after the other", async () => {
  const { folder, put, read } = aFolder()
  put("a.txt", "one")
  put("b.txt", "two")
  await using work = await working(folder)
  const { session, turn } = work
  await turn(["write_file", { path: "a.txt", content: "ONE" }])
  await turn(["edit_file", { path: "a.txt", old_text: "ONE", new_text: "1" }])
  await turn(["move_file", { from: "b.txt", to: "deep/c.txt" }])
  await turn(["delete_file", { path: "deep/c.txt" }])
  const tools = ["write_file", "edit_file", "move_file", "delete_file"]
  expect((await session.changes()).map((change) => change.tool)).toEqual(tools)
  expect(outcomesOf(await session.undo())).toEqual({ "deep/c.txt": "restored" })
  expect(read("deep/c.txt")).toBe("two")
  expect(outcomesOf(await session.undo())).toEqual({ "b.txt": "restored", "deep/c.txt": "removed" })
  expect([read("b.txt"), read("deep/c.txt")]).toEqual(["two", null])
  await session.undo()
  expect(read("a.txt")).toBe("ONE")
  await session.undo()
  expect(read("a.txt")).toBe("one")
  const calls = (await session.changes()).filter(({ kind }) => kind === "call")
  expect(calls.flatMap(({ files }) => Object.values(files)).filter(({ undone }) => undone === undefined)).toEqual([])
  await expect(session.undo()).rejects.toMatchObject({ code: "command-refused" })
})

it("X18: rewinding a turn that edited, created and deleted gives restored, removed and restored, byte by byte", async () => {
  const { folder, path, put, read } = aFolder()
  put("edited.txt", "before\r\n")
  put("deleted.sh", "#!/bin/sh\n")
  chmodSync(path("deleted.sh"), 0o751)
  await using work = await working(folder)
  const { session, turn } = work
  await turn(
    ["edit_file", { path: "edited.txt", old_text: "before", new_text: "after" }],
    ["write_file", { path: "new/created.txt", content: "new" }],
    ["delete_file", { path: "deleted.sh" }],
  )
  expect(await session.checkpoints()).toMatchObject([
    { turn: 1, files: ["edited.txt", "new/created.txt", "deleted.sh"], rewound: false },
  ])
  const report = await session.rewind({ turn: 1, what: "files" })
  expect(outcomesOf(report)).toEqual({
    "edited.txt": "restored",
    "new/created.txt": "removed",
    "deleted.sh": "restored",
  })
  expect([read("edited.txt"), read("new/created.txt"), read("deleted.sh")]).toEqual(["before\r\n", null, "#!/bin/sh\n"])
  expect(statSync(path("deleted.sh")).mode & 0o777).toBe(0o751)
})

it("X18: what cannot be kept stops no tool, and is skipped with the reason", async () => {
  const { folder, path, put, read } = aFolder()
  put("large.txt", "x".repeat(2000))
  mkdirSync(path("folder"))
  symlinkSync("/etc/hosts", path("link"))
  await using work = await working(folder, { undo: { maxFileBytes: 1000 } })
  const { session, turn } = work
  const odd = ["large.txt", "folder", "link"]
  await turn(...odd.map((name) => ["delete_file", { path: name }] as const), [
    "write_file",
    { path: "b", content: "b" },
  ])
  expect(odd.map(read)).toEqual([null, null, null])
  const report = await session.undo({ turn: 1 })
  expect(outcomesOf(report)).toEqual({ b: "removed", "large.txt": "skipped", folder: "skipped", link: "skipped" })
  expect(reasonsOf(report)["large.txt"]).toContain("too large")
  expect(reasonsOf(report).folder).toContain("a folder")
  expect(reasonsOf(report).link).toContain("symbolic link")
  expect(report.notUndone.map((effect) => effect.arguments)).toEqual(odd.map((name) => ({ path: name })))
})

it.each<[string, unknown]>([
  ["a promise", async () => ["a.txt"]],
  ["a number", () => 5],
  ["a text", () => "a.txt"],
  ["numbers", () => [1]],
])("a tool whose changes are %s runs, and nothing of it is kept", async (_, changes) => {
  const { folder } = aFolder()
  const odd = { name: "odd", description: "", input: {}, effect: "once" as const, run: () => "done", changes }
  await using work = await working(folder, { tools: [odd as never] })
  expect(await work.turn(["odd", {}])).toMatchObject({ outcome: "completed" })
  expect((await work.session.changes()).flatMap(({ files }) => Object.keys(files))).toEqual([])
})

it("undo keeps no more than a session may have, and never takes back half of a move", async () => {
  const { folder, put, read } = aFolder()
  put("a.txt", "a".repeat(600))
  put("b.txt", "b".repeat(600))
  await using work = await working(folder, { undo: { maxSessionBytes: 1000 } })
  const { session, turn } = work
  await turn(["write_file", { path: "a.txt", content: "short" }])
  await turn(["move_file", { from: "b.txt", to: "c.txt" }])
  const report = await session.undo({ turn: 2, force: true })
  expect(outcomesOf(report)).toEqual({ "b.txt": "skipped", "c.txt": "skipped" })
  expect([read("b.txt"), read("c.txt")]).toEqual([null, "b".repeat(600)])
  expect(outcomesOf(await session.undo({ turn: 1 }))).toEqual({ "a.txt": "restored" })
})

it("undo skips what was changed elsewhere since, unless it is forced; and an undo can be undone", async () => {
  const { folder, put, read } = aFolder()
  put("a.txt", "one")
  await using work = await working(folder)
  const { session, turn } = work
  await turn(["write_file", { path: "a.txt", content: "two" }])
  put("a.txt", "somebody else's")
  const careful = await session.undo()
  expect(outcomesOf(careful)).toEqual({ "a.txt": "skipped" })
  expect(reasonsOf(careful)["a.txt"]).toContain("changed since")
  const forced = await session.undo({ force: true })
  expect([outcomesOf(forced), read("a.txt")]).toEqual([{ "a.txt": "restored" }, "one"])
  expect(outcomesOf(await session.undo({ call: `restore:${forced.id}` }))).toEqual({ "a.txt": "restored" })
  expect(read("a.txt")).toBe("somebody else's")
})

it("undo names a later call that changed the same file, and skips what was changed elsewhere in between", async () => {
  const { folder, put, read } = aFolder()
  put("a.txt", "0")
  await using work = await working(folder)
  const { session, turn } = work
  await turn(["write_file", { path: "a.txt", content: "1" }])
  await turn(["write_file", { path: "a.txt", content: "2" }])
  expect(reasonsOf(await session.undo({ turn: 1 }))["a.txt"]).toContain("a later call")
  expect(outcomesOf(await session.rewind({ turn: 1, what: "files" }))).toEqual({ "a.txt": "restored" })
  expect(read("a.txt")).toBe("0")
  await turn(["write_file", { path: "a.txt", content: "3" }])
  put("a.txt", "other")
  await turn(["write_file", { path: "a.txt", content: "4" }])
  expect(reasonsOf(await session.rewind({ turn: 3, what: "files" }))["a.txt"]).toContain("in between")
  expect(outcomesOf(await session.undo())).toEqual({ "a.txt": "restored" })
  expect(read("a.txt")).toBe("other")
})

it("undo with dryRun touches nothing", async () => {
  const { folder, put, read } = aFolder()
  put("a.txt", "one")
  await using work = await working(folder)
  await work.turn(["write_file", { path: "a.txt", content: "two" }])
  const before = await work.session.facts()
  expect(outcomesOf(await work.session.undo({ dryRun: true }))).toEqual({ "a.txt": "restored" })
  expect([read("a.txt"), await work.session.facts()]).toEqual(["two", before])
})

it("undo is carried out once for one id, and refused while a turn runs", async () => {
  const { folder, put, read } = aFolder()
  put("a.txt", "one")
  let go = () => {}
  const gate = new Promise<void>((resolve) => {
    go = resolve
  })
  const wait = tool({ name: "wait", description: "", input: {}, effect: "read", run: () => gate.then(() => "waited") })
  await using work = await working(folder, { tools: [wait] })
  const { session, turn } = work
  await turn(["write_file", { path: "a.txt", content: "two" }])
  const first = await session.undo({ id: "once" })
  expect(await session.undo({ id: "once" })).toEqual(first)
  expect((await session.facts()).filter(({ type }) => type === "files-restored")).toHaveLength(1)
  put("a.txt", "later")
  const running = turn(["wait", {}])
  for await (const event of session.events()) if (event.type === "tool-call" && event.name === "wait") break
  await expect(session.rewind({ turn: 1, what: "both" })).rejects.toMatchObject({ code: "session-busy" })
  go()
  await running
  expect(read("a.txt")).toBe("later")
})

it("undo refuses another workspace than the one the files are in, and an agent without one", async () => {
  const [one, two] = [aFolder(), aFolder()]
  one.put("a.txt", "one")
  const store = memory()
  const first = await working(one.folder, { store })
  await first.turn(["write_file", { path: "a.txt", content: "two" }])
  await first.agent.close()
  const second = await working(two.folder, { store })
  expect(reasonsOf(await second.session.undo())[`${one.folder}/a.txt`]).toContain("another workspace")
  await second.agent.close()
  expect(one.read("a.txt")).toBe("two")
  rmSync(two.folder, { recursive: true })
})

it("undo tells the model which files were put back, in the next turn", async () => {
  const { folder, put } = aFolder()
  put("a.txt", "one")
  await using work = await working(folder)
  await work.turn(["write_file", { path: "a.txt", content: "two" }])
  await work.session.undo()
  await work.session.ask("And now?")
  const said = (await work.session.messages()).map((message) => JSON.stringify(message)).join("\n")
  expect(said).toContain("As they were before: a.txt.")
})

it("keeps nothing when undo is off, and records only what the files held", async () => {
  const { folder, put } = aFolder()
  put("a.txt", "one")
  await using work = await working(folder, { undo: false })
  await work.turn(["write_file", { path: "a.txt", content: "two" }], ["read_file", { path: "a.txt" }])
  const made = (await work.session.facts()).filter(({ type }) => type === "checkpoint-made")
  expect(made).toMatchObject([{ files: {}, skipped: { "a.txt": "undo is switched off" } }])
  await expect(work.session.undo()).rejects.toMatchObject({ code: "command-refused" })
})

it("X18: rewind restores a file that a later call failed at, or could not keep: what it held first is in the store", async () => {
  const { folder, path, put, read } = aFolder()
  put("w.txt", "w0")
  await using work = await working(folder, { undo: { maxFileBytes: 1000 } })
  const { session, turn } = work
  await turn(["write_file", { path: "w.txt", content: "w1" }])
  rmSync(path("w.txt"))
  symlinkSync("/etc/hosts", path("w.txt"))
  await turn(["write_file", { path: "w.txt", content: "never" }])
  rmSync(path("w.txt"))
  put("w.txt", "w1")
  const tried = await session.rewind({ turn: 1, what: "files", dryRun: true })
  expect(tried).toMatchObject({ files: [{ path: "w.txt", outcome: "restored" }], notUndone: [] })
  put("w.txt", "x".repeat(2000))
  await turn(["write_file", { path: "w.txt", content: "w2" }])
  const refused = await session.rewind({ turn: 1, what: "files" })
  expect(refused.files).toEqual([{ path: "w.txt", outcome: "skipped", why: expect.stringContaining("too large") }])
  expect(outcomesOf(await session.rewind({ turn: 1, what: "files", force: true }))).toEqual({ "w.txt": "restored" })
  expect(read("w.txt")).toBe("w0")
})

it("undo reports of what was never kept that not even force puts it back", async () => {
  const { folder, path } = aFolder()
  mkdirSync(path("folder"))
  await using work = await working(folder)
  const { session, turn } = work
  await turn(["delete_file", { path: "folder" }])
  const report = await session.undo({ turn: 1, force: true })
  const why = "only files are kept: moving or removing a folder cannot be undone"
  expect(report.files).toEqual([{ path: "folder", outcome: "skipped", why, isLost: true }])
})

it.each(["__proto__", "constructor", "toString"])("undo restores a file called %s", async (name) => {
  const { folder, put, read } = aFolder()
  put(name, "one")
  await using work = await working(folder)
  const { session, turn } = work
  await turn(["write_file", { path: name, content: "two" }])
  await turn(["delete_file", { path: name }])
  expect((await session.changes()).map(({ files }) => Object.keys(files))).toEqual([[name], [name]])
  await session.undo()
  expect(read(name)).toBe("two")
  expect((await session.rewind({ turn: 1, what: "files" })).files).toEqual([{ path: name, outcome: "restored" }])
  expect(read(name)).toBe("one")
})

it("undo removes the folders that a write created with the last file in them, and no others", async () => {
  const { folder, path, put, read } = aFolder()
  mkdirSync(path("empty"))
  await using work = await working(folder)
  const { session, turn } = work
  await turn(["write_file", { path: "a/b/one.txt", content: "1" }])
  await turn(["write_file", { path: "a/b/two.txt", content: "2" }])
  await turn(["write_file", { path: "empty/c/three.txt", content: "3" }])
  await session.undo()
  expect([existsSync(path("empty")), existsSync(path("empty/c"))]).toEqual([true, false])
  const [first] = await session.changes()
  await session.undo({ call: first?.id ?? "" })
  expect(read("a/b/two.txt")).toBe("2")
  put("a/mine.txt", "mine")
  await session.undo()
  expect([existsSync(path("a/b")), read("a/mine.txt")]).toEqual([false, "mine"])
})

it("undo gives a file that was deleted and created again its permissions back", async () => {
  const { folder, path, put } = aFolder()
  put("run.sh", "#!/bin/sh\n")
  chmodSync(path("run.sh"), 0o755)
  await using work = await working(folder)
  const { session, turn } = work
  await turn(["delete_file", { path: "run.sh" }], ["write_file", { path: "run.sh", content: "#!/bin/sh\n" }])
  expect(statSync(path("run.sh")).mode & 0o777).not.toBe(0o755)
  const report = await session.rewind({ turn: 1, what: "files" })
  expect(report.files).toEqual([{ path: "run.sh", outcome: "restored" }])
  expect(statSync(path("run.sh")).mode & 0o777).toBe(0o755)
})
