// Who is the person at the machine: an admin without a token, so nobody else may be taken for that person.
import { memory } from "@pawl/agent"
import { afterEach, describe, expect, it } from "vitest"
import { type Running, running } from "../__fixtures__/running.ts"
import type { ServerOptions } from "../server.ts"
import { isLoopback } from "./loopback.ts"
import { Users } from "./users.ts"

let server: Running
afterEach(() => server?.close())

const me = async (headers: Readonly<Record<string, string>> = {}) =>
  (await server.json("GET", "/v1/me", undefined, headers)).status

const openid = { issuer: "http://localhost:1", clientId: "pawl", publicUrl: "http://127.0.0.1" }
const { records } = memory()
const people = { principal: async () => undefined, admit: async () => ({ isNew: true }) }

const OPTIONS: readonly (readonly [string, Partial<ServerOptions>, number])[] = [
  ["nothing", {}, 200],
  ["a name", { protection: { hosts: ["pawl.example.com"] } }, 401],
  ["https", { protection: { isSecure: true } }, 401],
  ["a login", { login: { records, people, openid } }, 401],
  ["that it allows no one", { allowsLocal: false }, 401],
]

describe("a request without a token, from this machine, to a server without users", () => {
  it.each(OPTIONS)("where the options say %s", async (_, options, status) => {
    server = await running(undefined, options)
    expect(await me()).toBe(status)
  })

  it.each(["x-forwarded-for", "x-forwarded-proto", "X-Forwarded-Host", "forwarded", "x-real-ip", "via"])(
    "with %s is one of a proxy, and refused",
    async (name) => {
      server = await running()
      expect([await me(), await me({ [name]: "192.0.2.7" })]).toEqual([200, 401])
    },
  )
})

describe("the person at the machine does not come back when the last user is gone", () => {
  it("that was there when the server began", async () => {
    const store = memory()
    const users = new Users({ store })
    await users.add("ann", { role: "admin" })
    server = await running(undefined, { store, users })
    await users.remove("ann", { leavesNoAdmin: true })
    expect(await me()).toBe(401)
  })

  it("that came later, and whom the server saw", async () => {
    const store = memory()
    const users = new Users({ store })
    server = await running(undefined, { store, users })
    expect(await me()).toBe(200)
    await users.add("ann", { role: "admin" })
    const { token } = await users.makeToken("ann")
    expect(await me({ authorization: `Bearer ${token}` })).toBe(200)
    await users.remove("ann", { leavesNoAdmin: true })
    expect(await me()).toBe(401)
  })
})

it.each([
  ["127.0.0.1", true],
  ["127.0.0.2", true],
  ["::1", true],
  ["[::1]", true],
  ["::ffff:127.0.0.1", true],
  ["LocalHost", true],
  ["0.0.0.0", false],
  ["::", false],
  ["192.168.0.1", false],
  ["127.0.0.1.example.com", false],
  ["127.example.com", false],
])("%s is an address of this machine only: %s", (host, is) => {
  expect(isLoopback(host)).toBe(is)
})
