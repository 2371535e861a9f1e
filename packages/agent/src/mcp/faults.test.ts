// Servers that misbehave, and whether any of their processes remain.
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, describe, expect, it, vi } from "vitest"
import { systemClock } from "../base/system-clock.ts"
import type { WholeResult } from "../tools/tool.ts"
import { toolbox } from "../tools/toolbox.ts"
import { FAULT, isAlive, node, run, scratch, servers, started, text } from "./__fixtures__/peers.ts"
import { type McpOptions, type McpTools, mcpTools } from "./mcp-tools.ts"

const open: McpTools[] = []
const parents: ChildProcess[] = []

// Each test has its own servers and mostly waits for their processes, so the tests run concurrently and clean up together.
afterAll(async () => {
  await Promise.all(open.splice(0).map((source) => source.close()))
  for (const parent of parents.splice(0)) parent.kill("SIGKILL")
})

interface Fault {
  readonly source: McpTools
  readonly starts: string
}

async function fault(flags: readonly string[] = [], options: McpOptions = {}, timeoutMs?: number): Promise<Fault> {
  const starts = join(scratch(), "starts")
  const entry = { ...node(FAULT, ...flags), env: { STARTS: starts }, ...(timeoutMs !== undefined && { timeoutMs }) }
  const source = mcpTools(servers({ fault: entry }), options)
  open.push(source)
  await source.ready()
  return { source, starts }
}

describe.concurrent("a faulty server", () => {
  it.each(["fault__null-result", "fault__text-result"])(
    "that sends a malformed answer fails the call at once, with unknown outcome: %s",
    async (name) => {
      const { source } = await fault()
      await expect(run(source, name)).rejects.toThrow(
        'MCP server "fault" failed the call: its answer was malformed. It may have taken effect: verify before you try again. The server is up.',
      )
    },
  )

  it("that writes a secret of its entry to stderr has it masked in its log", async () => {
    const entry = { ...node(FAULT), env: { API_KEY: "k1-very-hidden" } }
    const source = mcpTools(servers({ fault: entry }))
    open.push(source)
    await source.ready()
    await run(source, "fault__leak")
    await vi.waitFor(() => expect(source.log("fault")).toContain("the key is [redacted]"))
    expect(source.log("fault")).not.toContain("k1-very-hidden")
  })

  it("that dies is reported by its key to those who count restarts, once for each", async () => {
    const restarted: string[] = []
    const restarts = { delaysMs: [1, 1, 1], coolDownMs: 1000, maxCoolDownMs: 1000 }
    const source = mcpTools(servers({ fault: node(FAULT) }), { restarts, onRestart: (key) => restarted.push(key) })
    open.push(source)
    await source.ready()
    await expect(run(source, "fault__die")).rejects.toThrow("exit code 3")
    expect(await text(source, "fault__echo")).toContain("pid")
    expect(restarted).toEqual(["fault"])
  })

  it("that dies mid-call fails the call at once with unknown outcome, and is restarted (T16)", async () => {
    const { source, starts } = await fault()
    await expect(run(source, "fault__die")).rejects.toThrow(
      'MCP server "fault" stopped: it ended with exit code 3. It wrote: boom It may have taken effect: verify',
    )
    expect(source.status()).toMatchObject([
      { state: "restarting", restart: { number: 1, of: 3 }, error: expect.stringContaining("exit code 3") },
    ])
    expect(await text(source, "fault__echo")).toContain("pid")
    expect(source.status()).toMatchObject([{ state: "ready" }])
    expect(started(starts)).toHaveLength(2)
  })

  it("that is killed mid-call fails the call; three concurrent callers restart it only once", async () => {
    const { source, starts } = await fault()
    const hanging = run(source, "fault__hang")
    const [pid = 0] = started(starts)
    await text(source, "fault__echo")
    process.kill(pid, "SIGKILL")
    await expect(hanging).rejects.toThrow("was ended by SIGKILL. It may have taken effect")
    const restarted = await Promise.all([1, 2, 3].map(() => text(source, "fault__echo")))
    expect(new Set(restarted.map((each) => JSON.parse(each).pid)).size).toBe(1)
    expect(started(starts)).toHaveLength(2)
  })

  it("that hangs fails the call at the deadline, gets a cancellation, and still answers others (T16)", async () => {
    const { source, starts } = await fault([], {}, 300)
    const tools = toolbox([source], { clock: systemClock, approve: "auto" })
    const prepared = await tools.prepare({ id: "c", name: "fault__hang", arguments: {} } as never)
    if (prepared.kind !== "prepared") throw new Error("refused")
    const result = await tools.run(prepared, {
      signal: new AbortController().signal,
      effectKey: "e",
      call: "c",
      session: "s",
      trace: "t",
      onOutput: () => {},
      readResult: async () => undefined,
    })
    expect(result).toMatchObject({ outcome: "timeout", content: [{ text: expect.stringContaining("after 0.3 s") }] })
    expect(JSON.parse(await text(source, "fault__cancelled"))).toHaveLength(1)
    await source.close()
    expect(started(starts).filter(isAlive)).toEqual([])
  })

  it("that hangs gets a cancellation when the caller gives up", async () => {
    const { source } = await fault()
    const giveUp = new AbortController()
    const hanging = run(source, "fault__hang", {}, { signal: giveUp.signal })
    await text(source, "fault__echo")
    giveUp.abort("enough")
    await expect(hanging).rejects.toThrow("the call was cancelled. It may have taken effect")
    expect(JSON.parse(await text(source, "fault__cancelled"))).toHaveLength(1)
  })

  it.each(["flood", "flood-lines", "flood-json"])(
    "that floods its output is stopped and reported (%s)",
    async (name) => {
      const { source, starts } = await fault([], { maxMessageBytes: 4 * 2 ** 20 })
      await expect(run(source, `fault__${name}`)).rejects.toThrow(
        "it wrote more than 4 MB without a readable message and was stopped",
      )
      expect(started(starts).filter(isAlive)).toEqual([])
      expect(await text(source, "fault__echo")).toContain("pid")
    },
  )

  it("that answers twice, forges ids, and sends unknown progress and requests does no harm", async () => {
    const { source } = await fault()
    const said: string[] = []
    expect(await text(source, "fault__twice")).toBe("twice done")
    expect(await text(source, "fault__forged")).toBe("forged done")
    await run(source, "fault__progress", {}, { output: (text) => void said.push(text) })
    await vi.waitFor(() => expect(said).toEqual(["1 of 2"]))
    expect((await text(source, "fault__big")).length).toBe(2 * 2 ** 20)
    expect(source.status()).toMatchObject([{ state: "ready" }])
  })

  it("that reports an error has its text passed on", async () => {
    const { source } = await fault()
    await expect(run(source, "fault__fail")).rejects.toThrow(/^no such row$/)
  })
})

describe.concurrent("a call to a server", () => {
  it("carries its effect key, session id and call id", async () => {
    const { source } = await fault()
    const { given, meta } = JSON.parse(await text(source, "fault__echo", { a: 1 }))
    expect(given).toEqual({ a: 1 })
    expect(meta).toMatchObject({ "pawl/effectKey": "effect-1", "pawl/session": "session-1", "pawl/call": "call-1" })
  })

  it("returns every kind of content as parts", async () => {
    const { source } = await fault()
    const { result } = (await run(source, "fault__kinds")) as WholeResult
    expect(result.structured).toEqual({ part: 7 })
    expect(result.content).toEqual([
      { type: "text", text: "hello" },
      { type: "bytes", mime: "image/png", bytes: new Uint8Array(Buffer.from("PNG")) },
      { type: "bytes", mime: "audio/wav", bytes: new Uint8Array(Buffer.from("WAV")) },
      { type: "text", text: "[resource file:///a.txt]\ninside" },
      {
        type: "bytes",
        mime: "application/octet-stream",
        bytes: new Uint8Array(Buffer.from("BIN")),
        name: "file:///a.bin",
      },
      { type: "text", text: "[resource link file:///b.txt: b, text/plain]" },
      { type: "text", text: '[content of an unknown kind: {"type":"hologram"}]' },
      { type: "text", text: '{"degrees":20}' },
    ])
  })
})

describe.concurrent("no process is left", () => {
  it("after close(), including children that ignore SIGTERM (T16)", async () => {
    const { source, starts } = await fault(["--child", "--stubborn"])
    await run(source, "fault__grandchild")
    expect(started(starts).filter(isAlive)).toHaveLength(3)
    await source.close()
    expect(started(starts).filter(isAlive)).toEqual([])
    expect(source.status()).toMatchObject([{ state: "stopped" }])
    await expect(run(source, "fault__echo")).rejects.toThrow("closed")
  })

  it("after close() during the start", async () => {
    const starts = join(scratch(), "starts")
    const source = mcpTools(servers({ slow: { ...node(FAULT, "--silent", "--child"), env: { STARTS: starts } } }))
    const ready = source.ready()
    await vi.waitFor(() => expect(started(starts)).toHaveLength(2), { timeout: 5000, interval: 10 })
    await source.close()
    await ready
    expect(started(starts).filter(isAlive)).toEqual([])
    expect(source.status()).toMatchObject([{ state: "stopped" }])
  })

  it("after a server died and left children that ignore SIGTERM; its call does not wait for them", async () => {
    const { source, starts } = await fault()
    const child = Number(await text(source, "fault__grandchild"))
    await expect(run(source, "fault__die")).rejects.toThrow("exit code 3")
    expect(isAlive(child)).toBe(true)
    await source.close()
    expect(started(starts).filter(isAlive)).toEqual([])
  })

  it.each(["SIGKILL", "SIGINT", "SIGTERM"] as const)("after %s of the parent, children included", async (signal) => {
    const starts = join(scratch(), "starts")
    const parent = spawn(
      process.execPath,
      [fileURLToPath(new URL("./__fixtures__/doomed-parent.ts", import.meta.url))],
      {
        env: { ...process.env, STARTS: starts },
        stdio: ["ignore", "pipe", "inherit"],
      },
    )
    parents.push(parent)
    const [line] = await once(parent.stdout, "data")
    expect(JSON.parse(String(line))).toMatchObject([{ state: "ready" }])
    const pids = started(starts)
    expect(pids.filter(isAlive)).toHaveLength(2)
    parent.kill(signal)
    await once(parent, "exit")
    await vi.waitFor(() => expect(pids.filter(isAlive)).toEqual([]), { timeout: 8000, interval: 20 })
  })
})
