// What following a session costs, in promises: nothing for a fact that no caller is told of, one for an event.
import { expect, it } from "vitest"
import { createAgent } from "../agent/create-agent.ts"
import { promisesOf } from "../base/__fixtures__/promises.ts"
import type { Event } from "../contracts/event.ts"
import type { Store } from "../contracts/store.ts"
import { call, scripted } from "../model/scripted.ts"
import { memory } from "../store/memory.ts"
import { answered, asked, finished, opened, said, stamp } from "../testing/fact-builders.ts"
import { FakeClock, settle } from "../testing/fake-clock.ts"
import { tool } from "../tools/tool.ts"
import { Hub } from "./hub.ts"

const look = tool({ name: "look", description: "Looks.", input: { type: "object" }, effect: "read", run: () => "seen" })

async function agentOf(rounds: number, store: Store = memory()) {
  const model = scripted(({ results }) =>
    results.length < rounds ? { calls: [call("look", { at: results.length })] } : "Done.",
  )
  return createAgent({ model, tools: [look], store, maxIterations: 1000 })
}

/** Those of the way from a fact to a caller, and of the look for what other processes wrote. */
const TOLD = /^(events|session\/(turn-stream|cross-process-wakeups)|store\/memory\/inbox|base\/one-by-one)/

async function promisesFor(rounds: number): Promise<number> {
  await using agent = await agentOf(rounds)
  const session = await agent.open()
  return await promisesOf(() => session.ask("go"), TOLD)
}

it("a caller that waits for the end of a turn costs the same, however many rounds the turn has", async () => {
  await promisesFor(1)
  expect(await promisesFor(12)).toBe(await promisesFor(4))
})

it("a fact makes no promise while a caller waits for the end of the turn", async () => {
  const { hub, facts } = await localSession()
  const end = hub.turnEnd("s1", { command: "say-1", after: 1 })
  await settle()
  const rounds = Array.from({ length: 100 }, () => facts.slice(2, 4)).flat()
  const numbered = [facts[1]!, ...rounds].map((fact, at) => ({ ...fact, seq: at + 2 }))
  expect(await promisesOf(() => publishEach(hub, numbered), /./)).toBeLessThan(5)
  hub.publish("s1", [{ ...facts[4]!, seq: numbered.length + 2 }])
  expect(await end).toMatchObject({ type: "turn-end", outcome: "completed" })
})

it("a caller that waits for a turn which has not begun reads no log, and a drive that begins sends it to none", async () => {
  const store = memory()
  const facts = stamp([opened(), said("go"), finished()])
  await store.sessions.create({ id: "s1", opened: facts[0]!, profile: "default" })
  const asked: string[] = []
  const read: Store["log"]["read"] = (...which) => {
    asked.push("read")
    return store.log.read(...which)
  }
  const head: Store["log"]["head"] = (session) => {
    asked.push("head")
    return store.log.head(session)
  }
  const hub = new Hub({ ...store, log: { ...store.log, read, head } }, new FakeClock())
  const end = hub.turnEnd("s1", { command: "say-1", after: 1 })
  await settle()
  expect(asked).toEqual(["head"])
  hub.setLocal("s1", true, 1)
  await settle()
  for (const fact of facts.slice(1)) hub.publish("s1", [fact])
  expect(await end).toMatchObject({ type: "turn-end", outcome: "completed" })
  expect(asked).toEqual(["head"])
  hub.close()
})

it("an event costs a listener the promise that it awaits, and a list of them a few more", async () => {
  const { hub, facts } = await localSession()
  const events = hub.subscribe("s1")[Symbol.asyncIterator]()
  const first = events.next()
  await settle()
  hub.publish("s1", facts.slice(1, 3))
  const seen: (Event | undefined)[] = [(await first).value ?? undefined]
  const made = await promisesOf(async () => {
    for (let text = 0; text < 500; text++) hub.emit("s1", { kind: "text", attempt: "1.1.1", text: "word " })
    while (seen.at(-1)?.type !== "text-delta") seen.push((await events.next()).value ?? undefined)
  })
  expect(seen.map((event) => event?.type)).toEqual([
    "turn-start",
    "loop-start",
    "iteration-start",
    "text-start",
    "text-delta",
  ])
  expect(made).toBeLessThan(30)
  hub.close()
})

it("the store is watched only while a session is followed that another process runs", async () => {
  const store = memory()
  let watching = 0
  const watch: Store["watch"] = (listener) => {
    watching++
    const stop = store.watch(listener)
    return () => {
      watching--
      stop()
    }
  }
  const { hub } = await localSession({ ...store, watch })
  const events = hub.subscribe("s1")
  const first = events.next()
  await settle()
  expect(watching).toBe(0)
  hub.setLocal("s1", false)
  expect(watching).toBe(1)
  hub.setLocal("s1", true)
  expect(watching).toBe(0)
  hub.close()
  await first
})

async function publishEach(hub: Hub, facts: ReturnType<typeof stamp>): Promise<void> {
  for (const fact of facts) hub.publish("s1", [fact])
}

async function localSession(store: Store = memory()) {
  const facts = stamp([opened(), said("go"), asked(), answered({ text: "Hello" }), finished()])
  await store.sessions.create({ id: "s1", opened: facts[0]!, profile: "default" })
  const hub = new Hub(store, new FakeClock())
  hub.setLocal("s1", true)
  return { hub, facts }
}
