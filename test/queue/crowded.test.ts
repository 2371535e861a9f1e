// A server that gets more than it can do: it refuses early, does all that it accepted, and its clients get through in the end.
import { scripted } from "@pawl/agent/testing"
import { connect, PawlClientError } from "@pawl/client"
import { afterEach, expect, it } from "vitest"
import { type Served, served } from "../../packages/server/src/__fixtures__/served.ts"

let server: Served | undefined
afterEach(() => server?.close())

const SESSIONS = 8

interface Crowd {
  /** How often the model was asked, by what was said. */
  readonly asked: Map<string, number>
  readonly open: () => void
}

/** Runs one session at a time, and answers nothing before the gate is open. */
async function crowded(): Promise<Served & Crowd> {
  const asked = new Map<string, number>()
  const { promise, resolve } = Promise.withResolvers<void>()
  const model = scripted(async ({ said }) => {
    asked.set(said, (asked.get(said) ?? 0) + 1)
    await promise
    return `Heard: ${said}`
  })
  const limits = { waiting: { sessions: 2 } }
  server = await served({ model, concurrency: 1, limits })
  return { ...server, asked, open: resolve }
}

it("answers 503 with Retry-After, the same in its envelope, and takes what belongs to turns that it accepted", async () => {
  const { post, asked, open } = await crowded()
  const tell = async (id: string) => {
    await post("/v1/sessions", { id })
    return post(`/v1/sessions/${id}/messages`, { input: `Message to ${id}` })
  }
  expect((await tell("s0")).status).toBe(202)
  await until(() => asked.size === 1)
  for (const id of ["s1", "s2"]) expect((await tell(id)).status).toBe(202)
  const refused = await tell("s3")
  expect(refused.status).toBe(503)
  const seconds = Number(refused.headers.get("retry-after"))
  const { error } = (await refused.json()) as { error: { code: string; retryable: boolean; retryAfterMs: number } }
  expect(error).toMatchObject({ code: "too-many-waiting", retryable: true })
  expect(seconds).toBe(Math.ceil(error.retryAfterMs / 1000))
  expect(seconds).toBeGreaterThanOrEqual(1)
  expect((await post("/v1/sessions/s2/messages", { input: "One more" })).status).toBe(202)
  expect((await post("/v1/sessions/s2/cancel")).status).toBe(202)
  open()
})

it("serves everything that it accepted under a flood, once, and a client that waits gets through", async () => {
  const { url, asked, open } = await crowded()
  let refused = 0
  const counting: typeof fetch = async (...given) => {
    const response = await fetch(...given)
    if (response.status === 503) refused += 1
    return response
  }
  const client = connect({ url, fetch: counting })
  try {
    const results = Array.from({ length: SESSIONS }, async (_, at) => {
      const session = await client.open({ id: `s${at}` })
      return session.ask(`Message ${at}`, { priority: at === 0 ? "high" : "normal" })
    })
    await until(() => refused >= SESSIONS - 3)
    open()
    const texts = (await Promise.all(results)).map(({ text }) => text)
    expect(texts).toEqual(Array.from({ length: SESSIONS }, (_, at) => `Heard: Message ${at}`))
    expect([...asked.values()]).toEqual(Array.from({ length: SESSIONS }, () => 1))
  } finally {
    await client.close()
  }
})

it("is not waited for longer than the client may", async () => {
  const { url, asked, open } = await crowded()
  const client = connect({ url, crowdedMs: 500 })
  try {
    await (await client.open({ id: "a" })).send("Hello.").accepted()
    await until(() => asked.size === 1)
    for (const id of ["b", "c"]) await (await client.open({ id })).send("Hello.").accepted()
    const session = await client.open({ id: "d" })
    const turn = session.send("Hello.")
    await expect(turn.accepted()).rejects.toBeInstanceOf(PawlClientError)
    await expect(turn.accepted()).rejects.toMatchObject({ code: "too-many-waiting", status: 503, retryable: true })
  } finally {
    await client.close()
    open()
  }
})

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5))
}
