// Rights across real processes on one database: one is killed, another one goes on; one revokes, another one obeys.
import { type ChildProcess, spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { type Store, sqlite } from "@pawl/agent"
import { Users } from "@pawl/server"
import { afterEach, beforeEach, expect, it } from "vitest"
import { bundled } from "../bundled.ts"

const PROGRAM = fileURLToPath(new URL("./team-process.ts", import.meta.url))

let folder = ""
let store: Store
let users: Users
const running = new Set<ChildProcess>()

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "pawl-team-"))
  store = await sqlite(join(folder, "pawl.db"))
  users = new Users({ store })
})
afterEach(async () => {
  await Promise.all([...running].map(kill))
  await store.close()
  rmSync(folder, { recursive: true })
})

interface Served {
  readonly url: string
  kill(): Promise<void>
}

async function serve(): Promise<Served> {
  const args = [await bundled(PROGRAM), join(folder, "pawl.db"), join(folder, "notes")]
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] })
  running.add(child)
  for await (const url of createInterface({ input: child.stdout })) return { url, kill: () => kill(child) }
  throw new Error("The server did not start.")
}

async function kill(child: ChildProcess): Promise<void> {
  running.delete(child)
  const ended = new Promise((resolve) => child.once("exit", resolve))
  if (child.exitCode === null && child.signalCode === null && child.kill("SIGKILL")) await ended
}

async function added(name: string): Promise<string> {
  await users.add(name)
  return (await users.makeToken(name)).token
}

const ask = async (url: string, token: string, path: string, body?: object) => {
  const response = await fetch(`${url}${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { authorization: `Bearer ${token}`, ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of all kinds.
  return { status: response.status, body: (await response.json()) as any }
}

async function waiting(url: string, token: string, session: string): Promise<string> {
  for (;;) {
    const { body } = await ask(url, token, `/v1/sessions/${session}`)
    if (body.openRequests.length > 0) return body.openRequests[0].call
  }
}

it("T22: a turn whose process was killed goes on with the rights and the identity of its owner", async () => {
  const first = await serve()
  const [ann, bob] = [await added("ann"), await added("bob")]
  const calls = new Map<string, string>()
  for (const [name, token] of [
    ["ann", ann],
    ["bob", bob],
  ] as const) {
    await ask(first.url, token, "/v1/sessions", { id: name })
    await ask(first.url, token, `/v1/sessions/${name}/messages`, { input: `a line of ${name}` })
    calls.set(name, await waiting(first.url, token, name))
  }
  await first.kill()
  await users.groups.put("readers", { tools: ["read_file"] })
  await users.change("bob", { groups: ["readers"] })
  const second = await serve()
  for (const [name, token] of [
    ["bob", bob],
    ["ann", ann],
  ] as const) {
    const path = `/v1/sessions/${name}/requests/${calls.get(name)}/decision`
    expect((await ask(second.url, token, path, { decision: "approve" })).status).toBe(200)
    for (;;) if ((await ask(second.url, token, `/v1/sessions/${name}`)).body.status === "idle") break
  }
  expect(readFileSync(join(folder, "notes"), "utf8")).toBe("a line of ann for ann as ann\n")
})

it("a token that another process revokes is refused at once, and the streams that it opened end", async () => {
  const { url } = await serve()
  const ann = await added("ann")
  await ask(url, ann, "/v1/sessions", { id: "s" })
  const stream = await fetch(`${url}/v1/sessions/s/events`, { headers: { authorization: `Bearer ${ann}` } })
  const reader = stream.body?.getReader()
  await reader?.read()
  const [token] = await users.tokens("ann")
  await users.revokeToken("ann", token?.id ?? "")
  expect((await ask(url, ann, "/v1/me")).status).toBe(401)
  for (;;) if ((await reader?.read())?.done !== false) break
})

it("T21: of eight messages to two processes at once, three are accepted", async () => {
  const [first, second] = await Promise.all([serve(), serve()])
  const ann = await added("ann")
  const statuses = await Promise.all(
    Array.from({ length: 8 }, async (_, n) => {
      const { url } = n % 2 === 0 ? first : second
      await ask(url, ann, "/v1/sessions", { id: `s${n}` })
      return (await ask(url, ann, `/v1/sessions/s${n}/messages`, { input: "a line" })).status
    }),
  )
  expect(statuses.toSorted()).toEqual([202, 202, 202, 429, 429, 429, 429, 429])
})
