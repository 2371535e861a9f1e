// What may happen to workers and to Restate while turns run: nothing is lost, nothing happens twice.
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Agent, createAgent } from "../../packages/agent/src/agent/create-agent.ts"
import { scripted } from "../../packages/agent/src/model/scripted.ts"
import { sqlite } from "../../packages/agent/src/store/sqlite.ts"
import { eventually, isStopped } from "../host/workers.ts"
import { RestateServer, RUNS_HERE } from "./engine.ts"
import { RestateShop } from "./shop.ts"

let server: RestateServer

beforeAll(async () => {
  server = await RestateServer.start()
})

afterAll(() => server.close())

/** With an agent in this process that runs nothing, and wakes sessions through Restate. */
async function inShop(test: (shop: RestateShop, agent: Agent) => Promise<void>): Promise<void> {
  const shop = await RestateShop.open(server)
  const store = await sqlite(join(shop.folder, "pawl.db"))
  // Restate is killed, and its workers come later than the sessions.
  const reported = { onError: () => {} }
  const agent = await createAgent({ store, model: scripted(() => ""), run: "none", host: shop.client(), ...reported })
  try {
    await test(shop, agent)
  } finally {
    await agent.close()
    await store.close()
    await shop.close()
  }
}

describe.skipIf(!RUNS_HERE)("with Restate", { timeout: 120_000 }, () => {
  it("turns are spread over the workers, and those of a killed one are finished by the others", async () => {
    await inShop(async (shop, agent) => {
      const [first] = await Promise.all(["first", "second", "third"].map((name) => shop.worker(name)))
      await shop.healthy(3)
      const sessions = await Promise.all(Array.from({ length: 9 }, (_, index) => agent.open({ id: `s${index}` })))
      const turns = sessions.map((session) => session.send("slow"))
      await eventually("all tools run", () => shop.lines("started").length === 9)
      const runners = shop.lines("started").map((line) => line.split(" ")[0])
      const lost = runners.filter((name) => name === "first").length
      expect([...new Set(runners)].sort()).toEqual(["first", "second", "third"])
      first?.kill("SIGKILL")
      await eventually("the lost ones run again", () => shop.lines("started").length === 9 + lost)
      writeFileSync(join(shop.folder, "release"), "")
      const results = await Promise.all(turns.map((turn) => turn.result()))
      expect(results.map(({ text }) => text)).toEqual(Array(9).fill("slow: released"))
      const facts = (await Promise.all(sessions.map((session) => session.facts()))).flat()
      expect(facts.filter(({ type }) => type === "turn-finished")).toHaveLength(9)
    })
  })

  it("a worker stopped between intent and effect loses its session, and performs and writes nothing when it wakes", async () => {
    await inShop(async (shop, agent) => {
      const first = await shop.worker("first", new URL("../host/stop-hook.ts", import.meta.url))
      const session = await agent.open({ id: "s" })
      const turn = session.send("send")
      await eventually("the first worker stopped itself", () => isStopped(first))
      const second = await shop.worker("second")
      await turn.result()
      const facts = await session.facts()
      expect(facts.find(({ type }) => type === "tool-finished")).toMatchObject({ outcome: "unknown" })
      second.kill("SIGKILL")
      first.kill("SIGCONT")
      // Only the first worker is left: once it has run another turn, it is awake and has handled its lost lease.
      expect((await session.ask("hello")).text).toBe("hello: ")
      expect((await session.facts()).slice(0, facts.length)).toEqual(facts)
      expect(shop.lines("effects")).toEqual([])
    })
  })

  it("a worker that ends gives its turn to another one, and leaves in order", async () => {
    await inShop(async (shop, agent) => {
      const first = await shop.worker("first")
      const session = await agent.open({ id: "s" })
      const turn = session.send("slow")
      await eventually("the tool runs", () => shop.lines("started").length === 1)
      await shop.worker("second")
      await shop.healthy(2)
      const left = new Promise((resolve) => first.once("exit", resolve))
      first.kill("SIGTERM")
      await eventually("the other one runs it", () => shop.lines("started").length === 2)
      writeFileSync(join(shop.folder, "release"), "")
      expect((await turn.result()).text).toBe("slow: released")
      expect(await left).toBe(0)
    })
  })

  it("a cancel reaches a turn inside a model call", async () => {
    await inShop(async (shop, agent) => {
      await shop.worker("only")
      const session = await agent.open({ id: "s" })
      const turn = session.send("talk")
      for await (const event of session.events()) if (event.type === "text-delta") break
      await session.cancel()
      expect((await turn.result()).outcome).toBe("cancelled")
    })
  })

  it("Restate is killed and loses all of its data: turns and messages go on when it is back", async () => {
    await inShop(async (shop, agent) => {
      await shop.worker("first")
      await shop.worker("second")
      const session = await agent.open({ id: "s" })
      const turn = session.send("slow")
      await eventually("the tool runs", () => shop.lines("started").length === 1)
      await server.kill()
      const other = await agent.open({ id: "t" })
      const next = other.send("hello")
      await next.accepted()
      server.wipe()
      await server.start()
      await eventually("the tool runs again", () => shop.lines("started").length === 2)
      writeFileSync(join(shop.folder, "release"), "")
      expect([(await turn.result()).text, (await next.result()).text]).toEqual(["slow: released", "hello: "])
      expect((await session.facts()).filter(({ type }) => type === "turn-finished")).toHaveLength(1)
    })
  })
})
