// Several real processes on one file.
import { execFile, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { create } from "./conformance/data.ts"
import { prepareFile } from "./sqlite/open-checks.ts"
import { sqlite } from "./sqlite.ts"

const run = promisify(execFile)
const script = fileURLToPath(new URL("./__fixtures__/write-from-process.ts", import.meta.url))

const GROWS = fileURLToPath(new URL("./__fixtures__/grow-and-shrink.ts", import.meta.url))
const KILLED = fileURLToPath(new URL("./__fixtures__/killed-after-writes.ts", import.meta.url))

let folder = ""
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pawl-store-"))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe("several processes on one file", () => {
  it("lose no writes, share one inbox, and only one of them acquires the lease of a session", async () => {
    const path = join(folder, "agent.db")
    const store = await sqlite(path)
    await create(store, "shared")
    const changed = vi.fn()
    const stop = store.watch(changed)
    const names = ["p1", "p2", "p3"]
    const runs = await Promise.all(names.map((name) => write(path, name, 60)))
    expect(runs.map(({ own }) => own)).toEqual([true, true, true])
    expect(runs.filter(({ shared }) => shared)).toHaveLength(1)
    expect(await Promise.all(names.map((name) => store.log.head(name)))).toEqual([61, 61, 61])
    const arrivals = await store.inbox.arrivals(0)
    expect(arrivals).toHaveLength(180)
    expect(arrivals).toEqual(arrivals.toSorted((a, b) => a.place - b.place))
    await vi.waitFor(() => expect(changed).toHaveBeenCalled())
    stop()
    await store.close()
  })

  it("can open a new file at the same time", async () => {
    const path = join(folder, "fresh.db")
    const runs = await Promise.all(["p1", "p2", "p3"].map((name) => write(path, name, 0)))
    expect(runs).toHaveLength(3)
    const store = await sqlite(path)
    expect(await store.sessions.list()).toHaveLength(3)
    await store.close()
  })
})

describe("a file that another process checkpoints", () => {
  it("is never taken for damaged by a process that opens it at that moment", async () => {
    const path = join(folder, "agent.db")
    await (await sqlite(path)).close()
    const busy = spawn(process.execPath, [GROWS, path], { stdio: ["ignore", "pipe", "inherit"] })
    try {
      await once(busy.stdout, "data")
      for (let time = 0; time < 300; time++) prepareFile(path)
    } finally {
      busy.kill("SIGKILL")
    }
  })
})

describe("a process that is killed", () => {
  it("loses no reported write, although commits that only survive a crash of the process are not synced", async () => {
    const path = join(folder, "agent.db")
    const args = ["--conditions=@pawl/source", KILLED, path, "300"]
    const { signal, stdout } = spawnSync(process.execPath, args, { timeout: 60_000, encoding: "utf8" })
    expect(signal).toBe("SIGKILL")
    expect(stdout.trimEnd().split("\n").at(-1)).toBe("301")
    const store = await sqlite(path)
    expect(await store.log.head("a")).toBe(301)
    expect(await store.log.read("a", 0)).toHaveLength(301)
    await store.close()
  })
})

/** A process that does not exit within the limit is killed, and the test fails. */
async function write(
  path: string,
  name: string,
  count: number,
): Promise<{ readonly own: boolean; readonly shared: boolean }> {
  const args = ["--conditions=@pawl/source", script, path, name, String(count)]
  const { stdout } = await run(process.execPath, args, { timeout: 15_000 })
  return JSON.parse(stdout)
}
