// Streams are authenticated once and may last for days: they end when the rights of their reader change.
import { describe, expect, it } from "vitest"
import { SocketClient } from "../__fixtures__/socket-client.ts"
import { type Person, type Team, team } from "../__fixtures__/team.ts"

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
    const { token } = await server.users.makeToken("ann", { expiresAt: Date.now() + 1500 })
    const way = await open(server, { ...ann, token })
    expect(["ended", 1008]).toContain(await way.ended)
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
    expect(["ended", 1008]).toContain(await way.ended)
  })
})

it.each(WAYS)("%s of the person at the machine ends when the first user is made", async (_, open) => {
  const server = await team()
  await server.ask("POST", "/v1/sessions", { id: "s" })
  const way = await open(server, { token: "" } as Person)
  await server.add("ann")
  expect(["ended", 1008]).toContain(await way.ended)
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
