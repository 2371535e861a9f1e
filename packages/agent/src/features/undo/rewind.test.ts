// The conversation is taken back to an earlier turn: the log keeps all of it, and everything derived from it stays
// consistent.
import { expect, it } from "vitest"
import type { Fact } from "../../contracts/fact.ts"
import { columnsOf } from "../../kernel/state/columns.ts"
import { foldFacts } from "../../kernel/state/fold.ts"
import { messagesOf } from "../../kernel/state/messages.ts"
import { profileNamed } from "../../profiles/profiles.ts"
import { recordedRules } from "../../replay/recorded-rules.ts"
import { replaySession } from "../../replay/replay-session.ts"
import { aFolder, outcomesOf, working } from "../../session/__fixtures__/undoing.ts"
import { load } from "../../session/load.ts"
import { memory } from "../../store/memory.ts"
import { tool } from "../../tools/tool.ts"
import { exportSession } from "../transfer/export-session.ts"
import { importSession } from "../transfer/import-session.ts"

const send = tool({ name: "send", description: "Sends.", input: {}, effect: "once", run: () => "sent" })

function exact(facts: readonly Fact[]) {
  return replaySession({ facts, rules: recordedRules(facts, profileNamed("default")) })
}

it("rewind goes back to before a turn, with its files: the model no longer sees it, and the log keeps it", async () => {
  const { folder, put, read } = aFolder()
  put("a.txt", "one")
  await using work = await working(folder)
  const { session, turn } = work
  await session.ask("Hello")
  const before = await session.messages()
  await turn(["write_file", { path: "a.txt", content: "two" }])
  const report = await session.rewind({ turn: 2, what: "both" })
  expect(report).toMatchObject({ rewoundTo: 2, notUndone: [] })
  expect([outcomesOf(report), read("a.txt")]).toEqual([{ "a.txt": "restored" }, "one"])
  expect(await session.messages()).toEqual(before)
  expect(await session.info()).toMatchObject({ turns: 2, messages: before.length, status: "idle", dueAt: null })
  await session.ask("Once more")
  expect((await session.messages()).slice(0, before.length)).toEqual(before)
  expect(await session.checkpoints()).toMatchObject([
    { turn: 1, rewound: false },
    { turn: 2, rewound: true },
    { turn: 3, rewound: false, said: "Once more" },
  ])
  expect(exact(await session.facts())).toMatchObject({ exact: true })
})

it("rewind reports what stays, to the caller and to the model", async () => {
  const { folder, put, read } = aFolder()
  put("a.txt", "one")
  await using work = await working(folder, { tools: [send] })
  const { session, turn } = work
  await turn(["send", {}], ["write_file", { path: "a.txt", content: "two" }])
  const report = await session.rewind({ turn: 1, what: "conversation" })
  expect(report).toMatchObject({ files: [], notUndone: [{ name: "send", outcome: "ok" }] })
  expect(read("a.txt")).toBe("two")
  const [note, ...rest] = await session.messages()
  expect(rest).toEqual([])
  expect(JSON.stringify(note)).toContain("not as they were: a.txt. What these calls did stays: send {}.")
  expect(await session.info()).toMatchObject({ preview: expect.stringContaining("send"), messages: 1 })
  for await (const event of session.events()) {
    if (event.type !== "conversation-rewound") continue
    expect(event).toMatchObject({ turn: 1, to: 1, stays: [{ name: "send" }] })
    break
  }
  expect(exact(await session.facts())).toMatchObject({ exact: true })
})

it("rewind goes back to before a compaction, from a fold, from a snapshot and from an export", async () => {
  const { folder } = aFolder()
  const store = memory()
  await using work = await working(folder, { store })
  const { session } = work
  for (const words of ["One", "Two", "Three"]) await session.ask(words)
  const before = await session.messages()
  await session.ask("Four")
  await session.compact()
  for await (const event of session.events()) if (event.type === "compaction-done") break
  await session.ask("Five")
  const { state } = await load(store.log, session.id)
  await store.log.saveSnapshot(session.id, (await import("../../kernel/state/snapshot.ts")).toSnapshot(state))
  await session.rewind({ turn: 4, what: "conversation" })
  expect(await session.messages()).toEqual(before)
  const facts = await session.facts()
  expect(messagesOf(foldFacts(facts))).toEqual(before)
  expect(await session.info()).toMatchObject(columnsOf(foldFacts(facts)))
  expect(exact(facts)).toMatchObject({ exact: true })
  const lines: string[] = []
  for await (const line of exportSession(store, session.id)) lines.push(line)
  const other = memory()
  await importSession(other, lines)
  expect(messagesOf((await load(other.log, session.id)).state)).toEqual(before)
})

it("rewind of files also takes back files that an undo had put back before", async () => {
  const { folder, put, read } = aFolder()
  put("a.txt", "A")
  await using work = await working(folder)
  const { session, turn } = work
  await turn(["write_file", { path: "a.txt", content: "B" }])
  await session.ask("Hello")
  await session.undo()
  expect(read("a.txt")).toBe("A")
  // The content that turn 2 found.
  expect(outcomesOf(await session.rewind({ turn: 2, what: "files" }))).toEqual({ "a.txt": "restored" })
  expect(read("a.txt")).toBe("B")
  expect(outcomesOf(await session.undo())).toEqual({ "a.txt": "restored" })
  expect(read("a.txt")).toBe("A")
})

it("rewind refuses a turn that does not exist, and one that began since the plan was made", async () => {
  const { folder } = aFolder()
  const store = memory()
  await using work = await working(folder, { store })
  const { session } = work
  await session.ask("One")
  await expect(session.rewind({ turn: 7, what: "both" })).rejects.toMatchObject({ code: "input-invalid" })
  // From a client that had not seen the last turn.
  await store.inbox.enqueue(session.id, { kind: "restore", id: "late", turns: 0, stays: [], to: 1, turn: 1 })
  await expect(session.rewind({ turn: 1, what: "both", id: "late" })).rejects.toMatchObject({ code: "command-refused" })
  expect(await session.messages()).toHaveLength(2)
})

it("checkpoints lists as taken back what the model no longer sees, also after going forward again", async () => {
  const { folder } = aFolder()
  await using work = await working(folder)
  const { session } = work
  for (const words of ["One", "Two", "Three"]) await session.ask(words)
  const rewound = async () => (await session.checkpoints()).map((each) => each.rewound)
  await session.rewind({ turn: 2, what: "conversation" })
  expect(await rewound()).toEqual([false, true, true])
  await session.rewind({ turn: 3, what: "conversation" })
  expect(await rewound()).toEqual([false, false, true])
  expect(JSON.stringify(await session.messages())).toContain("Two")
  await session.ask("Four")
  expect(await rewound()).toEqual([false, false, true, false])
})

it("a session that goes back to before its first turn keeps its title, until something else is said", async () => {
  const { folder } = aFolder()
  await using work = await working(folder)
  const { session } = work
  const title = async () => (await session.info()).title
  await session.ask("A poem about the sea")
  await session.ask("Longer")
  await session.rewind({ turn: 1, what: "conversation" })
  expect(await title()).toBe("A poem about the sea")
  await session.rewind({ turn: 1, what: "conversation" })
  expect(await title()).toBe("A poem about the sea")
  await session.ask("A poem about the wind")
  expect(await title()).toBe("A poem about the wind")
  expect(exact(await session.facts())).toMatchObject({ exact: true })
})
