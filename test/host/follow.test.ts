// Following a session that another process runs: facts, the text
// so far, and the replacement of an answer whose process died.
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { createAgent } from "../../packages/agent/src/agent/create-agent.ts"
import type { Event } from "../../packages/agent/src/contracts/event.ts"
import { scripted } from "../../packages/agent/src/model/scripted.ts"
import type { Session } from "../../packages/agent/src/session/handle.ts"
import { sqlite } from "../../packages/agent/src/store/sqlite.ts"
import { LONG_ANSWER } from "./worker.ts"
import { Workshop } from "./workers.ts"

async function follow(test: (shop: Workshop, session: Session) => Promise<void>): Promise<void> {
  const shop = new Workshop()
  const store = await sqlite(join(shop.folder, "pawl.db"))
  const agent = await createAgent({ store, model: scripted(() => ""), run: "none" })
  try {
    await test(shop, await agent.open({ id: "s" }))
  } finally {
    await agent.close()
    await store.close()
    await shop.close()
  }
}

async function collect(events: AsyncIterable<Event>, enough: (event: Event) => boolean): Promise<readonly Event[]> {
  const seen: Event[] = []
  for await (const event of events) {
    seen.push(event)
    if (enough(event)) break
  }
  return seen
}

const textOf = (events: readonly Event[]) =>
  events.map((event) => (event.type === "text-delta" ? event.text : "")).join("")
const isEnd = (event: Event) => event.type === "turn-end"

describe.concurrent("a session that another process runs", { timeout: 60_000 }, () => {
  it("is followed live, and a late subscriber gets the text so far and then the rest", async () => {
    await follow(async (shop, session) => {
      await shop.worker("only")
      const first = collect(session.send("talk"), isEnd)
      const early = await collect(session.events(), (event) => event.type === "text-delta")
      const late = await collect(session.events({ after: early.at(-1)?.position ?? 0 }), isEnd)
      const all = await first
      expect(all.filter((event) => event.type === "text-delta").length).toBeGreaterThan(3)
      expect(textOf(all)).toBe(LONG_ANSWER)
      expect(textOf(early).length).toBeLessThan(LONG_ANSWER.length)
      expect(textOf(early) + textOf(late)).toBe(LONG_ANSWER)
    })
  })

  it("announces that an answer was lost with its process, and sends the new one whole", async () => {
    await follow(async (shop, session) => {
      const first = await shop.worker("first")
      const events: Event[] = []
      let killed = false
      for await (const event of session.send("talk")) {
        events.push(event)
        if (event.type !== "text-delta" || killed) continue
        killed = true
        first.kill("SIGKILL")
        await shop.worker("second")
      }
      const discarded = events.findIndex((event) => event.type === "answer-discarded")
      expect(events[discarded]).toMatchObject({ attempt: "1.1.1", why: "crashed" })
      expect(textOf(events.slice(0, discarded))).not.toBe("")
      expect(textOf(events.slice(discarded))).toBe(LONG_ANSWER)
    })
  })
})
