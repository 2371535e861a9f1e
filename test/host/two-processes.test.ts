// Two real processes and one session: only one runs it, and one
// that was stopped between intent and effect does nothing more.
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { createAgent } from "../../packages/agent/src/agent/create-agent.ts"
import { scripted } from "../../packages/agent/src/model/scripted.ts"
import { sqlite } from "../../packages/agent/src/store/sqlite.ts"
import { work } from "./worker.ts"
import { eventually, isStopped, Workshop } from "./workers.ts"

const ROUNDS = 20
const AT_ONCE = 4

describe("two processes, one session", { timeout: 240_000 }, () => {
  it("a process stopped between intent and effect performs nothing when it wakes after a take-over: 20 of 20", async () => {
    const outcomes: string[] = []
    const queue = Array.from({ length: ROUNDS }, (_, round) => round)
    const lanes = Array.from({ length: AT_ONCE }, async () => {
      for (let round = queue.pop(); round !== undefined; round = queue.pop()) outcomes.push(await stopAndWake())
    })
    await Promise.all(lanes)
    expect(outcomes).toEqual(Array(ROUNDS).fill("unknown, performed 0 times"))
  })

  it("only one of them runs the session", async () => {
    const shop = new Workshop()
    const mine = await work(shop.folder, "here")
    try {
      await shop.worker("there")
      const sessions = await Promise.all(Array.from({ length: 10 }, (_, index) => mine.agent.open({ id: `s${index}` })))
      const results = await Promise.all(sessions.map((session) => session.ask("send")))
      expect(results.map((result) => result.text)).toEqual(Array(10).fill("send: sent"))
      expect([...shop.lines("effects")].sort()).toEqual(sessions.map((session) => `${session.id}:call_1_1_1_0`))
    } finally {
      await mine.agent.close()
      await mine.store.close()
      await shop.close()
    }
  })
})

async function stopAndWake(): Promise<string> {
  const shop = new Workshop()
  const first = await shop.worker("first", new URL("./stop-hook.ts", import.meta.url))
  const store = await sqlite(join(shop.folder, "pawl.db"))
  const client = await createAgent({ store, model: scripted(() => ""), run: "none" })
  try {
    const session = await client.open({ id: "s" })
    const turn = session.send("send")
    await eventually("the first worker stopped itself", () => isStopped(first))
    const second = await work(shop.folder, "second")
    await turn.result()
    await second.agent.close()
    await second.store.close()
    first.kill("SIGCONT")
    // Only the first worker is left: once it has run another turn, it is awake and has handled its lost lease.
    await session.ask("hello")
    const finished = (await session.facts()).find((fact) => fact.type === "tool-finished")
    const outcome = finished?.type === "tool-finished" ? finished.outcome : "no result"
    return `${outcome}, performed ${shop.lines("effects").length} times`
  } finally {
    await client.close()
    await store.close()
    await shop.close()
  }
}
