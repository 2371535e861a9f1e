// Two real processes and one SQLite file: whichever asks for a compaction, one of them makes it, once, and both see it.
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { createAgent } from "../../packages/agent/src/agent/create-agent.ts"
import type { Event } from "../../packages/agent/src/contracts/event.ts"
import { scripted } from "../../packages/agent/src/model/scripted.ts"
import { sqlite } from "../../packages/agent/src/store/sqlite.ts"
import { Workshop } from "./workers.ts"

describe("a compaction that another process makes", { timeout: 60_000 }, () => {
  it("is requested here, made there once, and its events arrive here", async () => {
    const shop = new Workshop()
    await shop.worker("first")
    await shop.worker("second")
    const store = await sqlite(join(shop.folder, "pawl.db"))
    const client = await createAgent({ store, model: scripted(() => ""), run: "none" })
    try {
      const session = await client.open({ id: "s" })
      // The history must be worth condensing. Without spaces, because
      // the model repeats the text word by word, which takes time.
      for (const word of ["one", "two", "three", "four"]) await session.ask(`${word} ${"and-so-on-".repeat(60)}`)
      const after = await store.log.head("s")
      // The same command sent twice counts once.
      await session.compact({ id: "c", focus: "numbers" })
      await session.compact({ id: "c", focus: "numbers" })
      const events: Event[] = []
      for await (const event of session.events({ after })) {
        events.push(event)
        if (event.type === "compaction-done") break
      }
      expect(events.map(({ type }) => type)).toEqual(["compaction-start", "compaction-done"])
      expect(await session.ask("five")).toMatchObject({ outcome: "completed", text: "five: " })
      const facts = await session.facts()
      expect(facts.filter(({ type }) => type === "compaction-asked")).toHaveLength(1)
      expect(facts.filter(({ type }) => type === "history-compacted")).toMatchObject([{ why: "asked" }])
      expect(JSON.stringify(await session.messages())).toContain("one")
      expect((await session.info()).status).toBe("idle")
    } finally {
      await client.close()
      await store.close()
      await shop.close()
    }
  })
})
