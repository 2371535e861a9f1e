import { describe, expect, it } from "vitest"
import { serverSent } from "./sse.ts"

async function read(pieces: readonly (string | Uint8Array)[]) {
  const bytes = pieces.map((piece) => (typeof piece === "string" ? new TextEncoder().encode(piece) : piece))
  const messages = []
  for await (const message of serverSent(ReadableStream.from(bytes), { silentMs: 1000 })) messages.push(message)
  return messages
}

const STREAM =
  'retry: 1000\n\n: still here\n\nid: 1\nevent: nudge\ndata: {"a":"ü🙂"}\n\nid: 2\ndata: one\ndata: two\n\n'

describe("a stream of server-sent events", () => {
  const expected = [
    { id: "1", event: "nudge", data: '{"a":"ü🙂"}' },
    { id: "2", event: "message", data: "one\ntwo" },
  ]

  it("is read the same, wherever its bytes are split", async () => {
    const bytes = new TextEncoder().encode(STREAM)
    for (let at = 0; at <= bytes.length; at++)
      expect(await read([bytes.slice(0, at), bytes.slice(at)]), `split at ${at}`).toEqual(expected)
    expect(await read([STREAM.replaceAll("\n", "\r\n")])).toEqual(expected)
  })

  it("drops what a broken connection left half-written", async () => {
    expect(await read([STREAM, "id: 3\ndata: half"])).toEqual(expected)
    expect(await read([STREAM, "id: 3\ndata: half\n"])).toEqual(expected)
  })

  it("ends when it is silent for too long", async () => {
    const silent = new ReadableStream<Uint8Array>({ pull: () => new Promise(() => {}) })
    await expect(serverSent(silent, { silentMs: 5 }).next()).rejects.toThrow("silent")
  })
})
