// A real process, killed with SIGKILL before and after every durable write of every story; another one finishes the story.
import { spawn } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import type { Fact } from "../../packages/agent/src/contracts/fact.ts"
import { createAgent } from "../../packages/agent/src/create-agent.ts"
import { scripted } from "../../packages/agent/src/model/scripted.ts"
import { sqlite } from "../../packages/agent/src/store/sqlite.ts"
import { logObjections } from "../schedules/log-objections.ts"
import { stories } from "./stories.ts"
import { playStory, storyTools } from "./story.ts"

const VICTIM = fileURLToPath(new URL("./victim.ts", import.meta.url))

describe.concurrent("killed at every durable write", () => {
  it.each(Object.keys(stories))("%s", { timeout: 150_000 }, async (name) => {
    for (const when of ["before", "after"] as const) {
      let write = 1
      while (await killAndResume(name, write, when)) write++
      // At least: the session, the input, the lease, the turn with its request, the answer.
      expect(write, `writes of "${name}"`).toBeGreaterThan(5)
    }
  })
})

/** False when the story ended before the kill: then every write has had its turn. */
async function killAndResume(name: string, write: number, when: "before" | "after"): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), "pawl-kill-"))
  const label = `${name}, ${when} write ${write}`
  try {
    const killed = await runVictim(folder, name, { PAWL_KILL_AT: String(write), PAWL_KILL_WHEN: when })
    const told = readLines(join(folder, "told"))
    const { last, facts, status, durable } = await resume(folder, name)
    const effects = count(readLines(join(folder, "effects")))
    expect(logObjections(facts, commandsOf(name), effects), label).toEqual([])
    expect(
      told.filter((line) => Number.parseInt(line, 10) > durable),
      `${label}: told before durable`,
    ).toEqual([])
    expect(status, label).toBe("idle")
    if (!facts.some(isUnknown)) expect(last, label).toBe(stories[name]?.ends)
    return killed
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function runVictim(folder: string, name: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const args = ["--conditions=@pawl/source", VICTIM, folder, name]
    const child = spawn(process.execPath, args, {
      env: { ...process.env, ...env },
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

async function resume(folder: string, name: string) {
  const story = stories[name]
  if (story === undefined) throw new Error(`No story "${name}".`)
  const store = await sqlite(join(folder, "pawl.db"))
  const durable = await store.log.head("s")
  const agent = await createAgent({ store, model: scripted(story.script), tools: storyTools(join(folder, "effects")) })
  try {
    const session = await agent.open({ id: "s" })
    const last = await playStory(story, session, () => {})
    const { status } = await session.info()
    return { last, durable, status, facts: await session.facts() }
  } finally {
    await agent.close()
    await store.close()
  }
}

function commandsOf(name: string): readonly string[] {
  return (stories[name]?.says ?? []).map((_, index) => `say-${index}`)
}

function isUnknown(fact: Fact): boolean {
  return fact.type === "tool-finished" && fact.outcome === "unknown"
}

function readLines(path: string): readonly string[] {
  return existsSync(path) ? readFileSync(path, "utf8").split("\n").filter(Boolean) : []
}

function count(keys: readonly string[]): ReadonlyMap<string, number> {
  return keys.reduce((counts, key) => counts.set(key, (counts.get(key) ?? 0) + 1), new Map<string, number>())
}
