// Messages to a server: they are accepted when the command ends, also by a server that has more to do than it can begin.
import { createServer as createHttpServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { createAgent, memory, type Store } from "@pawl/agent"
import { scripted } from "@pawl/agent/testing"
import { createServer, type PawlServer } from "@pawl/server"
import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { makePlace, type Place } from "../__fixtures__/pawl.ts"
import { EXIT } from "../exit-codes.ts"
import { openRemoteAgent } from "./remote-agent.ts"

let place: Place
let store: Store
let server: PawlServer | undefined
let other: Server | undefined

beforeEach(() => {
  place = makePlace()
  store = memory()
})

afterEach(async () => {
  vi.restoreAllMocks()
  await server?.drain(1000)
  server = undefined
  other?.close().closeAllConnections()
  other = undefined
  await store.close()
  await place.remove()
})

interface Room {
  readonly url: string
  /** What the model was asked, in this order. */
  readonly asked: readonly string[]
  /** From here on the model answers. */
  readonly open: () => void
}

interface Crowding {
  /** Called when a message is refused. */
  readonly onRefused?: (open: () => void) => void
}

/** Runs one session, and lets one more wait. The model answers nothing before the gate is open. */
async function serving({ onRefused }: Crowding = {}): Promise<Room> {
  const asked: string[] = []
  const { promise, resolve: open } = Promise.withResolvers<void>()
  const model = scripted(async ({ said }) => {
    asked.push(said)
    await promise
    return `Heard: ${said}`
  })
  const agent = await createAgent({
    store: { ...store, inbox: watched(store.inbox, () => onRefused?.(open)) },
    model,
    concurrency: 1,
    limits: { waiting: { sessions: 1 } },
  })
  const workspaces = [{ name: "main", agent, profiles: ["default"], models: ["scripted"] }]
  server = createServer({ store, workspaces, checksAnswers: true })
  const { url } = await server.listen({ port: 0, host: "127.0.0.1" })
  return { url, asked, open }
}

function watched(inbox: Store["inbox"], onRefused: () => void): Store["inbox"] {
  return {
    ...inbox,
    async enqueue(...given) {
      const done = await inbox.enqueue(...given)
      if (done.outcome === "refused") onRefused()
      return done
    },
  }
}

/** One session runs, another one waits, and there is no room for a third. */
async function crowded(how?: Crowding): Promise<Room> {
  const room = await serving(how)
  const { agent, close } = await openRemoteAgent({ model: undefined }, room)
  await (await agent.open({ id: "runs" })).send("First").accepted()
  await until(() => room.asked.length === 1)
  await (await agent.open({ id: "waits" })).send("Second").accepted()
  await close()
  return room
}

const DETACHED = [
  ["send new", ["send", "new", "Third"]],
  ["send new --json", ["send", "new", "Third", "--json"]],
  ["-p --detach", ["-p", "Third", "--detach"]],
] as const

const QUEUED = /^(the server|the end of the turn that runs now)$/

/** The id that a script gets, and what the message waits for. */
function toldIn(stdout: string, stderr: string): { readonly session: string; readonly waitsFor: string | undefined } {
  if (stdout.startsWith("{")) return JSON.parse(stdout)
  return { session: stdout.trim(), waitsFor: /^pawl: queued; it waits for (.*)$/m.exec(stderr)?.[1] }
}

const NOTICE = /pawl: the server has more to do than it can begin; your message is sent again in \d+ s\n/

const REFUSED = /^pawl: .*limits\.waiting.*Nothing was sent.*again in \d+ s.*\n$/
const FIVE_MINUTES = 300_000

it.each(DETACHED)("%s prints the id, and what the message waits for", async (_name, words) => {
  const { url, open } = await serving()
  const { code, stdout, stderr } = await place.pawl([...words, "--server", url])
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringMatching(NOTICE) })
  const { session, waitsFor } = toldIn(stdout, stderr)
  expect(waitsFor).toMatch(QUEUED)
  expect((await store.sessions.list({})).map(({ id }) => id)).toEqual([session])
  open()
})

it.each(DETACHED)("%s waits for a crowded server, says so, and prints the id", async (_name, words) => {
  const { url, asked } = await crowded({ onRefused: (open) => open() })
  const { code, stdout, stderr } = await place.pawl([...words, "--server", url])
  expect({ code, notices: stderr.split(NOTICE).length - 1 }).toEqual({ code: 0, notices: 1 })
  const ids = (await store.sessions.list({})).map(({ id }) => id)
  expect(ids.toSorted()).toEqual([toldIn(stdout, stderr).session, "runs", "waits"].toSorted())
  await until(() => asked.length === 3)
  expect(asked).toEqual(["First", "Second", "Third"])
})

it("-p waits for a crowded server, says so, and then for the answer", async () => {
  const { url, asked } = await crowded({ onRefused: (open) => open() })
  const { code, stdout, stderr } = await place.pawl(["-p", "Third", "--server", url])
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: "Heard: Third\n", stderr: expect.stringMatching(NOTICE) })
  expect(asked).toEqual(["First", "Second", "Third"])
})

it.each(DETACHED)("%s exits 75 when it is refused to the end, and leaves no session behind", async (_name, words) => {
  const onRefused = () => {
    const long = performance.now() + FIVE_MINUTES
    vi.spyOn(performance, "now").mockReturnValue(long)
  }
  const { url, open } = await crowded({ onRefused })
  const { code, stdout, stderr } = await place.pawl([...words, "--server", url])
  expect({ code, stdout, stderr }).toEqual({ code: EXIT.later, stdout: "", stderr: expect.stringMatching(REFUSED) })
  expect((await store.sessions.list({})).map(({ id }) => id).toSorted()).toEqual(["runs", "waits"])
  open()
})

it.each([
  [[], "a\n"],
  [["--json"], '{"session":"a","status":null,"waitsFor":null}\n'],
])("send %j prints the id also when the server cannot be asked for more after it has accepted", async (flags, said) => {
  const gone = { code: "session-missing", message: "There is none.", retryable: false, trace: "t" }
  other = createHttpServer(({ method, url }, response) => {
    if (method === "GET" && url === "/v1/sessions/a")
      return response.writeHead(404).end(JSON.stringify({ error: gone }))
    return response.end(JSON.stringify({ id: "a", after: 0 }))
  })
  await new Promise<void>((resolve) => other?.listen(0, "127.0.0.1", resolve))
  const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
  const ended = await place.pawl(["send", "new", "Third", ...flags, "--server", url])
  expect(ended).toMatchObject({ code: 0, stdout: said, stderr: "" })
})

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5))
}
