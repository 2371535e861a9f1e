// Workers that are processes of their own, against a real model server: they keep to a model's limits together.
import { type ChildProcess, spawn } from "node:child_process"
import { fileURLToPath } from "node:url"
import type { RateLimits } from "@pawl/agent"
import { type ModelServer, modelServer } from "@pawl/agent/testing"
import pg from "pg"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { hasServer } from "./__fixtures__/server.ts"
import { emptySchema } from "./__fixtures__/shared-server.ts"
import { postgres } from "./postgres.ts"

const ASKER = fileURLToPath(new URL("./__fixtures__/ask-from-process.ts", import.meta.url))
const KEY = "sk-secret-of-this-test"
const PATIENT = { timeout: 40_000, interval: 20 }

interface Worker {
  readonly child: ChildProcess
  readonly lines: string[]
  ask(...names: readonly string[]): void
}

describe.skipIf(!hasServer())("workers that share a database", () => {
  let place: Awaited<ReturnType<typeof emptySchema>>
  let server: ModelServer
  const workers: Worker[] = []
  /** Requests that hang until the test ends them. Who takes over their sessions is answered. */
  let hanging: Set<string>
  /** Other requests that are open at the server, and the most there ever were. */
  let open: number
  let most: number
  /** When the first of them came. */
  let firstAt: number | undefined
  let gate: PromiseWithResolvers<void>

  beforeEach(async () => {
    place = await emptySchema()
    // Makes the tables before several processes want them.
    await (await postgres(place.url, { schema: place.schema })).close()
    hanging = new Set()
    open = 0
    most = 0
    firstAt = undefined
    gate = Promise.withResolvers()
    server = await modelServer({
      script: async (request) => {
        if (request.said.startsWith("hang") && !hanging.has(request.said)) {
          hanging.add(request.said)
          await gate.promise
          return "There."
        }
        firstAt ??= performance.now()
        most = Math.max(most, ++open)
        await new Promise((resolve) => setTimeout(resolve, 20))
        open--
        return "There."
      },
    })
  })
  afterEach(async () => {
    gate.resolve()
    for (const { child } of workers.splice(0)) child.kill("SIGKILL")
    await server.close()
  })

  async function worker(limits?: RateLimits): Promise<Worker> {
    const rates = limits === undefined ? {} : { "openai:*": limits }
    const args = ["--conditions=@pawl/source", ASKER, place.url, place.schema, JSON.stringify(rates)]
    const env = { ...process.env, OPENAI_BASE_URL: server.openai, OPENAI_API_KEY: KEY }
    const child = spawn(process.execPath, args, { env, stdio: ["pipe", "pipe", "inherit"] })
    const lines: string[] = []
    child.stdout.on("data", (chunk) => lines.push(...String(chunk).trimEnd().split("\n")))
    const one: Worker = { child, lines, ask: (...names) => void child.stdin.write(`${names.join("\n")}\n`) }
    workers.push(one)
    await vi.waitFor(() => expect(lines).toContain("ready"), PATIENT)
    return one
  }

  const names = (prefix: string, count: number) => Array.from({ length: count }, (_, nth) => `${prefix}${nth}`)
  const done = ({ lines }: Worker) => lines.filter((line) => line.endsWith(" done")).length

  it("send no more requests in a minute than the limit has, all together", async () => {
    const three = await Promise.all([1, 2, 3].map(() => worker({ requestsPerMinute: 5 })))
    for (const [nth, each] of three.entries()) each.ask(...names(`w${nth}-`, 4))
    const settled = () => three.flatMap(({ lines }) => lines.filter((line) => /done|held/.test(line)))
    await vi.waitFor(() => expect(new Set(settled().map((line) => line.split(" ")[0])).size).toBe(12), PATIENT)
    expect(settled().filter((line) => line.endsWith("done"))).toHaveLength(5)
    expect(server.requests).toHaveLength(5)
    expect(await everythingIn(place)).not.toContain(KEY)
  })

  it("have no more requests open than the limit has; the places of one that is killed or stands still come back", async () => {
    const limits = { concurrency: 4 }
    const [killed, stopped, other, last] = await Promise.all([1, 2, 3, 4].map(() => worker(limits)))
    if (!killed || !stopped || !other || !last) throw new Error("There are four workers.")
    killed.ask("hang-1", "hang-2")
    stopped.ask("hang-3", "hang-4")
    await vi.waitFor(() => expect(hanging.size).toBe(4), PATIENT)
    other.ask(...names("o", 10))
    last.ask(...names("l", 10))
    killed.child.kill("SIGKILL")
    stopped.child.kill("SIGSTOP")
    const endedAt = performance.now()
    await vi.waitFor(() => expect([done(other), done(last)]).toEqual([10, 10]), PATIENT)
    expect(most).toBeLessThanOrEqual(4)
    // A lease was taken or kept up two seconds before at most, and lasts six.
    expect((firstAt ?? 0) - endedAt).toBeGreaterThan(2000)
    stopped.child.kill("SIGCONT")
    gate.resolve()
    await vi.waitFor(() => expect(done(stopped)).toBe(2), PATIENT)
    await vi.waitFor(async () => expect(await freePlaces(place, limits)).toBe(4), PATIENT)
  })

  it("hold back when another one was refused", async () => {
    const [refused, other] = await Promise.all([worker(), worker()])
    if (!refused || !other) throw new Error("There are two workers.")
    server.misbehave({ kind: "status", status: 429, headers: { "retry-after": "300" } })
    refused.ask("refused")
    await vi.waitFor(() => expect(server.requests).toHaveLength(1), PATIENT)
    // One after the other, until it hears of it.
    for (let nth = 0; !other.lines.some((line) => line.endsWith("held")); nth++) {
      other.ask(`next${nth}`)
      await vi.waitFor(() => expect(other.lines.length).toBeGreaterThan(nth + 1), PATIENT)
      expect(nth).toBeLessThan(100)
    }
  })
})

/** All that the tables of rates hold. */
async function everythingIn({ url, schema }: { readonly url: string; readonly schema: string }): Promise<string> {
  const client = new pg.Client(url)
  await client.connect()
  const tables = ["rate_models", "rate_places", "rate_waiting", "rate_lessons"]
  const found: unknown[][] = []
  for (const table of tables) found.push((await client.query(`select * from ${schema}.${table}`)).rows)
  await client.end()
  expect(found[1]).toHaveLength(5)
  return JSON.stringify(found)
}

/** How many places another process would get. */
async function freePlaces(place: { readonly url: string; readonly schema: string }, limits: RateLimits) {
  const client = new pg.Client(place.url)
  await client.connect()
  const { rows } = await client.query<{ model: string }>(`select model from ${place.schema}.rate_models`)
  await client.end()
  const store = await postgres(place.url, { schema: place.schema, connections: 1 })
  const asked = { limits, perMs: 60_000, tokens: [1, 1, 1, 1, 1], away: { count: 0, tokens: 0 } }
  const model = rows[0]?.model ?? ""
  expect(model).toContain("openai:small")
  const taken = await store.rates?.take({ ...asked, model })
  for (const each of taken?.places ?? []) store.rates?.close(model, each, { isGone: true, tokens: 0 })
  await store.close()
  return taken?.places.length
}
