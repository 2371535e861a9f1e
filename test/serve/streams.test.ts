import { setTimeout as sleep } from "node:timers/promises"
import { afterEach, describe, expect, it } from "vitest"
import { ServerProcess } from "./server-process.ts"
import { type Item, WAYS, type Way } from "./ways.ts"

let server: ServerProcess | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

/** Text while it streams, and what takes it back: their pieces depend on when a reader looked. */
const PASSING = /^(text|thinking)-(start|delta|end)$|^(answer-discarded|retry-wait|tool-output)$/
const durable = (items: readonly Item[]) => items.filter(({ type }) => !PASSING.test(type))

describe("a stream that is cut at every event, while the server is killed again and again", () => {
  it("has, by every way, each event once, and the text byte for byte", async () => {
    server = new ServerProcess(2, { isHeld: true })
    await post(await server.url(), "/v1/sessions", { id: "a" })
    await post(await server.url(), "/v1/sessions/a/messages", { id: "m1", input: "the book" })
    const killed = server
    const all = await Promise.all(WAYS.map((way) => collect(way, killed)))
    expect(server.kills).toBe(KILLS)
    for (const [index, way] of WAYS.entries()) {
      const items = all[index] ?? []
      const whole = await uncut(way, await server.url())
      expect(durable(items), way.name).toEqual(durable(whole))
      expect(new Set(items.map(keyOf)).size, `${way.name}: each once`).toBe(items.length)
      for (const [attempt, text] of textsOf(whole)) expect(textsOf(items).get(attempt), way.name).toBe(text)
    }
    const texts = all.map((items) => [...answersOf(items)].join("\n"))
    expect(new Set(texts).size).toBe(1)
    expect(texts[0]).toContain("日本語 und 🦊 auch.")
  })
})

/** In the middle of the first two tries of each answer: a third crash in the same call would fail the turn. */
const KILLED = /^1\.[123]\.[12]$/
const KILLS = 6

/** One item a connection, from wherever the last one was. */
async function collect(way: Way, from: ServerProcess): Promise<readonly Item[]> {
  const kills = new Set<string>()
  const items: Item[] = []
  while (!items.some(way.isLast)) {
    items.push(...(await step(way, await from.url(), items.at(-1)?.position ?? "0")))
    const { type, attempt = "" } = items.at(-1) ?? {}
    if (way !== WAYS[0] || type !== "text-delta" || !KILLED.test(attempt) || kills.has(attempt)) continue
    kills.add(attempt)
    await from.kill()
  }
  return items
}

async function step(way: Way, url: string, after: string): Promise<readonly Item[]> {
  try {
    return (await way.step(url, "a", after, 1)) ?? []
  } catch {
    // The server is gone: the next one is asked.
    await sleep(5)
    return []
  }
}

/** The same in one go, now that all is over. */
async function uncut(way: Way, url: string): Promise<readonly Item[]> {
  return (await way.step(url, "a", "0", Number.POSITIVE_INFINITY)) ?? []
}

/** An answer that was taken back leads to the position before it. */
const keyOf = ({ position, type }: Item) => `${position} ${type}`

/** The streamed text of each answer that counts. */
function textsOf(items: readonly Item[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  for (const { type, attempt = "", text = "" } of items) {
    if (type === "text-delta") texts.set(attempt, (texts.get(attempt) ?? "") + text)
    if (type === "answer-discarded") texts.delete(attempt)
  }
  return texts
}

/** The answers, as every way has them. */
function answersOf(items: readonly Item[]): readonly string[] {
  return items.flatMap(({ type, text = "" }) => (type === "answer-end" || type === "assistant" ? [text] : []))
}

async function post(url: string, path: string, body: object): Promise<void> {
  const response = await fetch(`${url}${path}`, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json" },
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
}
