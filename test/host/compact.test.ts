// Two real processes, one SQLite file: whoever asks for a compaction, one of them makes it, once, and all see it.
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { createAgent } from "../../packages/agent/src/agent/create-agent.ts"
import type { Event } from "../../packages/agent/src/contracts/event.ts"
import { scripted } from "../../packages/agent/src/model/scripted.ts"
import { sqlite } from "../../packages/agent/src/store/sqlite.ts"
import { Workshop } from "./workers.ts"

describe("a compaction that another process makes", { timeout: 60_000 }, () => {
  it("is asked for here, made there once, and told here", async () => {
    const shop = new Workshop()
    await shop.worker("first")
    await shop.worker("second")
    const store = await sqlite(join(shop.folder, "pawl.db"))
    const client = await createAgent({ store, model: scripted(() => ""), run: "none" })
    try {
      const session = await client.open({ id: "s" })
      // There has to be something to gain. Without blanks: the model says it again, word by word, and takes its time.
      for (const word of ["one", "two", "three", "four"]) await session.ask(`${word} ${"and-so-on-".repeat(60)}`)
      const after = await store.log.head("s")
      // The same wish, sent twice, is one.
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
