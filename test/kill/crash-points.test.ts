// The crash table of the chat service: what is stored at each crash point, and what the next process does first.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import type { Fact } from "../../packages/agent/src/contracts/fact.ts"
import { sqlite } from "../../packages/agent/src/store/sqlite.ts"
import { readLines, resume, runVictim } from "./victims.ts"

const STORY = "three calls of a chat service"
const RE_RUN_STORY = "three calls of a chat service that runs them again"
const COMPACTION = "a compaction in the middle of a turn"
const CALLS = ["s:call_1_1_1_0", "s:call_1_1_1_1", "s:call_1_1_1_2"]

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pawl-crash-"))
})
afterEach(() => rmSync(folder, { recursive: true }))

async function crashAfter(
  fact: string,
  count: number,
  story = STORY,
): Promise<{ status: string | undefined; before: readonly Fact[] }> {
  const killed = await runVictim(folder, story, { PAWL_KILL_FACT: fact, PAWL_KILL_COUNT: String(count) })
  expect(killed).toBe(true)
  const store = await sqlite(join(folder, "pawl.db"))
  const status = (await store.sessions.get("s"))?.status
  const before = await store.log.read("s", 0)
  await store.close()
  return { status, before }
}

async function finishStory(
  before: readonly Fact[],
  story = STORY,
): Promise<{ types: readonly string[]; effects: readonly string[]; last: string; facts: readonly Fact[] }> {
  const done = readLines(join(folder, "effects")).length
  const { facts, last } = await resume(folder, story)
  const types = facts
    .slice(before.length)
    .map((fact) => ("call" in fact ? `${fact.type} ${fact.call.at(-1)}` : fact.type))
  return { types, last, facts, effects: readLines(join(folder, "effects")).slice(done) }
}

describe("the chat service resumes after a crash", () => {
  it("a crash after the calls are saved: tool_loop is stored, and a new process runs exactly those calls first (T7, X17)", async () => {
    const { status, before } = await crashAfter("model-answered", 1)
    expect(status).toBe("tool_loop")
    const { types, effects, last } = await finishStory(before)
    expect(effects).toEqual(CALLS)
    expect(types[0]).toBe("tool-started 0")
    expect(last).toBe("Finished: look a done; send b done; set c done")
  })

  it("a crash after the first of three calls: that call is not repeated, because each result is stored (T8)", async () => {
    // The intent of the second call is in the same commit as the result
    // of the first, so the next process cannot know whether it ran.
    const { status, before } = await crashAfter("tool-finished", 1, RE_RUN_STORY)
    expect(status).toBe("tool_loop")
    const { effects } = await finishStory(before, RE_RUN_STORY)
    expect(effects).toEqual(CALLS.slice(1))
  })

  it("a crash in a call that must not happen twice: its outcome is unknown, and the third call runs (T8)", async () => {
    const { before } = await crashAfter("tool-started", 2)
    const { types, effects, last } = await finishStory(before)
    expect(effects).toEqual(CALLS.slice(2))
    expect(types[0]).toBe("tool-finished 1")
    expect(last).toContain('"send" was stopped while it ran. It may or may not have taken effect.')
  })

  it("a crash in a call that must not happen twice, with re-run configured: it runs again, and the log records why (T8)", async () => {
    const { before } = await crashAfter("tool-started", 2, RE_RUN_STORY)
    const { types, effects, last, facts } = await finishStory(before, RE_RUN_STORY)
    expect(effects).toEqual(CALLS.slice(1))
    expect(types[0]).toBe("tool-started 1")
    const starts = facts.flatMap((fact) => (fact.type === "tool-started" ? [fact.again ?? "first"] : []))
    expect(starts).toEqual(["first", "first", "profile", "first"])
    expect(last).toBe("Finished: look a done; send b done; set c done")
  })

  it("a crash after the results are saved: tool_loop is stored, no tool runs, the model is asked next (T9)", async () => {
    const { status, before } = await crashAfter("tool-finished", 3)
    expect(status).toBe("tool_loop")
    const { types, effects } = await finishStory(before)
    expect(effects).toEqual([])
    expect(types).toEqual(["model-asked", "model-answered", "turn-finished"])
  })

  it("a crash between a summary and its compaction: the summary is used, and no other is requested", async () => {
    const { before } = await crashAfter("model-answered", 4, COMPACTION)
    expect(before.at(-1)).toMatchObject({ type: "model-answered", purpose: "summary", text: "Notes: look a done." })
    const { types, effects, last } = await finishStory(before, COMPACTION)
    expect(effects).toEqual([])
    expect(types).toEqual(["history-compacted", "model-asked", "model-answered", "turn-finished"])
    expect(last).toBe("Finished: look b done. Notes: look a done")
  })

  it("a crash while a summary is made: it is requested again, and the history is condensed once", async () => {
    const { before } = await crashAfter("model-asked", 4, COMPACTION)
    expect(before.at(-1)).toMatchObject({ type: "model-asked", purpose: "summary" })
    const { types, last } = await finishStory(before, COMPACTION)
    expect(types.slice(0, 3)).toEqual(["model-asked", "model-answered", "history-compacted"])
    expect(types.filter((type) => type === "history-compacted")).toHaveLength(1)
    expect(last).toBe("Finished: look b done. Notes: look a done")
  })

  it("a crash after the compaction: it is not made again", async () => {
    const { before } = await crashAfter("history-compacted", 1, COMPACTION)
    const { types, last } = await finishStory(before, COMPACTION)
    expect(types).not.toContain("history-compacted")
    expect(last).toBe("Finished: look b done. Notes: look a done")
  })
})
