// Sessions exported from one store and imported into another: the same facts, the same bytes, or nothing at all.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { createAgent } from "../../agent/create-agent.ts"
import type { Store } from "../../contracts/store.ts"
import { call, scripted } from "../../model/scripted.ts"
import { profileNamed } from "../../profiles/profiles.ts"
import { recordedRules } from "../../replay/recorded-rules.ts"
import { replaySession } from "../../replay/replay-session.ts"
import type { Session } from "../../session/handle.ts"
import { memory } from "../../store/memory.ts"
import { sqlite } from "../../store/sqlite.ts"
import { tool } from "../../tools/tool.ts"
import { exportSession } from "./export-session.ts"
import { importSession } from "./import-session.ts"

let folder = ""
const opened: Store[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pawl-import-"))
})
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close()
  rmSync(folder, { recursive: true })
})

async function file(name: string): Promise<Store> {
  const store = await sqlite(join(folder, name))
  opened.push(store)
  return store
}

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
)

const big = tool({
  name: "big",
  description: "Returns a lot.",
  input: { type: "object" },
  effect: "read",
  run: () => "long line\n".repeat(20_000),
})
const model = scripted(({ results }) => (results.length === 0 ? { calls: [call("big")] } : "It is long."))

/** With an attachment, a long text and a result that was stored as a blob. */
async function play(store: Store, id = "s"): Promise<void> {
  const agent = await createAgent({ model, tools: [big], store })
  const session = await agent.open({ id, title: "Long things" })
  const picture = { type: "bytes", mime: "image/png", bytes: PNG, name: "dot.png" } as const
  await session.ask([{ type: "text", text: `Look at this. ${"word ".repeat(20_000)}` }, picture])
  await agent.close()
}

/** A session that sends something in every turn, once approved. */
async function sending(store: Store) {
  let sent = 0
  const send = tool({
    name: "send",
    description: "Sends.",
    input: {},
    approval: true,
    effect: "once",
    run: () => `sent ${++sent}`,
  })
  const asks = scripted(({ results }) => (results.length === 0 ? { calls: [call("send")] } : "Sent."))
  const agent = await createAgent({ model: asks, tools: [send], store })
  return { agent, session: await agent.open({ id: "s" }), count: () => sent }
}

/** The call that waits for approval, as soon as one does. */
async function request(session: Session): Promise<string> {
  for await (const event of session.events()) {
    const { openRequests } = await session.info()
    if (event.type === "approval-requested" && openRequests.some(({ call: id }) => id === event.call)) return event.call
  }
  throw new Error("No approval was requested.")
}

async function linesOf(store: Store, id = "s"): Promise<string[]> {
  const lines: string[] = []
  for await (const line of exportSession(store, id)) lines.push(line)
  return lines
}

describe("a session that is exported and imported (X16)", () => {
  it.each([
    ["from memory into a file", async () => [memory(), await file("to.db")] as const],
    ["from a file into another", async () => [await file("from.db"), await file("to.db")] as const],
    ["from a file into memory", async () => [await file("from.db"), memory()] as const],
  ])("is the same, with all blobs it refers to: %s", async (_, stores) => {
    const [from, to] = await stores()
    await play(from)
    const lines = await linesOf(from)
    const imported = await importSession(to, lines)
    expect(imported).toMatchObject({ id: "s", missing: [] })
    expect(imported.blobs).toBeGreaterThanOrEqual(5)
    const [first, ...later] = await from.log.read("s", 0)
    const parent = { session: "s", kind: "import", seq: later.length + 1 }
    expect(await to.log.read("s", 0)).toEqual([{ ...first, parent }, ...later])
    expect((await linesOf(to)).slice(1)).toEqual(lines.slice(1))
    const before = await from.sessions.get("s")
    const { status, turns, messages, usage, preview, metadata } = before ?? ({} as never)
    expect(await to.sessions.get("s")).toMatchObject({ status, turns, messages, usage, preview, metadata })
  })

  it("continues where it was, and replays exactly", async () => {
    const [from, to] = [memory(), await file("to.db")]
    await play(from)
    await importSession(to, await linesOf(from))
    const agent = await createAgent({ model, tools: [big], store: to })
    const session = await agent.open({ id: "s" })
    expect(await session.ask("And now?")).toMatchObject({ outcome: "completed" })
    const facts = await session.facts()
    const rules = recordedRules(facts, profileNamed("default"))
    expect(replaySession({ facts, rules })).toMatchObject({ exact: true, facts: facts.length })
    await agent.close()
  })

  it("gets another id where its own is taken, and says whose copy it is", async () => {
    const store = await file("one.db")
    await play(store)
    const { id, was } = await importSession(store, await linesOf(store))
    expect([was, id === "s"]).toEqual(["s", false])
    const [first, ...later] = await store.log.read(id, 0)
    const [, ...original] = await store.log.read("s", 0)
    expect(first).toMatchObject({ session: id, parent: { session: "s", kind: "import", seq: original.length + 1 } })
    expect(later).toEqual(original)
    expect((await store.sessions.get(id))?.metadata.title).toBe("Long things (copy)")
    await store.sessions.remove("s")
    for (const line of await linesOf(store, id)) expect(line).not.toContain('"missing":true')
  })

  it("in the middle of a turn, wherever it was cut, has that turn ended: nothing runs a second time", async () => {
    const from = memory()
    await play(from)
    const lines = await linesOf(from)
    const facts = await from.log.read("s", 0)
    const blobs = lines.filter((line) => /^\{"type":"blob"/.test(line))
    for (const { seq, type } of facts) {
      const to = memory()
      const end = JSON.stringify({ type: "end", facts: seq, blobs: blobs.length, title: null })
      await importSession(to, [...lines.slice(0, seq), ...blobs, end])
      expect(await to.sessions.get("s"), type).toMatchObject({ status: "idle", dueAt: null, openRequests: [] })
      const copied = await to.log.read("s", 0)
      const rules = recordedRules(copied, profileNamed("default"))
      expect(replaySession({ facts: copied, rules }), type).toMatchObject({ exact: true })
    }
  })

  it("while it waits for approval does not ask again, and the call runs once, in the original session", async () => {
    const store = memory()
    const { session, agent, count } = await sending(store)
    const waiting = session.send("Send it.")
    const asked = await request(session)
    const { id } = await importSession(store, await linesOf(store))
    expect(await store.sessions.get(id)).toMatchObject({ status: "idle", dueAt: null, openRequests: [] })
    await agent.open({ id })
    await session.decide(asked, "approve")
    expect(await waiting.result()).toMatchObject({ outcome: "completed" })
    expect(count()).toBe(1)
    await agent.close()
  })

  it("and a fork do not inherit the grants of the session they come from", async () => {
    const store = memory()
    const { session, agent } = await sending(store)
    const turn = session.send("Send it.")
    const grant = { tool: "send", scope: "session" } as const
    await session.decide(await request(session), "approve", { grant })
    await turn.result()
    expect(await session.ask("Again.")).toMatchObject({ outcome: "completed" })
    const { id } = await importSession(store, await linesOf(store))
    for (const copy of [await agent.open({ id }), await session.fork()]) {
      copy.send("Once more.")
      expect(await request(copy)).toBeDefined()
      await copy.cancel()
    }
    await agent.close()
  })

  it("reports missing blobs, and they stay missing", async () => {
    const [from, to] = [memory(), memory()]
    await play(from)
    const lines = await linesOf(from)
    const gone = lines.map((line) => {
      const { type, hash } = JSON.parse(line) as { type: string; hash: string }
      return type === "blob" ? JSON.stringify({ type, hash, missing: true }) : line
    })
    expect((await importSession(to, gone)).missing.length).toBeGreaterThanOrEqual(5)
    // The store may have them for another owner.
    const refused = importSession(from, gone, { isComplete: true })
    await expect(refused).rejects.toMatchObject({
      code: "input-invalid",
      message: expect.stringContaining("only a complete export"),
    })
  })

  it("drops fields that no fact has, and keeps all others", async () => {
    const [from, to] = [memory(), memory()]
    await play(from)
    const more = (await linesOf(from)).map((line) => {
      const { type } = JSON.parse(line) as { type: string }
      return type === "blob" || type === "end" ? line : line.replace(/^\{/, '{"smuggled":"x","malformed":"y",')
    })
    await importSession(to, more)
    expect((await to.log.read("s", 0)).slice(1)).toEqual((await from.log.read("s", 0)).slice(1))
  })

  it("gets another id in place of one that no URL can name, and the older session that has it stays readable", async () => {
    const store = memory()
    const facts = { v: 1, seq: 1, at: 1, type: "session-opened", session: "..", profile: "default" } as const
    await store.sessions.create({ id: "..", opened: facts, profile: "default" })
    const agent = await createAgent({ model, store })
    expect((await agent.open({ id: ".." })).id).toBe("..")
    const { id, was } = await importSession(memory(), exportSession(store, ".."))
    expect([was, id]).toEqual(["..", expect.stringMatching(/\w{8,}/)])
    await expect((await agent.open()).fork({ id: "." })).rejects.toMatchObject({ code: "input-invalid" })
    await agent.close()
  })

  it.each([
    ["the one that the export names, unless another is given", undefined, "ann"],
    ["the one that is given", "bob", "bob"],
    ["none", null, null],
  ])("has an owner: %s", async (_, owner, expected) => {
    const [store, target] = [memory(), memory()]
    const agent = await createAgent({ model, store })
    await agent.open({ id: "s", owner: "ann" })
    await importSession(target, exportSession(store, "s"), owner === undefined ? {} : { owner })
    expect((await target.sessions.get("s"))?.owner).toBe(expected)
    expect((await target.log.read("s", 0))[0]).toMatchObject(expected === null ? {} : { owner: expected })
    expect(JSON.stringify(await target.log.read("s", 0)).includes("ann")).toBe(expected === "ann")
    await agent.close()
  })

  it("works through the agent as well", async () => {
    const [from, to] = [memory(), memory()]
    await play(from)
    const one = await createAgent({ model, store: from })
    const other = await createAgent({ model, store: to })
    expect(await other.sessions.import(one.sessions.export("s"))).toMatchObject({ id: "s" })
    expect(await other.sessions.search("long word")).toMatchObject([{ id: "s", title: "Long things" }])
    await Promise.all([one.close(), other.close()])
  })
})

describe("a broken file", () => {
  const at = (lines: readonly string[], type: string) => lines.findIndex((line) => JSON.parse(line).type === type)

  /** Returns the number of the line. */
  function change(lines: string[], type: string, fields: object): number {
    const place = at(lines, type)
    return put(lines, place + 1, JSON.stringify({ ...JSON.parse(lines[place] ?? ""), ...fields }))
  }

  function put(lines: string[], number: number, line: string): number {
    lines[number - 1] = line
    return number
  }

  function cut(lines: string[], number: number): number {
    lines.splice(number - 1, 1)
    return number
  }

  function loseBlob(lines: string[]): number {
    const place = at(lines, "blob")
    const { hash } = JSON.parse(lines[place] ?? "") as { readonly hash: string }
    cut(lines, place + 1)
    change(lines, "end", { blobs: lines.filter((line) => JSON.parse(line).type === "blob").length })
    return lines.findIndex((line) => line.includes(hash)) + 1
  }

  const LOOSE = { hash: "0".repeat(64), mime: "text/plain", size: 1 }

  /** JSON has no infinity, but numbers that are read as one. */
  function endless(lines: string[]): number {
    const number = at(lines, "model-answered") + 1
    const line = JSON.stringify({ ...JSON.parse(lines[number - 1] ?? ""), usage: { costUsd: "BIG" } })
    return put(lines, number, line.replace('"BIG"', "1e999"))
  }

  it.each<[string, (lines: string[]) => number, RegExp]>([
    ["half a line", (lines) => put(lines, 4, lines[3]?.slice(0, 40) ?? ""), /not valid JSON/],
    ["no object", (lines) => put(lines, 3, "7"), /not a JSON object/],
    ["a fact that is gone", (lines) => cut(lines, 3), /fact 4, and 3 comes next/],
    ["an unknown type", (lines) => change(lines, "model-asked", { type: "dreamt" }), /"dreamt" is not a fact type/],
    ["a newer version", (lines) => change(lines, "model-asked", { v: 2 }), /version is 2/],
    ["a field that is gone", (lines) => change(lines, "model-answered", { calls: undefined }), /"calls" of model-/],
    ["a field of another kind", (lines) => change(lines, "tool-started", { effectKey: 7 }), /"effectKey" of tool-/],
    [
      "a workspace that is no string",
      (lines) => change(lines, "session-opened", { workspace: 7 }),
      /"workspace" of session-/,
    ],
    ["parts of an unknown type", (lines) => change(lines, "turn-started", { input: [{ type: "x" }] }), /"input"/],
    ["a negative usage", (lines) => change(lines, "turn-finished", { usage: { inputTokens: -1 } }), /"usage" of turn-/],
    ["no end of a cost", (lines) => endless(lines), /"usage" of model-/],
    ["a time below zero", (lines) => change(lines, "tool-finished", { ms: -5 }), /"ms" of tool-/],
    [
      "a result with a hash, but no part",
      (lines) => change(lines, "tool-finished", { full: LOOSE }),
      /"full" of tool-/,
    ],
    [
      "a call that is too deep",
      (lines) => put(lines, 3, (lines[2] ?? "").replace(/\}$/, `,"x":${"[".repeat(10_000)}${"]".repeat(10_000)}}`)),
      /nested deeper than 500/,
    ],
    ["a call that no answer made", (lines) => change(lines, "tool-started", { call: "x" }), /an open call/],
    ["a reply to nothing", (lines) => change(lines, "model-answered", { attempt: "9" }), /an open request/],
    ["another turn", (lines) => change(lines, "turn-started", { turn: 5 }), /turn 1/],
    ["a missing beginning", (lines) => cut(lines, 1), /comes next/],
    ["other bytes", (lines) => change(lines, "blob", { base64: "AAAA" }), /do not match its hash/],
    ["a blob that is gone", loseBlob, /is not in the file/],
    ["no end", (lines) => cut(lines, lines.length), /ends before its last line/],
    ["more after the end", (lines) => lines.push(lines[0] ?? ""), /more lines after the end/],
    ["nothing at all", (lines) => lines.splice(0).length && 1, /ends before/],
  ])("is refused with its line, and nothing is stored: %s", async (_, spoil, why) => {
    const [from, to] = [memory(), await file("to.db")]
    await play(from)
    const lines = await linesOf(from)
    const line = spoil(lines)
    const refused = importSession(to, lines)
    await expect(refused).rejects.toMatchObject({ code: "input-invalid", message: expect.stringMatching(why) })
    await expect(refused).rejects.toThrow(new RegExp(`^Line ${line} `))
    expect(await to.sessions.list()).toEqual([])
  })
})
