import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pg from "pg"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { freePort } from "./__fixtures__/free-port.ts"
import { hasServer, PostgresServer } from "./__fixtures__/server.ts"
import { emptySchema } from "./__fixtures__/shared-server.ts"
import { sameStore } from "./same-store.ts"

describe.skipIf(!hasServer())("a store with several names", () => {
  let server: PostgresServer
  let port: number
  beforeAll(async () => {
    port = await freePort()
    server = new PostgresServer(mkdtempSync(join(tmpdir(), "pawl-pg-")), { port })
    await server.start()
    const client = new pg.Client(server.url("postgres"))
    await client.connect()
    for (const each of ["create role guest login", "create database other"]) await client.query(each)
    await client.end()
  })
  afterAll(() => server.remove())

  const at = (host: string, rest = "postgres", user = "pawl") => `postgres://${user}@${host}:${port}/${rest}`

  it("is the same by number, by name, through a socket, and for a role without rights", async () => {
    const [one, ...others] = [
      at("127.0.0.1"),
      at("localhost"),
      server.url("postgres"),
      at("localhost", "postgres", "guest"),
    ]
    for (const other of others) expect(await sameStore(one ?? "", other)).toBe(true)
    expect(await sameStore(at("127.0.0.1"), at("localhost", "postgres?schema=pawl"))).toBe(true)
  })

  it("is another one in another schema, database or server", async () => {
    expect(await sameStore(at("localhost"), at("localhost", "postgres?schema=other"))).toBe(false)
    expect(await sameStore(at("localhost"), at("localhost", "other"))).toBe(false)
    expect(await sameStore(at("localhost"), (await emptySchema()).url)).toBe(false)
  })

  it("is not known while its server is away", async () => {
    await expect(sameStore(at("localhost"), "postgres://pawl@127.0.0.1:1/postgres")).rejects.toThrow(
      /could not be opened: it cannot be reached/,
    )
  })
})
