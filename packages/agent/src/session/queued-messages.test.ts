// The queue of messages behind a running turn: seen, taken back, and let into the turn.
import { describe, expect, it } from "vitest"
import { createAgent } from "../agent/create-agent.ts"
import type { Store } from "../contracts/store.ts"
import { scripted } from "../model/scripted.ts"
import { memory } from "../store/memory.ts"
import { FakeClock } from "../testing/fake-clock.ts"
import { busy, gated } from "./__fixtures__/busy.ts"
import type { Session } from "./handle.ts"

const typesOf = async (session: Session) => (await session.facts()).map(({ type }) => type)

describe("messages that wait behind a turn", () => {
  it("are listed in the order in which they begin, with who sent them and when", async () => {
    const { model, go } = gated()
    await using agent = await createAgent({ model, clock: new FakeClock(5000) })
    const session = await busy(agent)
    expect(await session.queued()).toEqual([])
    const second = session.send("second", { id: "b", by: "ada" })
    await second.accepted()
    await session.send([{ type: "text", text: "third" }], { id: "c" }).accepted()
    const [at] = (await session.queued()).map((each) => each.at)
    expect(await session.queued()).toEqual([
      { id: "b", input: [{ type: "text", text: "second" }], at, by: "ada" },
      { id: "c", input: [{ type: "text", text: "third" }], at },
    ])
    expect(typeof at).toBe("number")
    go()
    expect((await second.result()).text).toBe("heard first and second")
  })

  it("can be taken back until they begin: no model sees them, and the sender is told", async () => {
    const { model, go } = gated()
    await using agent = await createAgent({ model })
    const session = await busy(agent)
    const [second, third] = [session.send("second", { id: "b" }), session.send("third", { id: "c" })]
    await Promise.all([second.accepted(), third.accepted()])
    expect(await session.unsend("b", { by: "ada" })).toBe(true)
    expect((await session.queued()).map(({ id }) => id)).toEqual(["c"])
    await expect(second.result()).rejects.toMatchObject({ code: "input-withdrawn" })
    await expect(second[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: "input-withdrawn" })
    go()
    expect((await third.result()).text).toBe("heard first and third")
    for (const id of ["first", "b", "c", "unknown"]) {
      expect(await session.unsend(id), id).toBe(id === "b")
      expect(await session.steer(id), id).toBe(false)
    }
    expect((await session.facts()).find(({ type }) => type === "input-withdrawn")).toMatchObject({
      command: "b",
      by: "ada",
    })
    await expect(session.ask("second", { id: "b" })).rejects.toMatchObject({ code: "input-withdrawn" })
  })

  it("can be let into the running turn", async () => {
    const { model, go } = gated()
    await using agent = await createAgent({ model })
    const session = await busy(agent)
    const second = session.send("second", { id: "b" })
    await second.accepted()
    expect(await session.steer("b")).toBe(true)
    expect(await session.queued()).toEqual([])
    expect(await session.unsend("b")).toBe(false)
    for await (const event of session.events()) if (event.type === "input-added") break
    go()
    expect(await second.result()).toMatchObject({ outcome: "completed" })
    expect((await session.info()).turns).toBe(1)
  })

  it("are seen and changed through another process, also while none runs the session", async () => {
    const store = memory()
    await using client = await createAgent({ model: scripted(() => ""), store, run: "none" })
    const session = await client.open({ id: "s" })
    await session.send("one", { id: "a" }).accepted()
    await session.send("two", { id: "b" }).accepted()
    expect(await session.unsend("a")).toBe(true)
    expect((await session.queued()).map(({ id }) => id)).toEqual(["b"])
    const { model, go } = gated()
    go()
    await using runner = await createAgent({ model, store, run: "all" })
    expect((await session.send("two", { id: "b" }).result()).text).toBe("heard two")
    expect(await (await runner.open({ id: "s" })).queued()).toEqual([])
  })

  it("tell all who follow the session when one is taken back", async () => {
    const { model, go } = gated()
    await using agent = await createAgent({ model })
    const session = await busy(agent)
    await session.send("second", { id: "b" }).accepted()
    await session.unsend("b", { by: "ada" })
    for await (const event of session.events({ after: 0 })) {
      if (event.type !== "input-withdrawn") continue
      expect(event).toMatchObject({ command: "b", by: "ada" })
      break
    }
    go()
  })
})

/** Changes the message just before the append that would begin its turn. */
function changedAtTheLastMoment(change: (store: Store) => Promise<unknown>): Store {
  const store = memory()
  let isDone = false
  const append: Store["log"]["append"] = async (batch) => {
    const begins = batch.facts.some((fact) => fact.type === "turn-started" && fact.command === "b")
    if (begins && !isDone) {
      isDone = true
      await change(store)
    }
    return store.log.append(batch)
  }
  return { ...store, log: { ...store.log, append } }
}

describe("a message that is changed while its turn is about to begin", () => {
  it("never begins once it is taken back, and the turn before keeps all that it did", async () => {
    const store = changedAtTheLastMoment(({ inbox }) => inbox.change("s", "b", { to: "unsend" }))
    const { model, go } = gated()
    await using agent = await createAgent({ model, store })
    const session = await busy(agent)
    const second = session.send("second", { id: "b" })
    await second.accepted()
    const third = session.send("third", { id: "c" })
    await third.accepted()
    go()
    await expect(second.result()).rejects.toMatchObject({ code: "input-withdrawn" })
    expect((await third.result()).text).toBe("heard first and third")
    const types = await typesOf(session)
    expect(types.filter((type) => type === "turn-started")).toHaveLength(2)
    expect(types.filter((type) => type === "model-asked")).toHaveLength(2)
  })

  it("begins once when it is to join a turn that is over", async () => {
    const store = changedAtTheLastMoment(({ inbox }) => inbox.change("s", "b", { to: "steer" }))
    const { model, go } = gated()
    await using agent = await createAgent({ model, store })
    const session = await busy(agent)
    const second = session.send("second", { id: "b" })
    await second.accepted()
    go()
    expect((await second.result()).text).toBe("heard first and second")
    expect((await typesOf(session)).filter((type) => type === "turn-started")).toHaveLength(2)
  })
})
