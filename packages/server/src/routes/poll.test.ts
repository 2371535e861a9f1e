import { memory, type Store, tool } from "@pawl/agent"
import { call, scripted } from "@pawl/agent/testing"
import { afterEach, describe, expect, it, vi } from "vitest"
import { type Served, served } from "../__fixtures__/served.ts"
import { spoken } from "../__fixtures__/spoken.ts"

let running: Served | undefined
afterEach(async () => {
  await running?.close()
  running = undefined
})

interface News {
  readonly messages: readonly { readonly seq: number; readonly role: string; readonly text?: string }[]
  readonly next: number
  readonly status: string
  readonly hasMore: boolean
}

const newsOf = async (response: Response) => (await response.json()) as News

const look = tool({
  name: "look",
  description: "Looks.",
  input: { type: "object" },
  effect: "read",
  run: () => "A tree.",
})

/** A store that counts what is read of it. */
function counted() {
  const store = memory()
  const reads = { facts: 0, blobs: 0, snapshots: 0 }
  const counting: Store = {
    ...store,
    log: {
      ...store.log,
      read: (...args) => {
        reads.facts++
        return store.log.read(...args)
      },
      readSnapshot: (...args) => {
        reads.snapshots++
        return store.log.readSnapshot(...args)
      },
    },
    blobs: {
      ...store.blobs,
      read: (...args) => {
        reads.blobs++
        return store.blobs.read(...args)
      },
    },
  }
  return { store: counting, reads }
}

describe("polling", () => {
  it("T24: a poll after a number has only newer messages, and the status", async () => {
    const model = scripted(({ results }) =>
      results.length === 0 ? { text: "I look. ", calls: [call("look")] } : "I see a tree.",
    )
    running = await served({ model, tools: [look] })
    const { post, get } = running
    await post("/v1/sessions", { id: "a" })
    await post("/v1/sessions/a/ask", { input: "What do you see?" })
    const all = await newsOf(await get("/v1/sessions/a/messages"))
    expect(all).toMatchObject({ status: "idle", hasMore: false })
    expect(all.messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "assistant", "end"])
    for (const [index, { seq }] of all.messages.entries()) {
      const rest = await newsOf(await get(`/v1/sessions/a/messages?after=${seq}`))
      expect(rest.messages).toEqual(all.messages.slice(index + 1))
    }
    expect(await (await get(`/v1/sessions/a/messages?after=${all.next}`)).json()).toMatchObject({ messages: [] })
  })

  it("T24: an unchanged poll is answered with 304, and loads neither facts nor blobs", async () => {
    const { store, reads } = counted()
    const { model, asked, say, end } = spoken()
    running = await served({ model }, { store })
    const { post, get } = running
    await post("/v1/sessions", { id: "a" })
    await post("/v1/sessions/a/messages", { input: "x".repeat(200_000) })
    await asked()
    const first = await get("/v1/sessions/a/messages")
    const { next, status } = await newsOf(first)
    expect(status).toBe("processing")
    const after = await get(`/v1/sessions/a/messages?after=${next}`)
    expect(await after.json()).toMatchObject({ messages: [], status: "processing" })
    const tag = { "if-none-match": after.headers.get("etag") ?? "" }
    const before = { ...reads }
    for (let i = 0; i < 5; i++) {
      const again = await get(`/v1/sessions/a/messages?after=${next}`, tag)
      expect([again.status, await again.text()]).toEqual([304, ""])
    }
    expect(reads).toEqual(before)
    say("Long.")
    end()
    await vi.waitFor(async () => {
      const news = await newsOf(await get(`/v1/sessions/a/messages?after=${next}`, tag))
      expect(news).toMatchObject({ status: "idle" })
      expect(news.messages).toMatchObject([
        { role: "assistant", text: "Long." },
        { role: "end", outcome: "completed" },
      ])
    })
    expect(reads.blobs).toBe(before.blobs)
  })

  it("reads a long past in pages", async () => {
    running = await served({ model: scripted(() => "x") })
    const { post, get } = running
    await post("/v1/sessions", { id: "a" })
    for (let turn = 0; turn < 150; turn++) await post("/v1/sessions/a/ask", { input: "Go on" })
    const seqs: number[] = []
    let news: News | undefined
    while (news === undefined || news.hasMore) {
      news = await newsOf(await get(`/v1/sessions/a/messages?after=${news?.next ?? 0}`))
      seqs.push(...news.messages.map(({ seq }) => seq))
    }
    expect(seqs.length).toBe(450)
    expect(seqs).toEqual([...new Set(seqs)].sort((a, b) => a - b))
  })
})
