// Starts processes that get killed, and finishes their stories in this process.
import { spawn } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { createAgent } from "../../packages/agent/src/agent/create-agent.ts"
import type { Store } from "../../packages/agent/src/contracts/store.ts"
import { scripted } from "../../packages/agent/src/model/scripted.ts"
import { sqlite } from "../../packages/agent/src/store/sqlite.ts"
import { bundled } from "../bundled.ts"
import { stories } from "./stories.ts"
import { playStory, storyTools } from "./story.ts"

const VICTIM = fileURLToPath(new URL("./victim.ts", import.meta.url))

/** Hundreds of short processes read the same sources: compiling them once halves the time. */
const COMPILE_CACHE = { NODE_COMPILE_CACHE: join(tmpdir(), "pawl-compile-cache") }

/** Returns true when the process was killed, false when the story ended first. */
export async function runVictim(
  folder: string,
  name: string,
  env: NodeJS.ProcessEnv,
  victim = VICTIM,
): Promise<boolean> {
  const program = await bundled(victim)
  return new Promise((resolve, reject) => {
    const args = [program, folder, name]
    const child = spawn(process.execPath, args, {
      env: { ...process.env, ...COMPILE_CACHE, ...env },
      stdio: ["ignore", "ignore", "pipe"],
    })
    let errors = ""
    child.stderr.on("data", (chunk) => {
      errors += chunk
    })
    child.on("error", reject)
    child.on("close", (code, signal) => {
      if (signal === "SIGKILL") resolve(true)
      else if (code === 0) resolve(false)
      else reject(new Error(`The victim ended with ${code ?? signal}: ${errors}`))
    })
  })
}

export async function resume(folder: string, name: string, open = () => sqliteIn(folder)) {
  const story = stories[name]
  if (story === undefined) throw new Error(`No story "${name}".`)
  const store = await open()
  const durable = await store.log.head("s")
  const tools = storyTools(join(folder, "effects"))
  const agent = await createAgent({ store, model: scripted(story.script), tools, ...story.options })
  try {
    const session = await agent.open({ id: "s" })
    const last = await playStory(story, session, () => {})
    const { status } = await session.info()
    return { last, durable, status, facts: await session.facts(), used: await agent.usage() }
  } finally {
    await agent.close()
    await store.close()
  }
}

function sqliteIn(folder: string): Promise<Store> {
  return sqlite(join(folder, "pawl.db"))
}

export function readLines(path: string): readonly string[] {
  return existsSync(path) ? readFileSync(path, "utf8").split("\n").filter(Boolean) : []
}

export function count(keys: readonly string[]): ReadonlyMap<string, number> {
  return keys.reduce((counts, key) => counts.set(key, (counts.get(key) ?? 0) + 1), new Map<string, number>())
}
