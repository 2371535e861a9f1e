// What a list of sessions costs: counted, because a clock would measure the machine.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createAgent, type Store, sqlite } from "@pawl/agent"
import { scripted } from "@pawl/agent/testing"
import { afterEach, describe, expect, it } from "vitest"
import { Users } from "../access/users.ts"
import { createServer } from "../server.ts"

let end = async () => {}
afterEach(() => end())

/** A server whose questions to the store are counted, by their names. */
async function counted() {
  const folder = mkdtempSync(join(tmpdir(), "pawl-list-cost-"))
  const store = await sqlite(join(folder, "pawl.db"))
  const asked: string[] = []
  const port = <P extends object>(name: string, real: P): P =>
    new Proxy(real, {
      get(of, key) {
        const value: unknown = Reflect.get(of, key)
        if (typeof value !== "function") return value
        return (...args: unknown[]) => {
          asked.push(`${name}.${String(key)}`)
          return value.apply(of, args)
        }
      },
    })
  const seen: Store = {
    ...store,
    sessions: port("sessions", store.sessions),
    records: port("records", store.records),
    log: port("log", store.log),
    inbox: port("inbox", store.inbox),
  }
  const agent = await createAgent({ model: scripted(() => "Fine."), store: seen, run: "none" })
  const users = new Users({ store: seen })
  const workspaces = [{ name: "main", agent, profiles: ["default"], models: ["scripted"] }]
  const server = createServer({ store: seen, users, workspaces, lookEveryMs: 1e8 })
  end = async () => {
    await server.drain(0)
    await store.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  for (const id of ["a", "b", "c"]) await agent.open({ id })
  const list = async (headers = {}) => {
    asked.length = 0
    const response = await server.fetch(new Request("http://localhost/v1/sessions", { headers }))
    return { status: response.status, text: await response.text(), asked: [...asked] }
  }
  return { list, users }
}

describe("a list of sessions", () => {
  it("asks the store whether there are users, and for the rows", async () => {
    const { list } = await counted()
    await list({ host: "localhost" })
    expect(await list({ host: "localhost" })).toMatchObject({ status: 200, asked: ["records.list", "sessions.list"] })
  })

  it("asks, of somebody with a token, whether any right changed, and for the rows", async () => {
    const { list, users } = await counted()
    await users.add("root", { role: "admin" })
    const headers = { host: "localhost", authorization: `Bearer ${(await users.makeToken("root")).token}` }
    await list(headers)
    expect(await list(headers)).toMatchObject({ status: 200, asked: ["records.get", "sessions.list"] })
  })
})
