// What every host of sessions must do: kill, hang, wake during a run, lost wake, timer, cancel, evict, owners in turn.
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { type Agent, createAgent } from "../../packages/agent/src/agent/create-agent.ts"
import { scripted } from "../../packages/agent/src/model/scripted.ts"
import type { Session } from "../../packages/agent/src/session/handle.ts"
import type { TurnStream } from "../../packages/agent/src/session/turn-stream.ts"
import { sqlite } from "../../packages/agent/src/store/sqlite.ts"
import { eventually, stopBetweenCommits, Workshop } from "./workers.ts"

/** `makeShop`: a folder for workers that are run by this host. */
export function hostConformance(
  name: string,
  makeShop: () => Workshop | Promise<Workshop> = () => new Workshop(),
): void {
  const inWorkshop = (test: (shop: Workshop, session: Session, agent: Agent) => Promise<void>) => workIn(makeShop, test)

  describe.concurrent(`${name} (host conformance)`, { timeout: 60_000 }, () => {
    it("kill: another worker finishes what a killed one began", async () => {
      await inWorkshop(async (shop, session) => {
        const first = await shop.worker("first")
        const turn = session.send("slow")
        await eventually("the tool runs", () => shop.lines("started").length === 1)
        first.kill("SIGKILL")
        await shop.worker("second")
        await eventually("it runs again", () => shop.lines("started").length === 2)
        release(shop)
        expect((await turn.result()).text).toBe("slow: released")
      })
    })

    it("hang: a worker that is stopped loses its session, and writes nothing when it wakes", async () => {
      await inWorkshop(async (shop, session) => {
        const first = await shop.worker("first")
        const turn = session.send("slow")
        await eventually("the tool runs", () => shop.lines("started").length === 1)
        await stopBetweenCommits(first, join(shop.folder, "pawl.db"))
        const second = await shop.worker("second")
        await eventually("the other took over", () => shop.lines("started").length === 2)
        release(shop)
        expect((await turn.result()).text).toBe("slow: released")
        const facts = await session.facts()
        second.kill("SIGKILL")
        first.kill("SIGCONT")
        // Only the first worker is left: once it has run this turn, it is awake and has handled its lost lease.
        expect((await session.ask("hello")).text).toBe("hello: ")
        expect((await session.facts()).slice(0, facts.length)).toEqual(facts)
        expect((await session.facts()).filter((fact) => fact.type === "turn-finished")).toHaveLength(2)
      })
    })

    it("wake during a run: a message sent while a turn runs is answered after it", async () => {
      await inWorkshop(async (shop, session) => {
        await shop.worker("only")
        const turn = session.send("slow")
        await eventually("the tool runs", () => shop.lines("started").length === 1)
        const next = session.send("hello")
        await next.accepted()
        release(shop)
        expect([(await turn.result()).text, (await next.result()).text]).toEqual(["slow: released", "hello: "])
      })
    })

    it("lost wake: a worker that starts later finds the command", async () => {
      await inWorkshop(async (shop, session) => {
        const turn = session.send("hello")
        await turn.accepted()
        await shop.worker("late")
        expect((await turn.result()).text).toBe("hello: ")
      })
    })

    it("timer: a session that waits is released, and woken when it is due", async () => {
      await inWorkshop(async (shop, session) => {
        await shop.worker("only")
        const turn = session.send("later")
        await eventually("the session is released until later", async () => {
          const { dueAt } = await session.info()
          return dueAt !== null && dueAt > Date.now()
        })
        expect((await turn.result()).text).toBe("later: ")
      })
    })

    it("cancel: takes effect while a tool runs, from another process", async () => {
      await inWorkshop(async (shop, session) => {
        await shop.worker("only")
        const turn = session.send("slow")
        await eventually("the tool runs", () => shop.lines("started").length === 1)
        await session.cancel()
        expect((await turn.result()).outcome).toBe("cancelled")
        expect((await session.info()).status).toBe("idle")
      })
    })

    it("evict: a session is taken from a worker that lives, and finished once", async () => {
      await inWorkshop(async (shop, session) => {
        const first = await shop.worker("first")
        const turn = session.send("slow")
        await eventually("the tool runs", () => shop.lines("started").length === 1)
        const second = await shop.worker("second")
        second.kill("SIGUSR2")
        await eventually("it runs again", () => shop.lines("started").length === 2)
        release(shop)
        expect((await turn.result()).text).toBe("slow: released")
        first.kill("SIGKILL")
        expect((await session.ask("hello")).text).toBe("hello: ")
        expect((await session.facts()).filter((fact) => fact.type === "turn-finished")).toHaveLength(2)
      })
    })

    it("owners in turn: the one session of an owner does not wait for all of another's", async () => {
      await inWorkshop(async (shop, session, agent) => {
        await shop.worker("only", undefined, { concurrency: 1 })
        const turn = session.send("slow")
        await eventually("the slot is taken", () => shop.lines("started").length === 1)
        const sent = await Promise.all(numbered("ann", 12).map((id) => send(agent, { id, owner: "ann", text: "send" })))
        const only = await send(agent, { id: "bob", owner: "bob", text: "send" })
        release(shop)
        for (const each of [turn, only, ...sent]) expect((await each.result()).outcome).toBe("completed")
        const order = shop.lines("effects").map((key) => key.split(":")[0])
        expect(order).toHaveLength(13)
        expect(order.indexOf("bob")).toBeLessThan(9)
      })
    })

    it("runningSessions: an owner's sessions wait for each other on all workers, and those of others do not", async () => {
      await inWorkshop(async (shop, _, agent) => {
        const working = { limits: { owner: { runningSessions: 1 } } }
        for (const name of ["first", "second"]) await shop.worker(name, undefined, working)
        const sent = await Promise.all(numbered("ann", 4).map((id) => send(agent, { id, owner: "ann", text: "slow" })))
        await eventually("one of them runs", () => shop.lines("started").length === 1)
        const other = await send(agent, { id: "bob", owner: "bob", text: "slow" })
        await eventually("another owner's runs", () => shop.lines("started").some((line) => line.includes("bob:")))
        expect(shop.lines("started")).toHaveLength(2)
        release(shop)
        for (const each of [other, ...sent]) expect((await each.result()).text).toBe("slow: released")
        expect(shop.lines("started")).toHaveLength(5)
      })
    })
  })
}

function numbered(name: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, at) => `${name}-${at}`)
}

interface Sent {
  readonly id: string
  readonly owner: string
  readonly text: string
}

async function send(agent: Agent, { id, owner, text }: Sent): Promise<TurnStream> {
  const turn = (await agent.open({ id, owner })).send(text)
  await turn.accepted()
  return turn
}

/** Runs a test with a client process (this one) that runs nothing, and a folder for workers. */
async function workIn(
  makeShop: () => Workshop | Promise<Workshop>,
  test: (shop: Workshop, session: Session, agent: Agent) => Promise<void>,
): Promise<void> {
  const shop = await makeShop()
  const store = await sqlite(join(shop.folder, "pawl.db"))
  const agent = await createAgent({ store, model: scripted(() => ""), run: "none" })
  try {
    await test(shop, await agent.open({ id: "s" }), agent)
  } finally {
    await agent.close()
    await store.close()
    await shop.close()
  }
}

function release(shop: Workshop): void {
  writeFileSync(join(shop.folder, "release"), "")
}
