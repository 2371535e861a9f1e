import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import type { AddressInfo } from "node:net"
import { createServer as createSocket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { memory } from "@pawl/agent"
import { type Client, connect, type Event, type Session } from "@pawl/client"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { bundled } from "../bundled.ts"
import { afterEvents, afterMessages, type Cuts, type CuttingProxy, cuttingProxy } from "./cutting-proxy.ts"
import { CLOSING, storyServer } from "./story.ts"
import { whole } from "./whole.ts"

const PAUSES = { firstMs: 1, maxMs: 20 }

/** Sends a message, approves what it asks, and returns all events of the session. */
async function play(session: Session, onEvent: (event: Event) => void = () => {}): Promise<readonly Event[]> {
  const seen: Event[] = []
  const turn = session.send("Please write it down.", { id: "said" })
  await turn.accepted()
  for await (const event of session.events()) {
    seen.push(event)
    onEvent(event)
    if (event.type === "approval-requested") await session.decide(event, "approve", { id: "decided" })
    if (event.type === "turn-end") break
  }
  expect((await turn.result()).text).toBe(CLOSING)
  return seen
}

async function readAgain(session: Session): Promise<readonly Event[]> {
  const seen: Event[] = []
  for await (const event of session.events()) {
    seen.push(event)
    if (event.type === "turn-end") return seen
  }
  return seen
}

/** An event that was told twice has the same words at the same place. */
function doubled(events: readonly Event[]): readonly string[] {
  const written = events.map((event) => JSON.stringify(event))
  return written.filter((each, at) => written.indexOf(each) !== at)
}

/** Cuts of the first connection, or of each, as events come by HTTP or over one WebSocket. */
interface Way {
  readonly name: string
  readonly socket: boolean
  /** After so many events. */
  readonly events: (count: number, which: "first" | "each") => Cuts
  /** After so many bytes of the first connection. */
  readonly bytes: (last: number) => Cuts
  readonly opened: (proxy: CuttingProxy) => number
}

const WAYS: readonly Way[] = [
  {
    name: "streams",
    socket: false,
    events: (count, which) => ({
      stream: (text, connection) => (which === "each" || connection === 0 ? afterEvents(count)(text) : text.length),
    }),
    bytes: (last) => ({ stream: (text, connection) => (connection === 0 ? last : text.length) }),
    opened: ({ streams }) => streams,
  },
  {
    name: "socket",
    socket: true,
    events: (count, which) => ({
      socket: (bytes, connection) =>
        which === "each" || connection === 0 ? afterMessages(count)(bytes) : bytes.length,
    }),
    bytes: (last) => ({
      socket: (bytes, connection) => (connection === 0 ? Math.min(last, bytes.length) : bytes.length),
    }),
    opened: ({ sockets }) => sockets,
  },
]

describe.each(WAYS)(
  "a client whose $name is cut",
  ({ socket, events: eventCuts, bytes: byteCuts, opened: openedBy }) => {
    let server: Awaited<ReturnType<typeof storyServer>>
    let url: string
    let expected: readonly Event[]
    const opened: (Client | CuttingProxy)[] = []

    async function through(cuts: Cuts): Promise<{ readonly client: Client; readonly proxy: CuttingProxy }> {
      const proxy = await cuttingProxy(url, cuts)
      const client = connect({ url: proxy.url, pauses: PAUSES, socket })
      opened.push(proxy, client)
      return { client, proxy }
    }

    beforeAll(async () => {
      server = await storyServer(memory(), 0)
      url = (await server.listen({ port: 0, host: "127.0.0.1" })).url
      const session = await connect({ url }).open({ id: "whole" })
      await play(session)
      expected = await readAgain(session)
    })

    afterEach(async () => {
      for (const each of opened.splice(0)) await each.close()
    })

    afterAll(() => server.drain(0))

    it("reads every event once, wherever the first connection is cut", async () => {
      for (let count = 0; count <= expected.length; count++) {
        const { client, proxy } = await through(eventCuts(count, "first"))
        const seen = await readAgain(await client.open({ id: "whole" }))
        expect(whole(seen), `cut after ${count} events`).toEqual(whole(expected))
        expect(doubled(seen)).toEqual([])
        // Text may come in fewer pieces.
        if (count < expected.length - 5) expect(openedBy(proxy)).toBe(2)
      }
    })

    it("reads every event once, when each connection brings only one", async () => {
      const { client, proxy } = await through(eventCuts(1, "each"))
      const seen = await readAgain(await client.open({ id: "whole" }))
      expect(whole(seen)).toEqual(whole(expected))
      expect(doubled(seen)).toEqual([])
      expect(openedBy(proxy)).toBeGreaterThan(20)
    })

    it("reads every event once, whichever byte is the last of a connection", async () => {
      const bytes = expected.reduce((sum, event) => sum + JSON.stringify(event).length, 0)
      for (let last = 3; last < bytes; last += 211) {
        const { client } = await through(byteCuts(last))
        const seen = await readAgain(await client.open({ id: "whole" }))
        expect(whole(seen), `cut after byte ${last}`).toEqual(whole(expected))
        expect(doubled(seen)).toEqual([])
      }
    })

    it("follows a running turn, when each connection brings only three events", async () => {
      const { client, proxy } = await through(eventCuts(3, "each"))
      const session = await client.open({ id: "live" })
      const seen = await play(session)
      expect(doubled(seen)).toEqual([])
      expect(whole(seen)).toEqual(whole(await readAgain(await connect({ url }).open({ id: "live" }))))
      // How often depends on the pieces in which text comes, which are fewer on a busy machine.
      expect(openedBy(proxy)).toBeGreaterThan(2)
    })

    it("sends a message once, when the answer to it is lost again and again", async () => {
      const { client } = await through({ answer: (what, time) => what.startsWith("POST") && time < 3 })
      const session = await client.open({ id: "once", title: "Once" })
      await play(session)
      const facts = await session.facts()
      expect(facts.filter(({ type }) => type === "turn-started")).toHaveLength(1)
      expect(facts.filter(({ type }) => type === "approval-settled")).toHaveLength(1)
      expect((await client.sessions.list({})).filter(({ title }) => title === "Once")).toHaveLength(1)
    })

    it("says so, when there is nothing to follow or nobody there", async () => {
      const { client, proxy } = await through({})
      const session = await client.open({ id: "gone" })
      const events = session.events()
      await client.sessions.remove("gone")
      await expect(events.next()).rejects.toMatchObject({
        name: "PawlClientError",
        status: 404,
        code: "session-missing",
      })
      proxy.close()
      const none = connect({ url: proxy.url, pauses: PAUSES, tries: 2 })
      await expect(none.open()).rejects.toMatchObject({ code: "server-unreachable", status: 0, retryable: true })
    })
  },
)

const PROGRAM = fileURLToPath(new URL("./story-program.ts", import.meta.url))

describe("a client whose server is killed", () => {
  const folders: string[] = []
  const children: ChildProcess[] = []

  afterAll(() => {
    for (const child of children.splice(0)) child.kill("SIGKILL")
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
  })

  async function start(folder: string, port: number): Promise<ChildProcess> {
    const program = await bundled(PROGRAM)
    const child = spawn(process.execPath, [program, folder, String(port), "1"], {
      stdio: ["ignore", "pipe", "inherit"],
    })
    children.push(child)
    await once(child.stdout!, "data")
    return child
  }

  const POINTS: readonly (readonly [string, (event: Event) => boolean])[] = [
    ["when the turn begins", ({ type }) => type === "turn-start"],
    ["while the model thinks", ({ type }) => type === "thinking-delta"],
    ["while an approval waits", ({ type }) => type === "approval-requested"],
    ["after the tool has run", ({ type }) => type === "tool-result"],
    ["in the middle of the closing text", (event) => event.type === "text-delta" && event.text.startsWith("15")],
    ["when the answer is durable", ({ type }) => type === "answer-end"],
  ]

  it.each([false, true].flatMap((socket) => POINTS.map(([name, isHere]) => ({ name, socket, isHere }))))(
    "gets the same text and events, $name (over a socket: $socket)",
    async ({ socket, isHere }) => {
      const folder = mkdtempSync(join(tmpdir(), "pawl-client-"))
      folders.push(folder)
      const port = await freePort()
      let child = await start(folder, port)
      const told: string[] = []
      const client = connect({
        url: `http://127.0.0.1:${port}`,
        pauses: PAUSES,
        tries: 500,
        socket,
        onLost: () => told.push("lost"),
        onBack: () => told.push("back"),
      })
      const session = await client.open({ id: "s" })
      let restarted: Promise<unknown> | undefined
      const seen = await play(session, (event) => {
        if (restarted !== undefined || !isHere(event)) return
        child.kill("SIGKILL")
        restarted = once(child, "exit").then(async () => {
          child = await start(folder, port)
        })
      })
      await restarted
      expect(restarted).toBeDefined()
      expect(doubled(seen)).toEqual([])
      expect(whole(seen)).toEqual(whole(await readAgain(await client.open({ id: "s" }))))
      expect(told).toEqual(["lost", "back"])
      await client.close()
    },
    30_000,
  )
})

async function freePort(): Promise<number> {
  const socket = createSocket().listen(0, "127.0.0.1")
  await once(socket, "listening")
  const { port } = socket.address() as AddressInfo
  socket.close()
  await once(socket, "close")
  return port
}
