// What the person at the machine granted, as the terminal program keeps it in a file.
import { type Grant, memory } from "@pawl/agent"
import { afterEach, describe, expect, it } from "vitest"
import { type Running, running } from "../__fixtures__/running.ts"
import { Users } from "./users.ts"

const NOTE: Grant = { tool: "note", scope: "always" }
const LOOK: Grant = { tool: "look", scope: "always", where: { path: "docs/**" } }
const OF_ANN: Grant = { ...NOTE, owner: "ann" }

let server: Running
afterEach(() => server.close())

async function withFile(...kept: Grant[]) {
  const store = memory()
  const users = new Users({ store })
  const localGrants = {
    list: () => kept,
    revoke: (grant: Grant) =>
      kept.splice(0, kept.length, ...kept.filter((each) => each !== grant)).length > kept.length,
  }
  server = await running(undefined, { store, users, localGrants })
  return { users, kept }
}

const listed = async (headers = {}) => (await server.json("GET", "/v1/grants", undefined, headers)).body.grants

describe("grants that the machine keeps", () => {
  it("are listed for the person at the machine, with where they come from, beside those of the server", async () => {
    const { users } = await withFile(LOOK, OF_ANN)
    await users.grants.add(NOTE)
    expect(await listed()).toEqual([
      { id: expect.any(String), grant: NOTE, from: "server" },
      { id: expect.stringMatching(/^local-/), grant: LOOK, from: "machine" },
    ])
  })

  it("are revoked there, each by its id, and only once", async () => {
    const { kept } = await withFile(NOTE, LOOK)
    const [{ id }] = await listed()
    expect((await server.json("DELETE", `/v1/grants/${id}`)).status).toBe(200)
    expect(kept).toEqual([LOOK])
    expect((await server.json("DELETE", `/v1/grants/${id}`)).body.error.code).toBe("grant-missing")
  })

  it("are said to be unreadable when they are, without the file's name", async () => {
    const list = () => {
      throw new Error('"/home/ann/permissions.json" does not hold permissions.')
    }
    server = await running(undefined, { localGrants: { list, revoke: () => false } })
    const { status, body, text } = await server.json("GET", "/v1/grants")
    expect([status, body.error.code]).toEqual([409, "grants-unreadable"])
    expect(text).not.toContain("/home")
  })

  it.each(["admin", "user"] as const)("are neither shown to nor revoked by a user who is %s", async (role) => {
    const { users, kept } = await withFile(NOTE)
    const [{ id }] = await listed()
    await users.add("root", { role: "admin" })
    await users.add("eve", { role })
    const headers = { authorization: `Bearer ${(await users.makeToken("eve")).token}` }
    expect(await listed(headers)).toEqual([])
    expect((await server.json("DELETE", `/v1/grants/${id}`, undefined, headers)).status).toBe(404)
    expect(kept).toEqual([NOTE])
  })
})
