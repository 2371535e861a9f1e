// A delegated turn, killed with SIGKILL before and after every durable write: with parent and children in one process,
// and beside another process that takes over.
import { spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"
import { createAgent } from "../../packages/agent/src/agent/create-agent.ts"
import { sqlite } from "../../packages/agent/src/store/sqlite.ts"
import { bundled } from "../bundled.ts"
import { runVictim } from "../kill/victims.ts"
import { ENDS, objections, play, team } from "./story.ts"

const VICTIM = fileURLToPath(new URL("./victim.ts", import.meta.url))

/** Kills once at every write, before or after it; the long campaign does both. */
const FIRST = process.env.PAWL_CHAOS_KILLS === undefined ? (["before"] as const) : (["before", "after"] as const)
const WRITES = process.env.PAWL_CHAOS_KILLS === undefined ? [5, 12, 19] : [3, 6, 9, 12, 15, 18, 21, 24]

it.concurrent.each(FIRST)(
  "a delegated turn that is killed at any durable write, first %s it, goes on in the next process: no effect happens twice",
  { timeout: 300_000 },
  async (first) => {
    let write = 1
    while (await killAndResume(write, (write % 2 === 1) === (first === "before") ? "before" : "after")) write++
    // Three sessions are opened, get a message, run and end.
    expect(write).toBeGreaterThan(15)
  },
)

/** Returns false when the story ended before the kill: then every write has been covered. */
async function killAndResume(write: number, when: "before" | "after"): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), "pawl-kill-team-"))
  try {
    const killed = await runVictim(folder, "", { PAWL_KILL_AT: String(write), PAWL_KILL_WHEN: when }, VICTIM)
    await finish(folder, `${when} write ${write}`)
    return killed
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function finish(folder: string, label: string): Promise<void> {
  const store = await sqlite(join(folder, "pawl.db"))
  const agent = await createAgent({ store, ...team(folder) })
  try {
    const text = await play(await agent.open({ id: "s" }))
    await expectWhole(folder, text, label)
  } finally {
    await agent.close()
    await store.close()
  }
}

async function expectWhole(folder: string, text: string, label: string): Promise<void> {
  const store = await sqlite(join(folder, "pawl.db"))
  try {
    expect(await objections(store, folder), label).toEqual([])
    if (!/may or may not/.test(text)) expect(text, label).toBe(ENDS)
    const rows = await store.sessions.list()
    expect(
      rows.map(({ status }) => status),
      label,
    ).toEqual(["idle", "idle", "idle"])
  } finally {
    await store.close()
  }
}

it.concurrent.each(WRITES.map((write) => [write, write % 2 === 0 ? "before" : "after"] as const))(
  "two workers share a delegated turn, and one is killed at its write %i: the other finishes it, and no effect happens twice",
  { timeout: 120_000 },
  async (write, when) => {
    const folder = mkdtempSync(join(tmpdir(), "pawl-kill-team-"))
    const store = await sqlite(join(folder, "pawl.db"))
    // This process sends the message and follows; two others run all due sessions, and compete for parent and children.
    const agent = await createAgent({ store, ...team(folder), run: "none" })
    const victim = await bundled(VICTIM)
    const workers = [{ PAWL_KILL_AT: String(write), PAWL_KILL_WHEN: when }, {}].map((env) =>
      worker(victim, folder, env),
    )
    try {
      const text = await play(await agent.open({ id: "s" }))
      await expectWhole(folder, text, `write ${write}`)
    } finally {
      await Promise.all(workers.map((each) => each.end()))
      await agent.close()
      await store.close()
      rmSync(folder, { recursive: true })
    }
  },
)

function worker(victim: string, folder: string, env: NodeJS.ProcessEnv) {
  const args = [victim, folder, "worker"]
  const cache = { NODE_COMPILE_CACHE: join(tmpdir(), "pawl-compile-cache") }
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...cache, ...env },
    stdio: ["pipe", "ignore", "inherit"],
  })
  // The process may be dead by then.
  child.stdin.on("error", () => {})
  const over = new Promise<void>((resolve) => child.on("close", () => resolve()))
  return {
    async end() {
      child.stdin.end()
      await over
    },
  }
}
