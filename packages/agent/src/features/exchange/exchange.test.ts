// Each exchange of real sessions is what the recorded requests have, and finding one reads little.
import { expect, it } from "vitest"
import { createAgent } from "../../agent/create-agent.ts"
import type { Store } from "../../contracts/store.ts"
import { call, type Script, scripted } from "../../model/scripted.ts"
import { recordedRequests } from "../../replay/recorded-requests.ts"
import type { Session } from "../../session/handle.ts"
import { memory } from "../../store/memory.ts"
import { tool } from "../../tools/tool.ts"
import { longSession } from "../transcript/__fixtures__/long-session.ts"
import { findExchange } from "./find-exchange.ts"

const look = tool({ name: "look", description: "Looks.", input: { type: "object" }, effect: "read", run: () => "seen" })

async function played(script: Script, use: (session: Session, store: Store) => Promise<void>): Promise<void> {
  const store = memory()
  const agent = await createAgent({ model: scripted(script), tools: [look], store })
  await use(await agent.open({ id: "s" }), store)
  await agent.close()
}

const calling: Script = ({ results, said }) => {
  if (said.includes("fail")) return { error: { class: "auth", code: "no-key", message: "No key." }, text: "Half" }
  return results.length > 0 ? `You said ${said}.` : { thinking: "Hm.", calls: [call("look", {})] }
}

const sessions: readonly (readonly [string, (session: Session) => Promise<unknown>])[] = [
  ["calls of tools, and a failure", async (session) => [await session.ask("one"), await session.ask("fail")]],
  [
    "a rewind, and turns after it",
    async (session) => {
      for (const words of ["one", "two", "three"]) await session.ask(words)
      await session.rewind({ turn: 2, what: "conversation" })
      await session.ask("four")
      await session.rewind({ turn: 4, what: "conversation" })
      await session.ask("five")
    },
  ],
  [
    "a history that was condensed",
    async (session) => {
      for (let turn = 0; turn < 12; turn++) await session.ask("word ".repeat(200))
      await session.compact()
      for await (const { type } of session.events()) if (type === "compaction-done") break
      await session.ask("more")
    },
  ],
]

it.each(sessions)("has what was sent and what came of it, in a session with %s", async (_, use) => {
  await played(calling, async (session, store) => {
    await use(session)
    let count = 0
    for await (const { asked, reply, sections, messages } of recordedRequests(await session.facts(), store)) {
      count++
      const { attempt, seq, at, model } = asked
      const found = await session.exchange(attempt)
      expect(found).toMatchObject({ attempt, seq, at, model, sections, messages })
      expect((found?.answer ?? found?.failure)?.seq).toBe(reply?.seq)
      if (asked.purpose === undefined) expect(found?.tools.map(({ name }) => name)).toContain("look")
    }
    expect(count).toBeGreaterThan(2)
  })
})

it("has the answer with its thinking and calls, and the failure with what had come", async () => {
  await played(calling, async (session) => {
    await session.ask("one")
    await session.ask("fail")
    expect((await session.exchange("1.1.1"))?.answer).toMatchObject({
      text: "",
      reasoning: [{ text: "Hm." }],
      calls: [{ name: "look" }],
      stop: "tool-calls",
    })
    const failed = await session.exchange("2.1.1")
    expect(failed?.failure).toMatchObject({ error: { class: "auth", code: "no-key" } })
    expect(failed).not.toHaveProperty("answer")
  })
})

it.each(["3.1.1", "1.9.1", "x", "", "1.", "compact.9"])("has nothing for the attempt %j", async (attempt) => {
  await played(calling, async (session) => {
    await session.ask("one")
    expect(await session.exchange(attempt)).toBeUndefined()
  })
})

it("is found in a session with 10,000 messages without reading all of them", async () => {
  const store = memory()
  await longSession(store, "long", 2500)
  let read = 0
  const log: Store["log"] = {
    ...store.log,
    async read(...how) {
      const facts = await store.log.read(...how)
      read += facts.length
      return facts
    },
  }
  const found = await findExchange(log, "long", "1234.2.1")
  expect(found).toMatchObject({ asked: { turn: 1234, iteration: 2 }, reply: { text: expect.stringMatching("It was") } })
  expect(read).toBeLessThan(1000)
})
