// An agent that runs all due sessions of a database. Its tools wait for files, so that a test decides when they end; their
// effects are counted in a file outside the store.
import { appendFileSync, existsSync, watch } from "node:fs"
import { join } from "node:path"
import { createAgent } from "../../packages/agent/src/agent/create-agent.ts"
import { systemClock } from "../../packages/agent/src/base/system-clock.ts"
import type { SessionHost } from "../../packages/agent/src/contracts/host.ts"
import { call, scripted } from "../../packages/agent/src/model/scripted.ts"
import { sqlite } from "../../packages/agent/src/store/sqlite.ts"
import { tool } from "../../packages/agent/src/tools/tool.ts"
import type { Working } from "./workers.ts"

export const LEASES = { beatMs: 100, lapseMs: 1000, sweepMs: 100 }

/** Takes about two seconds to stream. */
export const LONG_ANSWER = Array.from({ length: 200 }, (_, index) => `word${index}`).join(" ")

interface WorkOptions {
  readonly commitHook?: string
  /** What decides where sessions are run, if it is not the process. */
  readonly host?: SessionHost
  readonly onError?: (session: string, error: unknown) => void
}

/** The messages "slow" and "send" call that tool; "later" fails once with a long retry delay; "talk" gets a long answer. */
export async function work(folder: string, name: string, { commitHook, ...more }: WorkOptions = {}) {
  const store = await sqlite(join(folder, "pawl.db"), commitHook === undefined ? {} : { commitHook })
  const input = { type: "object" } as const
  const note = (file: string, line: string) => appendFileSync(join(folder, file), `${line}\n`)
  const slow = tool({
    name: "slow",
    description: "Waits for the file `release`.",
    input,
    effect: "read",
    timeoutMs: 600_000,
    run: async (_, { signal, effectKey }) => {
      note("started", `${name} ${effectKey}`)
      await fileExists(folder, "release", signal)
      return "released"
    },
  })
  const send = tool({
    name: "send",
    description: "Counts itself.",
    input,
    approval: false,
    effect: "once",
    run: (_, { effectKey }) => {
      note("effects", effectKey)
      return "sent"
    },
  })
  const model = scripted(
    (request) => {
      const { said, results } = request
      if (said === "later" && !existsSync(join(folder, "asked"))) {
        note("asked", name)
        return { error: { class: "rate-limit", code: "429", message: "Later" }, retryAfterMs: 2500 }
      }
      if (results.length === 0 && (said === "slow" || said === "send")) return { calls: [call(said)] }
      if (said === "talk") return LONG_ANSWER
      return `${said}: ${results.map((result) => result.text).join(", ")}`
    },
    { clock: systemClock, chunkMs: 10 },
  )
  const working = JSON.parse(process.env.PAWL_WORKING ?? "{}") as Working
  const running = { run: "all", leases: LEASES, parkMs: 100, ...more, ...working } as const
  const agent = await createAgent({ store, model, tools: [slow, send], ...running })
  return { agent, store }
}

function fileExists(folder: string, file: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const watcher = watch(folder, check)
    signal.addEventListener("abort", done)
    check()
    function check() {
      if (existsSync(join(folder, file))) done()
    }
    function done() {
      watcher.close()
      resolve()
    }
  })
}
