// Cancelling at any moment: the turn ends, providers accept the history, and the next turn works.
// `npm run bench -- cancel` measures how soon the turn ends.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { createAgent } from "../../packages/agent/src/agent/create-agent.ts"
import { scripted } from "../../packages/agent/src/model/scripted.ts"
import { sqlite } from "../../packages/agent/src/store/sqlite.ts"
import { work } from "../host/worker.ts"
import { eventually, stopBetweenCommits, Workshop } from "../host/workers.ts"
import { logObjections } from "../schedules/log-objections.ts"
import { moments, tools } from "./moments.ts"

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pawl-cancel-"))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe("session.cancel", { timeout: 50_000 }, () => {
  it.each(Object.keys(moments))(
    "ends a turn that waits for %s: the history is valid, and the next turn works (L30, X14)",
    async (name) => {
      const { script, at, options = {}, isLimited, leftovers } = moments[name]!(folder)
      const store = await sqlite(join(folder, "pawl.db"))
      const opened = () => createAgent({ store, tools, approve: "auto", model: scripted(script), ...options })
      const agent = await opened()
      try {
        const session = await agent.open({ id: "s" })
        let isCancelled = false
        for await (const event of session.send("go", { id: "say-1" })) {
          if (event.type !== at || isCancelled) continue
          if (leftovers !== undefined) expect(leftovers()).toHaveLength(2)
          isCancelled = true
          await session.cancel({ id: "stop" })
        }
        // What the turn waits for takes longer than this test's time limit: only the cancel can have ended the stream.
        expect(isCancelled).toBe(true)
        expect((await session.info()).status).toBe("idle")
        const next = isLimited === true ? await opened() : agent
        const after = (await next.open({ id: "s" })).ask("after", { id: "say-2" })
        expect(await after).toMatchObject({ outcome: "completed", text: "Ready again." })
        if (next !== agent) await next.close()
        expect(
          logObjections(await session.facts(), ["say-1", "say-2", "stop"], effectsOf(await session.facts())),
        ).toEqual([])
        if (leftovers !== undefined) await eventually("its processes are gone", () => leftovers().length === 0)
      } finally {
        await agent.close()
        await store.close()
      }
    },
  )

  it("ends a turn whose runner is stopped, once the next runner takes over", async () => {
    const shop = new Workshop()
    const first = await shop.worker("first")
    const store = await sqlite(join(shop.folder, "pawl.db"))
    const client = await createAgent({ store, model: scripted(() => ""), run: "none" })
    try {
      const session = await client.open({ id: "s" })
      const turn = session.send("slow", { id: "say-1" })
      await eventually("the tool runs", () => shop.lines("started").length === 1)
      // The stopped process reads and writes nothing. Its lease lapses,
      // and another runner takes over and finds the waiting cancel.
      await stopBetweenCommits(first, join(shop.folder, "pawl.db"))
      await session.cancel({ id: "stop" })
      const second = await work(shop.folder, "second")
      expect(await turn.result()).toMatchObject({ outcome: "cancelled" })
      expect((await session.ask("hello", { id: "say-2" })).text).toBe("hello: ")
      expect(shop.lines("started")).toHaveLength(1)
      await second.agent.close()
      await second.store.close()
      expect(
        logObjections(await session.facts(), ["say-1", "say-2", "stop"], effectsOf(await session.facts())),
      ).toEqual([])
    } finally {
      await client.close()
      await store.close()
      await shop.close()
    }
  })
})

/** These tools have no effects to count: each call that is reported as done counts as done once. */
function effectsOf(facts: readonly { readonly type: string }[]): ReadonlyMap<string, number> {
  const started = facts.filter((fact) => fact.type === "tool-started") as readonly { readonly effectKey?: string }[]
  return new Map(started.map(({ effectKey = "" }) => [effectKey, 1]))
}
