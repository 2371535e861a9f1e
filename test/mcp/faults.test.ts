// Every fault over both transports: no call exceeds its deadline, a call that must not happen twice is made once, the
// next good call works, no process is left, and memory does not grow.
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { type Called, type Peer, type PeerOptions, startPeer, type Transport } from "./peer.ts"

// Longer than anything that does not wait for its deadline takes, even on a busy machine.
const LONG_MS = 30_000
const SHORT_MS = 1000

interface Row {
  readonly fault: string
  /** The outcome of a call that must not be repeated, and of one that may. */
  readonly once: string
  readonly read: string
  readonly only?: Transport
}

const ROWS: readonly Row[] = [
  { fault: "die-before", once: "unknown", read: "error" },
  { fault: "die-after", once: "ok", read: "ok" },
  { fault: "hang", once: "timeout", read: "timeout" },
  { fault: "freeze", once: "timeout", read: "timeout", only: "stdio" },
  { fault: "answer-twice", once: "ok", read: "ok" },
  { fault: "forged-ids", once: "ok", read: "ok" },
  // The client ends it after too much output, or cuts it off when its call is over, whichever comes first.
  { fault: "flood-notifications", once: "unknown or timeout", read: "error or timeout" },
  { fault: "flood-progress", once: "unknown or timeout", read: "error or timeout" },
  { fault: "flood-list-changed", once: "ok", read: "ok" },
  { fault: "flood-stderr", once: "ok", read: "ok", only: "stdio" },
  { fault: "garbage", once: "ok", read: "ok" },
  { fault: "malformed", once: "unknown", read: "error" },
  { fault: "huge-line", once: "unknown", read: "error" },
  { fault: "big-result", once: "ok", read: "ok" },
  { fault: "cut-off", once: "unknown", read: "error" },
  { fault: "forget-us", once: "unknown", read: "error" },
  { fault: "close-stdin", once: "timeout", read: "timeout", only: "stdio" },
  { fault: "change-list", once: "ok", read: "ok" },
]

const CASES = ROWS.flatMap((row) =>
  (["stdio", "http"] as const)
    .filter((transport) => row.only === undefined || row.only === transport)
    .map((transport) => ({ ...row, transport })),
)

setFlagsFromString("--expose-gc")
const collectGarbage = runInNewContext("gc") as () => void // The flag makes it a global.

function heapUsed(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

async function withPeer<T>(transport: Transport, options: PeerOptions, use: (peer: Peer) => Promise<T>): Promise<T> {
  const peer = await startPeer(transport, { timeoutMs: LONG_MS, ...options })
  try {
    return await use(peer)
  } finally {
    await peer.close()
    expect(peer.survivors()).toEqual([])
  }
}

/** Waits for a good call; the first ones may still meet the fault's effects. */
async function nextGood(peer: Peer): Promise<void> {
  const isGood = async () => expect(await peer.call("read-good")).toMatchObject({ outcome: "ok" })
  await vi.waitFor(isGood, { timeout: 30_000, interval: 20 })
}

// They mostly wait for processes and deadlines, and are independent of each other.
describe.concurrent("mcpTools with a server that misbehaves", () => {
  let before = 0
  beforeAll(() => {
    before = heapUsed()
  })
  afterAll(() => expect(heapUsed() - before).toBeLessThan(50 * 2 ** 20))

  it.each(CASES)(
    "$fault over $transport: ends with $once, or with $read where the call may be repeated",
    async (row) => {
      const { fault, transport, once, read } = row
      // Long where the test does not wait for the deadline.
      const timeoutMs = once.includes("timeout") ? SHORT_MS : LONG_MS
      await withPeer(transport, { timeoutMs, maxCallTimeoutMs: timeoutMs }, async (peer) => {
        const first = await peer.call(fault)
        expect(once.split(" or ")).toContain(first.outcome)
        expectInTime(first, timeoutMs)
        if (first.outcome === "unknown")
          expect(first.text).toContain("It may have taken effect: verify before you try again.")
        await nextGood(peer)
        const second = await peer.call(`read-${fault}`)
        expect(read.split(" or ")).toContain(second.outcome)
        expectInTime(second, timeoutMs)
        await nextGood(peer)
      })
    },
  )
})

/** Checks the deadline that the result names. A call that exceeded its deadline would not end at all. */
function expectInTime({ outcome, text }: Called, timeoutMs: number): void {
  if (outcome === "timeout") expect(text).toContain(`timed out after ${timeoutMs / 1000} s`)
}

describe.concurrent.each(["stdio", "http"] as const)("over %s", (transport) => {
  it("T16: a slow start is waited for, but not beyond the call's deadline", async () => {
    await withPeer(transport, { flags: ["--slow-start=300"] }, async (peer) => {
      expect(await peer.call("good")).toMatchObject({ outcome: "ok" })
    })
  })

  it("T15: a server that never introduces itself fails to start in time, with a clear error", async () => {
    await withPeer(transport, { flags: ["--silent"], startTimeoutMs: 700 }, async ({ source }) => {
      expect(source.tools()).toEqual([])
      expect(source.status()).toMatchObject([
        { state: "restarting", restart: { number: 1, of: 3 }, error: expect.stringContaining("within 0.7 s") },
      ])
    })
  })

  it("a call that reports progress has its deadline extended, up to a ceiling", async () => {
    const limits = { timeoutMs: 800, maxCallTimeoutMs: 60_000 }
    await withPeer(transport, limits, async (peer) => {
      // Eight times 0.2 s.
      expect(await peer.call("progress")).toMatchObject({ outcome: "ok", text: "at last" })
    })
    await withPeer(transport, { timeoutMs: 600, maxCallTimeoutMs: 1200 }, async (peer) => {
      const endless = await peer.call("progress")
      expect(endless.outcome).toBe("timeout")
      expect(endless.text).toContain("timed out after 1.2 s (limit maxTimeoutMs, in spite of progress)")
    })
  })
})

describe("over HTTP", () => {
  it("a session that the server forgot (404) is opened again, and only calls that may be repeated are repeated silently", async () => {
    await withPeer("http", {}, async (peer) => {
      expect(await peer.call("forget-later")).toMatchObject({ outcome: "ok" })
      expect(await peer.call("read-good")).toMatchObject({ outcome: "ok" })
      expect(await peer.call("forget-later")).toMatchObject({ outcome: "ok" })
      const refused = await peer.call("good")
      expect(refused).toMatchObject({ outcome: "error", text: expect.stringContaining("you may try once more") })
      expect(refused.text).toContain("it had forgotten our session, and refused the call.")
      expect(refused.text).not.toContain("verify")
      expect(await peer.call("good")).toMatchObject({ outcome: "ok" })
      expect(peer.source.status()).toMatchObject([{ state: "ready" }])
    })
  })
})
