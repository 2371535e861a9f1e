// Files are never put back from what an import says: its lines may be made up, and would write and read any file.
import { expect, it } from "vitest"
import { aFolder, outcomesOf, working } from "../../session/__fixtures__/undoing.ts"
import type { Session } from "../../session/handle.ts"
import { memory } from "../../store/memory.ts"
import { exportSession } from "../transfer/export-session.ts"
import { importSession } from "../transfer/import-session.ts"

const SECRET = "the secret of another user"

/** A session whose log says that a call changed `secret.txt`, and that an undo put it back and was undone. */
async function imported() {
  const { folder, put, read } = aFolder()
  put("a.txt", "one")
  const store = memory()
  const work = await working(folder, { store })
  await work.turn(["write_file", { path: "a.txt", content: "two" }])
  const { id: undone } = await work.session.undo({ id: "earlier" })
  await work.session.undo({ call: `restore:${undone}` })
  const lines: string[] = []
  for await (const line of exportSession(store, "s")) lines.push(line.replaceAll("a.txt", "secret.txt"))
  const { id } = await importSession(store, lines)
  put("secret.txt", SECRET)
  const session = await work.agent.open({ id })
  const call = (await session.changes())[0]?.id ?? ""
  return { ...work, session, put, read, call, [Symbol.asyncDispose]: () => work.agent.close() }
}

const WAYS: readonly [string, (session: Session, call: string) => Promise<unknown>][] = [
  ["undo", (session) => session.undo({ force: true })],
  ["undo of a call", (session, call) => session.undo({ call, force: true })],
  ["undo of a turn", (session) => session.undo({ turn: 1, force: true })],
  ["undo of an undo", (session) => session.undo({ call: "restore:earlier", force: true })],
  ["undo under an id of the past", (session) => session.undo({ id: "earlier", force: true })],
  ["a dry run", (session) => session.undo({ dryRun: true, force: true })],
  ["rewind of files", (session) => session.rewind({ turn: 1, what: "files", force: true })],
  ["rewind of both", (session) => session.rewind({ turn: 1, what: "both", force: true })],
]

it.each(WAYS)("%s puts nothing back that came with an import, nor in a fork of it, and says why", async (_, way) => {
  await using work = await imported()
  const { session, read, call } = work
  for (const each of [session, await session.fork(), await (await session.fork()).fork()]) {
    const seq = (await each.facts()).length
    const refusal = { code: "command-refused", message: expect.stringContaining("came with an import") }
    await expect(way(each, call)).rejects.toMatchObject(refusal)
    expect([read("secret.txt"), (await each.facts()).length]).toEqual([SECRET, seq])
  }
})

it("what was changed since the import is put back, and the conversation goes back to any turn", async () => {
  await using work = await imported()
  const { session, put, read } = work
  put("b.txt", "one")
  const change = () => session.ask(JSON.stringify([["write_file", { path: "b.txt", content: "two" }]]))
  await change()
  expect(outcomesOf(await session.undo())).toEqual({ "b.txt": "restored" })
  await change()
  expect(outcomesOf(await session.rewind({ turn: 3, what: "files" }))).toEqual({ "b.txt": "restored" })
  expect([read("b.txt"), read("secret.txt")]).toEqual(["one", SECRET])
  expect(await session.rewind({ turn: 1, what: "conversation" })).toMatchObject({ rewoundTo: 1 })
})
