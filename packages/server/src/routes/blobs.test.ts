// Stored bytes over a real socket: in parts, and without holding more of them than a client takes.
import { createHash, randomBytes } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { get, type IncomingMessage } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { memory, type Store, sqlite } from "@pawl/agent"
import { scripted } from "@pawl/agent/testing"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { served } from "../__fixtures__/served.ts"
import { PIECE_BYTES } from "../http/blob-stream.ts"

const MEGABYTE = 1024 * 1024

/** A session that refers to the bytes, and the sizes of what is read of them at once. */
async function serving(values: readonly Uint8Array[], store: Store = memory()) {
  const reads: number[] = []
  const read: Store["blobs"]["read"] = async (hash, range) => {
    const found = await store.blobs.read(hash, range)
    if (found !== undefined) reads.push(found.length)
    return found
  }
  const counting: Store = { ...store, blobs: { ...store.blobs, read } }
  const server = await served({ model: scripted(() => "Seen.") }, { store: counting })
  await server.post("/v1/sessions", { id: "a" })
  const blobs = values.map((bytes) => ({ hash: createHash("sha256").update(bytes).digest("hex"), bytes }))
  await keep(store, blobs)
  const urls = blobs.map(({ hash }) => `${server.url}/v1/sessions/a/blobs/${hash}`)
  return { server, urls, reads, hashes: blobs.map(({ hash }) => hash) }
}

type Kept = readonly { readonly hash: string; readonly bytes: Uint8Array }[]

async function keep(store: Store, blobs: Kept): Promise<void> {
  const row = await store.sessions.get("a")
  await store.leases.join({ id: "keeper", pid: process.pid, boot: "b", started: "1" })
  const acquired = await store.leases.acquire("a", "keeper")
  if (row === undefined || !acquired.ok) throw new Error("The session is not free.")
  const input = blobs.map(({ hash, bytes }) => {
    return { type: "blob" as const, hash, mime: "application/pdf", size: bytes.length }
  })
  const stamp = { seq: row.seq + 1, at: 1, v: 1 as const }
  const fact = { ...stamp, type: "turn-started" as const, turn: 1, trace: "t", command: "c", input }
  const { status, openRequests, turns, messages, usage, preview, updatedAt, error } = row
  const columns = { status, dueAt: null, openRequests, turns, messages, usage, preview, updatedAt, error }
  const { epoch, seq: expectedSeq } = acquired
  const appended = await store.log.append({ session: "a", expectedSeq, epoch, facts: [fact], columns, blobs })
  expect(appended).toEqual({ ok: true })
}

const DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"

function wordDocument(content: Uint8Array): Buffer {
  return Buffer.concat([
    Buffer.from("PK\x03\x04", "latin1"),
    content,
    Buffer.from("[Content_Types].xml word/document.xml"),
  ])
}

const bytes = randomBytes(3 * PIECE_BYTES + 5)
const TYPES = [
  {
    what: "text that is cut in the middle of a character",
    value: Buffer.from(`a${"ä€🦀".repeat(PIECE_BYTES)}`),
    type: "text/plain; charset=utf-8",
  },
  { what: "a picture", value: Buffer.concat([Buffer.from("\x89PNG\r\n", "latin1"), bytes]), type: "image/png" },
  { what: "an archive that names its documents at its end", value: wordDocument(bytes), type: DOCX },
  { what: "no bytes", value: Buffer.of(), type: "text/plain; charset=utf-8" },
  { what: "anything else", value: Buffer.concat([Buffer.from([0, 159]), bytes]), type: "application/octet-stream" },
]

describe("stored bytes", () => {
  let serves: Awaited<ReturnType<typeof serving>>
  let url: string
  beforeAll(async () => {
    serves = await serving([bytes, ...TYPES.map(({ value }) => value)])
    url = serves.urls[0] ?? ""
  })
  afterAll(() => serves.server.close())

  it("are sent whole, and a hash stands for the same bytes for ever", async () => {
    const answer = await fetch(url)
    expect(answer.status).toBe(200)
    expect(answer.headers.get("content-length")).toBe(String(bytes.length))
    expect([answer.headers.get("accept-ranges"), answer.headers.get("etag")]).toEqual([
      "bytes",
      `"${serves.hashes[0]}"`,
    ])
    expect(bytes.equals(await bodyOf(answer))).toBe(true)
  })

  it.each([
    ["bytes=0-9", 0, 10],
    [`bytes=${PIECE_BYTES - 3}-${2 * PIECE_BYTES + 3}`, PIECE_BYTES - 3, 2 * PIECE_BYTES + 4],
    ["bytes=-7", bytes.length - 7, bytes.length],
    [`bytes=${bytes.length - 1}-`, bytes.length - 1, bytes.length],
  ])("are sent in part where a client asks for it: %s", async (range, from, to) => {
    const answer = await fetch(url, { headers: { range } })
    expect(answer.status).toBe(206)
    expect(answer.headers.get("content-range")).toBe(`bytes ${from}-${to - 1}/${bytes.length}`)
    expect(answer.headers.get("content-length")).toBe(String(to - from))
    expect(bytes.subarray(from, to).equals(await bodyOf(answer))).toBe(true)
  })

  it("that there are none of are refused", async () => {
    const answer = await fetch(url, { headers: { range: `bytes=${bytes.length}-` } })
    expect([answer.status, answer.headers.get("content-range")]).toEqual([416, `bytes */${bytes.length}`])
  })

  it.each(TYPES)("are typed by how they begin and end: $what", async ({ value, type }) => {
    const answer = await fetch(serves.urls[TYPES.findIndex((each) => each.value === value) + 1] ?? "")
    expect(answer.headers.get("content-type")).toBe(type)
    expect(value.equals(await bodyOf(answer))).toBe(true)
  })
})

describe("64 MB", () => {
  it.each([
    ["memory", () => memory()],
    ["SQLite", (folder: string) => sqlite(join(folder, "pawl.db"))],
  ])("in %s are read in pieces, no faster than a client takes them", async (_, open) => {
    const folder = mkdtempSync(join(tmpdir(), "pawl-blobs-"))
    const { server, urls, reads, hashes } = await serving([randomBytes(64 * MEGABYTE)], await open(folder))
    const answer = await new Promise<IncomingMessage>((resolve) => void get(urls[0] ?? "", { agent: false }, resolve))
    // Nothing is taken: what the sockets do not hold stays in the store.
    await vi.waitFor(() => expect(reads.length).toBeGreaterThan(2), 30_000)
    await stillness(reads)
    expect(total(reads)).toBeLessThan(32 * MEGABYTE)
    const received = createHash("sha256")
    for await (const chunk of answer) received.update(chunk as Buffer)
    expect(received.digest("hex")).toBe(hashes[0])
    expect(Math.max(...reads)).toBeLessThanOrEqual(PIECE_BYTES)
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  })
})

/** Resolves when nothing was read for a while. */
async function stillness(reads: readonly number[]): Promise<void> {
  let before = -1
  const look = () => {
    const last = before
    before = reads.length
    expect(before).toBe(last)
  }
  await vi.waitFor(look, { interval: 300, timeout: 30_000 })
}

function total(sizes: readonly number[]): number {
  return sizes.reduce((sum, size) => sum + size, 0)
}

async function bodyOf(answer: Response): Promise<Buffer> {
  return Buffer.from(await answer.arrayBuffer())
}
