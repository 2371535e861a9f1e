// How many sessions of an owner `pawl worker` and `pawl serve` run at once, as their configuration and their users' limits say.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { createAgent } from "../../packages/agent/src/agent/create-agent.ts"
import type { Store } from "../../packages/agent/src/contracts/store.ts"
import { scripted } from "../../packages/agent/src/model/scripted.ts"
import { sqlite } from "../../packages/agent/src/store/sqlite.ts"
import { Users } from "../../packages/server/src/access/users.ts"
import { eventually } from "../host/workers.ts"
import { makeServePlace, type ServePlace } from "../serve/process.ts"

const MODEL = `scripted:${fileURLToPath(new URL("./work-script.ts", import.meta.url))}`
const OWNERS = ["ann", "bob", null] as const
const ONE = { limits: { owner: { runningSessions: 1 } } }

let place: ServePlace
beforeEach(() => {
  place = makeServePlace()
  mkdirSync(place.home, { recursive: true })
})
afterEach(() => place.remove())

type Prepare = (users: Users) => Promise<unknown>

async function inStore(use: (store: Store) => Promise<unknown>): Promise<void> {
  const store = await sqlite(join(place.home, "pawl.db"))
  await use(store).finally(() => store.close())
}

const prepared = (prepare: Prepare) => inStore((store) => prepare(new Users({ store })))

/** Three messages for each owner, from a process that runs nothing. */
const send = () =>
  inStore(async (store) => {
    const agent = await createAgent({ store, model: scripted(() => ""), run: "none", workspace: place.work })
    for (const owner of OWNERS)
      for (const number of [1, 2, 3]) {
        const session = await agent.open({ id: `${owner}-${number}`, ...(owner !== null && { owner }) })
        await session.send("Please work.").accepted()
      }
    await agent.close()
  })

const configure = (config: object) => writeFileSync(join(place.home, "config.json"), JSON.stringify(config))
const release = () => writeFileSync(`${place.notes}.release`, "")
const lines = () => (existsSync(place.notes) ? readFileSync(place.notes, "utf8").split("\n").filter(Boolean) : [])
const count = (what: string) => lines().filter((line) => line.startsWith(what)).length

/** The largest number of sessions of an owner that were at work at once, for each owner. */
function mostAtOnce(): Readonly<Record<string, number>> {
  const now: Record<string, number> = {}
  const most: Record<string, number> = {}
  for (const line of lines()) {
    const [, what, owner = ""] = /^(begin|end) (\w+)-/.exec(line) ?? []
    now[owner] = (now[owner] ?? 0) + (what === "begin" ? 1 : -1)
    most[owner] = Math.max(most[owner] ?? 0, now[owner])
  }
  return most
}

/** All are released once so many are at work. Messages of others came before the last of these: they would have begun too. */
async function workedThrough(first: number): Promise<void> {
  await eventually(`${first} sessions are at work`, () => count("begin") >= first)
  release()
  await eventually("all sessions have worked", () => count("end") === 9)
}

const nobody: Prepare = async () => {}
// On a server, an owner who is no user may use no tool.
const noLimits: Prepare = async (users) => {
  for (const name of ["ann", "bob"]) await users.add(name)
}
const groupWithOne: Prepare = async (users) => {
  await users.groups.put("small", { limits: { runningSessions: 1 } })
  await users.groups.put("large", {})
  await users.add("ann", { groups: ["small"] })
  await users.add("bob", { groups: ["large"] })
}
const userWithTwo: Prepare = async (users) => {
  await groupWithOne(users)
  await users.change("ann", { limits: { runningSessions: 2 } })
}

describe("pawl worker", () => {
  const env = { PAWL_MODEL: MODEL }
  const words = ["worker", "--concurrency", "9", "--poll", "20"]

  /** Resolves when it runs what is sent. */
  function started(): Promise<{ stop(): Promise<unknown> }> {
    return new Promise((resolve, reject) => {
      const onOutput = (_: string, stderr: string) => (stderr.includes("worker: ready") ? resolve({ stop }) : undefined)
      const { child, ended } = place.start(words, { env, onOutput })
      const stop = () => {
        child.kill("SIGTERM")
        return ended
      }
      ended.then(({ code, stderr }) => reject(new Error(`ended with ${code}: ${stderr}`)))
    })
  }

  it.each([
    ["limits.owner.runningSessions of the configuration", ONE, nobody, { ann: 1, bob: 1, null: 1 }],
    ["the limit of a group", {}, groupWithOne, { ann: 1, bob: 3, null: 3 }],
    ["the limit of a user before all others", ONE, userWithTwo, { ann: 2, bob: 1, null: 1 }],
    ["no limit where there is none", {}, nobody, { ann: 3, bob: 3, null: 3 }],
  ])("keeps to %s, and runs all", async (_, config, prepare, most) => {
    configure(config)
    await prepared(prepare)
    const worker = await started()
    await send()
    await workedThrough(most.ann + most.bob + most.null)
    expect(await worker.stop()).toMatchObject({ code: 0 })
    expect(mostAtOnce()).toEqual(most)
  })

  it("keeps to it with --once, for what waits already", async () => {
    configure(ONE)
    await send()
    const { ended } = place.start([...words, "--once"], { env })
    await workedThrough(3)
    expect(await ended).toMatchObject({ code: 0 })
    expect(mostAtOnce()).toEqual({ ann: 1, bob: 1, null: 1 })
  })
})

describe("pawl serve", () => {
  const workspaces = () => ({ serve: { workspaces: { office: { folder: place.work, ...ONE } } } })

  it.each([
    ["limits.owner.runningSessions of the configuration", () => ONE, noLimits, { ann: 1, bob: 1, null: 1 }],
    ["the limits of a workspace", workspaces, noLimits, { ann: 1, bob: 1, null: 1 }],
    ["the limit of a group", () => ({}), groupWithOne, { ann: 1, bob: 3, null: 3 }],
    ["the limit of a user before all others", () => ONE, userWithTwo, { ann: 2, bob: 1, null: 1 }],
  ])("keeps to %s, and runs all", async (_, config, prepare, most) => {
    writeFileSync(place.config, JSON.stringify(config()))
    await prepared(prepare)
    const served = await place.serve(["--port", "0"], { PAWL_MODEL: MODEL })
    await send()
    await workedThrough(most.ann + most.bob + most.null)
    served.kill("SIGTERM")
    await served.ended
    expect(mostAtOnce()).toEqual(most)
  })
})
