// Power loss: the disk holds a consistent prefix at any moment, and no event is published before its fact is on the disk.
import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { cutAtEveryCommit } from "./power-loss.ts"
import { COMPILED } from "./story-agent.ts"
import { readTrace, type Traced } from "./trace.ts"

const VICTIM = fileURLToPath(new URL("./victim.ts", import.meta.url))

describe("power loss", { timeout: 300_000 }, () => {
  it("opens a database that is cut at any commit as a consistent prefix, from which the story goes on", async () => {
    const { cuts, wrong } = await cutAtEveryCommit(10)
    expect(wrong).toEqual([])
    expect(cuts).toBeGreaterThan(20)
  })

  it.runIf(process.platform === "linux").each(["thread", "caller"])(
    "publishes no fact before the sync of its commit has returned, traced on the %s",
    (commitOn) => {
      const { commits, told, syncs, wrong } = traced({ PAWL_COMMIT_ON: commitOn })
      expect(wrong).toEqual([])
      expect(commits).toBeGreaterThan(5)
      expect(told).toBeGreaterThan(5)
      expect(syncs).toBeGreaterThanOrEqual(commits - 1)
    },
  )

  it.runIf(process.platform === "linux").each(["thread", "caller"])(
    "is not provided for where only a crash of the process is: no commit is synced, traced on the %s",
    (commitOn) => {
      const { commits, told, syncs } = traced({ PAWL_COMMIT_ON: commitOn, PAWL_DURABILITY: "process-crash" })
      expect(commits).toBeGreaterThan(5)
      expect(told).toBeGreaterThan(5)
      expect(syncs).toBe(0)
    },
  )
})

/** Plays a story under strace. */
function traced(how: NodeJS.ProcessEnv): Traced {
  const folder = mkdtempSync(join(tmpdir(), "pawl-trace-"))
  try {
    const calls = "trace=write,pwrite64,fdatasync,fsync"
    const strace = ["-f", "-y", "-s", "300", "-e", calls, "-o", join(folder, "trace")]
    const victim = [process.execPath, "--conditions=@pawl/source", VICTIM, folder, "default", "a verified effect"]
    const hook = { PAWL_HOOK: new URL("./mark-hook.ts", import.meta.url).href, PAWL_MARKS: join(folder, "marks") }
    const env = { ...process.env, ...COMPILED, ...hook, ...how }
    const { status, stderr } = spawnSync("strace", [...strace, ...victim], { env, encoding: "utf8" })
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" })
    return readTrace(readFileSync(join(folder, "trace"), "utf8"))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

describe("readTrace", () => {
  const written = '7 pwrite64(20</x/pawl.db-wal>, "..."..., 4096, 0) = 4096'
  const synced = "7 fdatasync(20</x/pawl.db-wal>) = 0"
  const marked = '7 write(21</x/marks>, "1 create append:a,b\\n", 20) = 20'
  const told = (seq: number) => `9 write(22</x/told>, "${seq} turn-start\\n", 13) = 13`

  it("accepts written, synced, returned, published", () => {
    expect(readTrace([written, synced, marked, told(3)].join("\n"))).toEqual({
      commits: 1,
      told: 1,
      syncs: 0,
      wrong: [],
    })
    const late = ["7 fdatasync(20</x/pawl.db-wal> <unfinished ...>", "7 <... fdatasync resumed>) = 0"]
    expect(readTrace([written, ...late, marked, told(3)].join("\n")).wrong).toEqual([])
    const twice = [written, synced, marked, written, synced, marked, synced]
    expect(readTrace(twice.join("\n"))).toMatchObject({ commits: 2, syncs: 1, wrong: [] })
  })

  it("objects to a commit that was not synced, and to a fact that was published too early", () => {
    expect(readTrace([written, marked].join("\n")).wrong).toEqual([
      "commit 1 returned before it was synced: create append:a,b",
    ])
    expect(readTrace([written, synced, told(1), marked].join("\n")).wrong).toEqual([
      "fact 1 was published when 0 were durable",
    ])
    expect(readTrace([written, synced, marked, told(4)].join("\n")).wrong).toEqual([
      "fact 4 was published when 3 were durable",
    ])
  })
})
