// A full disk, a locked file, a clock that jumps: errors are clear, and nothing is lost.
import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import Database from "better-sqlite3"
import { afterAll, describe, expect, it } from "vitest"
import { createAgent } from "../../packages/agent/src/agent/create-agent.ts"
import { systemClock } from "../../packages/agent/src/base/system-clock.ts"
import type { Clock } from "../../packages/agent/src/contracts/clock.ts"
import { call, scripted } from "../../packages/agent/src/model/scripted.ts"
import { type SqliteOptions, sqlite } from "../../packages/agent/src/store/sqlite.ts"
import { makePlace } from "../../packages/cli/src/__fixtures__/pawl.ts"
import { storyTools } from "../kill/story.ts"
import { count, readLines } from "../kill/victims.ts"
import { logObjections } from "../schedules/log-objections.ts"

const folders: string[] = []
afterAll(() => {
  for (const each of folders) rmSync(each, { recursive: true, force: true })
})

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "pawl-trouble-"))
  folders.push(folder)
  return folder
}

const model = scripted(({ results, said }) =>
  results.length === 0 ? { calls: [call("send", { path: said, ms: 300 })] } : `Done: ${results[0]?.text}`,
)

async function open(folder: string, options: SqliteOptions = {}, clock: Clock = systemClock) {
  const store = await sqlite(join(folder, "pawl.db"), options)
  const errors: string[] = []
  const agent = await createAgent({
    store,
    model,
    clock,
    tools: storyTools(join(folder, "effects")),
    leases: { sweepMs: 100 },
    onError: (_, error) => errors.push(String(error)),
  })
  const session = await agent.open({ id: "s" })
  const close = async () => {
    await agent.close()
    await store.close()
  }
  return { store, agent, session, errors, close }
}

const effects = (folder: string) => count(readLines(join(folder, "effects")))

// The tests mostly wait, each in its own folder.
describe.concurrent("a full disk", () => {
  it("is reported with what to do, and accepted messages are carried out once there is room", {
    timeout: 120_000,
  }, async () => {
    const folder = newFolder()
    const first = await open(folder, { maxPages: 60 })
    const accepted: string[] = []
    const failures: string[] = []
    for (let turn = 0; failures.length === 0 && turn < 200; turn++) {
      const stream = first.session.send(`turn ${turn} ${"x".repeat(4000)}`, { id: `say-${turn}` })
      await stream.accepted().then(
        () => accepted.push(`say-${turn}`),
        (error: unknown) => failures.push(String(error)),
      )
      if (failures.length === 0) await stream.result().catch((error: unknown) => failures.push(String(error)))
    }
    expect(failures[0]).toMatch(/full.*free some space and try again/)
    await first.close()
    const second = await open(folder)
    const last = await second.session.ask("and now?", { id: "last" })
    expect(last).toMatchObject({ outcome: "completed" })
    expect(logObjections(await second.session.facts(), [...accepted, "last"], effects(folder))).toEqual([])
    await second.close()
  })
})

describe.concurrent("a database file that another program keeps locked", () => {
  it("for ten seconds makes the turn wait and go on", { timeout: 120_000 }, async () => {
    const folder = newFolder()
    const { session, errors, close } = await open(folder)
    const turn = session.send("mail", { id: "say-0" })
    for await (const event of turn) if (event.type === "tool-call") break
    const other = new Database(join(folder, "pawl.db"))
    other.exec("begin immediate")
    let isFree = false
    setTimeout(() => {
      isFree = true
      other.exec("rollback")
    }, 10_000)
    // Readers are not blocked.
    expect((await session.info()).status).toBe("tool_loop")
    expect(await turn.result()).toMatchObject({ outcome: "completed", text: "Done: send mail done" })
    expect(isFree).toBe(true)
    other.close()
    expect(errors).toEqual([])
    expect(logObjections(await session.facts(), ["say-0"], effects(folder))).toEqual([])
    await close()
  })

  it("for longer than the store waits is reported as an error, and accepted messages are carried out later", {
    timeout: 120_000,
  }, async () => {
    const folder = newFolder()
    const { session, errors, close } = await open(folder, { busyTimeoutMs: 200 })
    const turn = session.send("mail", { id: "say-0" })
    for await (const event of turn) if (event.type === "tool-call") break
    const other = new Database(join(folder, "pawl.db"))
    other.exec("begin immediate")
    await expect(session.ask("meanwhile")).rejects.toThrow(/kept the file locked.*try again/)
    setTimeout(() => other.exec("rollback"), 1500)
    const ended = await outcomeOfTurn(session)
    expect(ended).toBe("completed")
    other.close()
    expect(errors.join("\n")).toMatch(/kept the file locked/)
    // The effect happened but could not be recorded, so its outcome is unknown.
    const outcomes = (await session.facts()).flatMap((fact) => (fact.type === "tool-finished" ? [fact.outcome] : []))
    expect(outcomes).toEqual(["unknown"])
    expect(logObjections(await session.facts(), ["say-0"], effects(folder))).toEqual([])
    await close()
  })
})

async function outcomeOfTurn(session: Awaited<ReturnType<typeof open>>["session"]): Promise<string> {
  for await (const event of session.events({ after: 0 })) if (event.type === "turn-end") return event.outcome
  return "nothing"
}

describe.concurrent("a database file that cannot be written", () => {
  it.skipIf(process.getuid?.() !== 0)(
    "is refused with a clear error, and left unchanged",
    { timeout: 60_000 },
    async () => {
      const place = makePlace()
      try {
        await place.spawned(["-p", "hello"])
        chmodSync(join(place.home, "pawl.db"), 0o444)
        for (const each of [place.root, place.home, place.work]) chmodSync(each, 0o555)
        const refused = await place.spawned(["-p", "again"], { uid: 65_534 })
        expect(refused.code).toBe(52)
        expect(refused.stderr).toMatch(/cannot be written/)
      } finally {
        for (const each of [place.root, place.home, place.work]) chmodSync(each, 0o755)
        await place.remove()
      }
    },
  )
})

describe.concurrent("a clock that jumps back an hour", () => {
  it("stops neither the running turn nor the next one", { timeout: 60_000 }, async () => {
    let offset = 0
    const clock: Clock = { ...systemClock, now: () => Date.now() + offset }
    const folder = newFolder()
    const { session, store, errors, close } = await open(folder, {}, clock)
    const turn = session.send("mail", { id: "say-0" })
    for await (const event of turn) if (event.type === "tool-call") offset = -3_600_000
    expect(await turn.result()).toMatchObject({ outcome: "completed" })
    expect(await session.ask("more", { id: "say-1" })).toMatchObject({ outcome: "completed" })
    expect(errors).toEqual([])
    expect(await store.sessions.due({ before: clock.now() })).toEqual([])
    expect(logObjections(await session.facts(), ["say-0", "say-1"], effects(folder))).toEqual([])
    await close()
  })
})
