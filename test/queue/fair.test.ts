// More sessions than workers can run: whose turn it is, with real processes on PostgreSQL.
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { hasServer } from "../../packages/postgres/src/__fixtures__/server.ts"
import { eventually } from "../host/workers.ts"
import { QueueShop } from "./shop.ts"

describe.skipIf(!hasServer())("workers with more to do than they can", { timeout: 90_000 }, () => {
  let shop: QueueShop
  beforeEach(async () => {
    shop = await QueueShop.open()
  })
  afterEach(() => shop.close())

  const numbered = (name: string, count: number) => Array.from({ length: count }, (_, at) => `${name}-${at}`)

  it("run the one session of an owner soon, although another owner has sixty", async () => {
    const turns = await Promise.all(numbered("ann", 60).map((id) => shop.send(id, "ann")))
    const only = await shop.send("bob-0", "bob")
    shop.release()
    await shop.work("only", { concurrency: 1 })
    await only.result()
    // One of Ann's began before anybody had to wait, and one more because it came first.
    expect(shop.begun().indexOf("bob-0")).toBeLessThanOrEqual(3)
    for (const turn of turns) expect((await turn.result()).outcome).toBe("completed")
  })

  it("run what is urgent before a batch that came first, and the batch as well", async () => {
    const batch = await Promise.all(numbered("batch", 12).map((id) => shop.send(id, undefined, { priority: "low" })))
    const usual = await shop.send("usual", undefined)
    const urgent = await shop.send("urgent", undefined, { priority: "high" })
    shop.release()
    await shop.work("only", { concurrency: 1 })
    for (const turn of [urgent, usual, ...batch]) expect((await turn.result()).outcome).toBe("completed")
    expect(shop.begun().slice(0, 2)).toEqual(["urgent", "usual"])
  })

  it("never run more sessions of an owner than it may, also when one of them is killed, and finish all", async () => {
    const options = { concurrency: 4, limits: { owner: { runningSessions: 2 } } }
    const first = await shop.work("first", options)
    const turns = await Promise.all(numbered("ann", 12).map((id) => shop.send(id, "ann")))
    await eventually("two are at work", () => shop.begun().length === 2)
    for (const name of ["second", "third"]) await shop.work(name, options)
    first.kill("SIGKILL")
    await eventually("both were taken over", () => shop.begun().length === 4)
    expect(new Set(shop.begun()).size).toBe(2)
    // Nobody else's limit is touched.
    const other = await shop.send("bob-0", "bob")
    await eventually("another owner's is at work", () => shop.begun().includes("bob-0"))
    shop.release()
    for (const turn of [other, ...turns]) expect((await turn.result()).outcome).toBe("completed")
    expect(shop.mostAtOnce()).toBe(3)
  })
})
