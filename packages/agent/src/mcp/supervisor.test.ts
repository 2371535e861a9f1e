// The life cycle of a server that fails: real processes, and a clock that the test controls.
import { join } from "node:path"
import { afterEach, describe, expect, it, vi } from "vitest"
import { FakeClock } from "../testing/fake-clock.ts"
import { FAULT, isAlive, node, run, scratch, servers, started, text } from "./__fixtures__/peers.ts"
import { listCache } from "./list-cache.ts"
import { type McpOptions, type McpTools, mcpTools } from "./mcp-tools.ts"

const open: McpTools[] = []

afterEach(async () => {
  await Promise.all(open.splice(0).map((source) => source.close()))
})

async function life(flags: readonly string[] = [], options: McpOptions = {}) {
  const clock = new FakeClock()
  const starts = join(scratch(), "starts")
  const entry = { ...node(FAULT, ...flags), env: { STARTS: starts } }
  const source = mcpTools(servers({ fault: entry }), { clock, ...options })
  open.push(source)
  await source.ready()
  const state = () => source.status()[0]?.state
  /** Real processes take real time to end and start. */
  const becomes = (expected: string) =>
    vi.waitFor(() => expect(state()).toBe(expected), { timeout: 20_000, interval: 5 })
  return { source, clock, state, becomes, starts: () => started(starts) }
}

describe("a server that keeps dying", () => {
  it("L25: is restarted three times, after 1, 2 and 4 s, and then left alone", async () => {
    const { source, clock, becomes, starts } = await life()
    for (const [index, pauseMs] of [1000, 2000, 4000].entries()) {
      await expect(run(source, "fault__die")).rejects.toThrow(`It is being restarted (${index + 1} of 3)`)
      await becomes("restarting")
      expect(source.status()).toMatchObject([{ restart: { number: index + 1, of: 3 }, since: clock.now() }])
      await clock.advance(pauseMs - 1)
      expect(starts()).toHaveLength(index + 1)
      await clock.advance(1)
      await becomes("ready")
      expect(starts()).toHaveLength(index + 2)
    }
    await expect(run(source, "fault__die")).rejects.toThrow("It is not tried again for the next 30 s")
    expect(source.status()).toMatchObject([
      { state: "failed", retryAt: clock.now() + 30_000, error: expect.stringContaining("exit code 3") },
    ])
    await clock.advance(29_999)
    await expect(run(source, "fault__echo")).rejects.toThrow(
      /exit code 3.*The call was not sent. It is not tried again/,
    )
    expect(starts()).toHaveLength(4)
  })

  it("L25: is tried again by a later call; a failure doubles the pause, a success ends it", async () => {
    const { source, clock, state, becomes, starts } = await life([], {
      restarts: { delaysMs: [], coolDownMs: 30_000, maxCoolDownMs: 300_000 },
    })
    for (const coolDownMs of [30_000, 60_000, 120_000]) {
      await expect(run(source, "fault__die")).rejects.toThrow("exit code 3")
      expect(source.status()).toMatchObject([{ state: "failed", retryAt: clock.now() + coolDownMs }])
      await clock.advance(coolDownMs)
      expect(state()).toBe("half-open")
    }
    expect(await text(source, "fault__echo")).toContain("pid")
    expect(state()).toBe("ready")
    expect(source.status()[0]).not.toHaveProperty("error")
    await expect(run(source, "fault__die")).rejects.toThrow("exit code 3")
    await becomes("failed")
    expect(source.status()).toMatchObject([{ retryAt: clock.now() + 30_000 }])
    expect(starts()).toHaveLength(4)
  })

  it("L25: has its failures forgotten as soon as one call is answered", async () => {
    const { source, clock, becomes } = await life()
    for (const _ of [1, 2, 3, 4, 5]) {
      await expect(run(source, "fault__die")).rejects.toThrow("restarted (1 of 3)")
      await clock.advance(1000)
      await becomes("ready")
      expect(await text(source, "fault__echo")).toContain("pid")
    }
  })

  it("is not restarted where a restart cannot fix it", async () => {
    const clock = new FakeClock()
    const source = mcpTools(servers({ none: { command: "no-such-program-anywhere" } }), { clock })
    open.push(source)
    await source.ready()
    expect(source.status()).toMatchObject([{ state: "failed", retryAt: clock.now() + 30_000 }])
    expect(clock.sleeping).toBe(0)
  })
})

describe("a supervised server", () => {
  it("that is killed while idle is restarted, and a call made meanwhile waits for it", async () => {
    const { source, clock, becomes, starts } = await life()
    process.kill(starts()[0] ?? 0, "SIGKILL")
    await becomes("restarting")
    const waiting = text(source, "fault__echo")
    await clock.advance(1000)
    expect(await waiting).toContain("pid")
    expect(starts()).toHaveLength(2)
  })

  it("that exits without an error while idle is on standby and starts with the next call", async () => {
    const { source, becomes, starts } = await life()
    await run(source, "fault__leave")
    await becomes("standby")
    expect(await text(source, "fault__echo")).toContain("pid")
    expect(starts()).toHaveLength(2)
  })

  it("that dies of a call that only reads gets the call a second time, but no third", async () => {
    const { source, clock, becomes, starts } = await life()
    const reading = run(source, "fault__die-reading").catch((error: Error) => error.message)
    await becomes("restarting")
    await clock.advance(1000)
    expect(await reading).toContain('MCP server "fault" stopped: it ended with exit code 3')
    expect(await reading).not.toContain("verify")
    expect(starts()).toHaveLength(2)
  })

  it("that hangs completely is detected by a ping and replaced", async () => {
    const { source, clock, becomes, starts } = await life([], { callTimeoutMs: 300 })
    const late = new AbortController()
    const frozen = run(source, "fault__freeze", {}, { signal: late.signal }).catch((error: Error) => error.message)
    // The toolbox aborts like this at the deadline.
    setTimeout(() => late.abort("timeout"), 100)
    expect(await frozen).toContain("the call was cancelled. It may have taken effect")
    await becomes("restarting")
    expect(source.status()[0]?.error).toContain("it answered neither the call nor a ping within 0.3 s")
    await clock.advance(1000)
    await becomes("ready")
    await vi.waitFor(() => expect(starts().filter(isAlive)).toHaveLength(1), { timeout: 10_000, interval: 10 })
  })

  it("that starts too slowly for a call fails it with the note that it was not sent", async () => {
    const cacheFolder = scratch()
    const entry = { ...node(FAULT, "--silent"), timeoutMs: 400 }
    const [server] = servers({ fault: entry })
    listCache(cacheFolder).write(server!, [{ name: "echo", inputSchema: { type: "object" } }])
    const slow = mcpTools(servers({ fault: entry }), { cacheFolder })
    open.push(slow)
    await slow.ready()
    expect(slow.status()).toMatchObject([{ state: "standby" }])
    await expect(run(slow, "fault__echo")).rejects.toThrow("was not ready within 0.4 s. The call was not sent.")
  })
})
