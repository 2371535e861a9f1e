// Streams are authenticated once and may last for days: they end when the rights of their reader change.
import { memory } from "@pawl/agent"
import { scripted } from "@pawl/agent/testing"
import { describe, expect, it, vi } from "vitest"
import { SocketClient } from "../__fixtures__/socket-client.ts"
import { type Person, type Team, team } from "../__fixtures__/team.ts"
import type { Principal } from "./principal.ts"
import { Revocations } from "./revocations.ts"

type Open = (server: Team, person: Person) => Promise<{ readonly ended: Promise<unknown>; close(): unknown }>

const headersOf = ({ token }: Pick<Person, "token">): Record<string, string> =>
  token === "" ? {} : { authorization: `Bearer ${token}` }

const stream: Open = async ({ url }, person) => {
  const end = new AbortController()
  const headers = headersOf(person)
  const response = await fetch(`${url}/v1/sessions/s/events`, { headers, signal: end.signal })
  const reader = response.body?.getReader()
  await reader?.read()
  const ended = (async () => {
    for (;;) if ((await reader?.read())?.done !== false) return "ended"
  })()
  ended.catch(() => {})
  return { ended, close: () => end.abort() }
}

const socket: Open = async ({ url }, person) => {
  const client = await SocketClient.open(url, { headers: headersOf(person) })
  client.send({ id: 1, follow: "s", after: 0 })
  await client.request("GET", "/v1/me")
  return { ended: client.closed, close: () => client.socket.terminate() }
}

const WAYS: readonly (readonly [string, Open])[] = [
  ["a stream of events", stream],
  ["a WebSocket", socket],
]

const CHANGES: readonly (readonly [string, (server: Team) => Promise<unknown>])[] = [
  ["the token is revoked", ({ users }) => users.revokeTokens("ann")],
  ["the user is removed", ({ users }) => users.remove("ann")],
  ["the user is shut out", ({ users }) => users.change("ann", { disabled: true })],
  ["the role is another one", ({ users }) => users.change("ann", { role: "viewer" })],
  ["a group allows something else", ({ users }) => users.groups.put("staff", { tools: [] })],
]

describe.each(WAYS)("%s ends when", (_, open) => {
  it("its token expires", async () => {
    const server = await team()
    const ann = await server.add("ann")
    await ann.post("/v1/sessions", { id: "s" })
    const { token } = await server.users.makeToken("ann", { expiresAt: Date.now() + 4000 })
    const way = await open(server, { ...ann, token })
    expect(["ended", 4401]).toContain(await way.ended)
    expect((await ann.get("/v1/me")).status).toBe(200)
  })
})

async function opened(open: Open) {
  const server = await team()
  await server.users.groups.put("staff", {})
  const ann = await server.add("ann", { groups: ["staff"] })
  await ann.post("/v1/sessions", { id: "s" })
  return { server, ann, way: await open(server, ann) }
}

describe.each(WAYS)("%s ends when", (_, open) => {
  it.each(CHANGES)("%s", async (__, change) => {
    const { server, way } = await opened(open)
    await change(server)
    expect(["ended", 4401]).toContain(await way.ended)
  })
})

it.each(WAYS)("%s of the person at the machine ends when the first user is made", async (_, open) => {
  const server = await team()
  await server.ask("POST", "/v1/sessions", { id: "s" })
  const way = await open(server, { token: "" } as Person)
  await server.add("ann")
  expect(["ended", 4401]).toContain(await way.ended)
})

it.each(WAYS)("%s goes on when the rights of others change", async (_, open) => {
  const { server, ann, way } = await opened(open)
  let isOver = false
  way.ended.then(
    () => {
      isOver = true
    },
    () => {},
  )
  const bob = await server.add("bob")
  const made = await server.users.makeToken("ann")
  const other = await open(server, { ...bob, token: made.token })
  await server.users.change("bob", { role: "viewer" })
  await server.users.revokeToken("ann", made.id)
  // By now the change of Bob's rights was noticed, too.
  await other.ended
  expect([isOver, (await ann.get("/v1/me")).status]).toEqual([false, 200])
  way.close()
})

it("who comes with rights that are gone is looked at, although no right has changed since the last look", async () => {
  const store = memory()
  const gone = new Set<string>()
  const revocations = new Revocations(store, { holds: async ({ user }) => !gone.has(user) })
  const come = (user: string) => revocations.signalFor({ user, uid: user, role: "user", allows: {} })
  const ann = come("ann")
  await vi.waitFor(() => expect(ann.aborted).toBe(false))
  gone.add("bob")
  // While Ann is looked at, and later.
  const [bob, again] = [come("bob"), await settled().then(() => come("bob"))]
  await vi.waitFor(() => expect([bob.aborted, again.aborted, ann.aborted]).toEqual([true, true, false]))
  revocations.close()
})

it.each(CHANGES)(
  "an answer that is waited for is refused with 401 when %s, and the turn goes on",
  async (_, change) => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const server = await team({ agent: { model: scripted(() => held.then(() => "The secret.")) } })
    await server.users.groups.put("staff", {})
    const ann = await server.add("ann", { groups: ["staff"] })
    await ann.post("/v1/sessions", { id: "s" })
    const asked = ann.post("/v1/sessions/s/ask", { input: "Go" })
    const status = async () => (await server.store.sessions.get("s"))?.status
    await vi.waitFor(async () => expect(await status()).toBe("processing"), 20_000)
    await change(server)
    expect(await asked).toMatchObject({ status: 401, body: { error: { code: "not-authenticated" } } })
    release()
    await vi.waitFor(async () => expect(await status()).toBe("idle"), 20_000)
  },
)

const settled = () => new Promise((resolve) => setImmediate(resolve))

describe("a socket", () => {
  it("that asks for one more stream is authenticated anew, and closed when its token does not count any more", async () => {
    let isKnown = true
    const ann: Principal = { user: "ann", role: "user", allows: {} }
    // Without a uid nothing watches the rights: only the frame itself can find out.
    const server = await team({ server: { authenticate: () => (isKnown ? ann : undefined) } })
    const client = await SocketClient.open(server.url)
    expect(await client.request("POST", "/v1/sessions", { id: "s" })).toMatchObject({ status: 201 })
    client.send({ id: 1, followAll: true })
    expect(await client.next()).toMatchObject({ id: 1, event: { type: "snapshot" } })
    isKnown = false
    client.send({ id: 2, follow: "s" })
    expect(await client.closed).toBe(4401)
  })

  it("pays for each stream it asks for, as for a request", async () => {
    const server = await team({ server: { protection: { rate: { burst: 3, perSecond: 0.001 } } } })
    const { token } = await server.add("ann")
    const client = await SocketClient.open(server.url, { headers: { authorization: `Bearer ${token}` } })
    await client.request("POST", "/v1/sessions", { id: "s" })
    for (const id of [1, 2]) client.send({ id, followAll: true })
    const answers = [await client.next(), await client.next()]
    expect(answers.find((each) => each?.status !== undefined)).toMatchObject({ status: 429 })
    client.socket.terminate()
  })

  it("and a stream take one of the places that a user has, and give it back", async () => {
    const server = await team({ server: { protection: { streamsPerUser: 2 } } })
    const [ann, bob] = [await server.add("ann"), await server.add("bob")]
    await ann.post("/v1/sessions", { id: "s" })
    const [one, two] = [await socketOf(server, ann), await stream(server, ann)]
    expect((await ann.get("/v1/sessions/s/events")).body.error).toMatchObject({ code: "too-many", retryable: true })
    expect(await (await socketOf(server, ann)).closed).toBe(1013)
    one.send({ id: 1, follow: "s" })
    expect(await one.next()).toMatchObject({ id: 1, status: 429 })
    const other = await socketOf(server, bob)
    expect(await other.request("GET", "/v1/me")).toMatchObject({ status: 200 })
    two.close()
    await vi.waitFor(async () => {
      one.send({ id: 1, followAll: true })
      expect(await one.next()).toMatchObject({ id: 1, event: { type: "snapshot" } })
    })
    for (const each of [one, other]) each.socket.terminate()
  })
})

const socketOf = ({ url }: Team, { token }: Person) =>
  SocketClient.open(url, { headers: { authorization: `Bearer ${token}` } })
