// One chaos experiment: a process begins a story and is killed, perhaps a second one too, and this process finishes the
// story. Then the log, the external ledger and the published events are compared.
import { spawn } from "node:child_process"
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import Database from "better-sqlite3"
import type { Fact } from "../../packages/agent/src/contracts/fact.ts"
import type { Store } from "../../packages/agent/src/contracts/store.ts"
import { sqlite } from "../../packages/agent/src/store/sqlite.ts"
import { bundled, bundledWhole } from "../bundled.ts"
import { playStory } from "../kill/story.ts"
import { readLines } from "../kill/victims.ts"
import { logObjections } from "../schedules/log-objections.ts"
import type { ChaosStory } from "./stories.ts"
import { agentFor, COMPILED, type Effect, effectsIn, storyOf } from "./story-agent.ts"

const VICTIM = fileURLToPath(new URL("./victim.ts", import.meta.url))
const SERVER = fileURLToPath(new URL("../kill-cli/notes-server.ts", import.meta.url))

export type Kill =
  | { readonly write: number; readonly when: "before" | "after" }
  /** Killed from outside, this long after the turn has begun. */
  | { readonly afterMs: number }

export interface Experiment {
  readonly profile: string
  readonly story: string
  readonly kills: readonly Kill[]
}

export interface Outcome {
  /** How many kills hit a living process. */
  readonly kills: number
  readonly lost: readonly string[]
  readonly silentDuplicates: readonly string[]
  readonly unreported: readonly string[]
  readonly stuck: readonly string[]
  readonly invalid: readonly string[]
  readonly unknown: number
  /** Calls that were run again because the profile or the tool allows it. */
  readonly declared: number
  /** From opening the session to the first fact that the next process commits. Absent when nothing was left to do. */
  readonly recoveryMs?: number
}

export async function run(experiment: Experiment): Promise<Outcome> {
  const { profile, story: name, kills: planned } = experiment
  const folder = mkdtempSync(join(tmpdir(), "pawl-chaos-"))
  try {
    const story = storyOf(profile, name)
    let kills = 0
    const toldEarly: string[] = []
    const interrupted: Fact[] = []
    for (const kill of planned) {
      if (!(await playAndKill(folder, experiment, kill))) break
      kills++
      await serversEnded(folder)
      const facts = readLog(folder)
      toldEarly.push(...publishedTooEarly(folder, facts))
      interrupted.push(...openCalls(facts))
    }
    const { facts, status, last, recoveryMs } = await finishStory(folder, profile, story)
    const effects = effectsIn(folder)
    const objections = judge(facts, effects, story)
    const label = `${profile}, ${name}, ${JSON.stringify(planned)}`
    const named = (list: readonly string[]) => list.map((each) => `${label}: ${each}`)
    const unknown = facts.filter((fact) => fact.type === "tool-finished" && fact.outcome === "unknown").length
    const wrongEnd = last === story.ends ? [] : [`it ends with "${last}"`]
    return {
      kills,
      lost: named([...objections.lost, ...wrongEnd]),
      silentDuplicates: named(objections.twice),
      unreported: named(unreported(facts, interrupted)),
      stuck: named(status === "idle" ? [] : [`status ${status}`]),
      invalid: named([...objections.invalid, ...toldEarly]),
      unknown,
      declared: facts.filter((fact) => fact.type === "tool-started" && isDeclared(fact)).length,
      ...(recoveryMs !== undefined && kills > 0 && { recoveryMs }),
    }
  } finally {
    await serversEnded(folder)
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Returns false when the story ended before the kill. */
async function playAndKill(folder: string, { profile, story }: Experiment, kill: Kill): Promise<boolean> {
  const [victim, server] = await Promise.all([bundled(VICTIM), bundledWhole(SERVER)])
  return new Promise((resolve, reject) => {
    const at = "write" in kill ? hookFor(kill) : {}
    const child = spawn(process.execPath, [victim, folder, profile, story, server], {
      env: { ...process.env, ...COMPILED, ...at },
      stdio: ["ignore", "pipe", "pipe"],
    })
    let errors = ""
    child.stderr.on("data", (chunk) => {
      errors += chunk
    })
    if ("afterMs" in kill) child.stdout.once("data", () => setTimeout(() => child.kill("SIGKILL"), kill.afterMs))
    child.on("error", reject)
    child.on("exit", (code, signal) => {
      child.stderr.destroy()
      child.stdout.destroy()
      if (signal === "SIGKILL") resolve(true)
      else if (code === 0) resolve(false)
      else reject(new Error(`The victim ended with ${code ?? signal}: ${errors}`))
    })
  })
}

function hookFor({ write, when }: Extract<Kill, { readonly write: number }>): NodeJS.ProcessEnv {
  // Cover both sides that can commit: while the thread commits, the main thread goes on.
  const commitOn = (write + (when === "before" ? 0 : 1)) % 2 === 0 ? "thread" : "caller"
  return { PAWL_KILL_AT: String(write), PAWL_KILL_WHEN: when, PAWL_COMMIT_ON: commitOn }
}

/** Scanning all processes takes time. */
const LOOK_EVERY_MS = 50

/** Waits for servers to end: they end with their Pawl, and their effects until then belong to it. */
async function serversEnded(folder: string): Promise<void> {
  const deadline = performance.now() + 15_000
  while (readdirSync("/proc").some((name) => /^\d+$/.test(name) && commandOf(name).includes(folder))) {
    if (performance.now() > deadline) throw new Error(`Processes of ${folder} outlived their Pawl.`)
    await wait(LOOK_EVERY_MS)
  }
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8")
  } catch {
    return ""
  }
}

/** Reads the log without Pawl's store: the next process must find the file as the dead one left it. */
function readLog(folder: string): readonly Fact[] {
  const path = join(folder, "pawl.db")
  if (!existsSync(path)) return []
  const db = new Database(path, { readonly: true })
  try {
    const hasFacts = db.prepare("select 1 from sqlite_master where name = 'facts'").get() !== undefined
    if (!hasFacts) return []
    const bodies = db.prepare<[], string>("select body from facts order by id").pluck().all()
    return bodies.map((body) => JSON.parse(body) as Fact)
  } finally {
    db.close()
  }
}

async function finishStory(folder: string, profile: string, story: ChaosStory) {
  const store = await sqlite(join(folder, "pawl.db"))
  const watch = firstAppend(store)
  const agent = await agentFor(folder, story, { profile, store: watch.store, server: await bundledWhole(SERVER) })
  try {
    const began = performance.now()
    const session = await agent.open({ id: "s" })
    const last = await playStory(story, session, () => {})
    const { status } = await session.info()
    const recovered = watch.at()
    const recoveryMs = recovered === undefined ? {} : { recoveryMs: recovered - began }
    return { last, status, facts: await session.facts(), ...recoveryMs }
  } finally {
    await agent.close()
    await store.close()
  }
}

function firstAppend(store: Store): { readonly store: Store; readonly at: () => number | undefined } {
  let at: number | undefined
  const append: Store["log"]["append"] = async (facts) => {
    const appended = await store.log.append(facts)
    at ??= performance.now()
    return appended
  }
  return { store: { ...store, log: { ...store.log, append } }, at: () => at }
}

function publishedTooEarly(folder: string, facts: readonly Fact[]): readonly string[] {
  const durable = facts.at(-1)?.seq ?? 0
  const early = readLines(join(folder, "told")).filter((line) => Number.parseInt(line, 10) > durable)
  return early.map((line) => `published before it was durable: ${line}`)
}

type Started = Extract<Fact, { readonly type: "tool-started" }>

function isDeclared({ again }: Started): boolean {
  return again === "profile" || again === "verified"
}

function judge(facts: readonly Fact[], effects: readonly Effect[], { says, items }: ChaosStory) {
  const declared = new Set(
    facts.flatMap((fact) => (fact.type === "tool-started" && isDeclared(fact) ? [fact.effectKey] : [])),
  )
  const counts = new Map<string, number>()
  for (const { key } of effects) counts.set(key, (counts.get(key) ?? 0) + 1)
  // A repeat that the log declares is not a silent one.
  const silent = new Map([...counts].map(([key, count]) => [key, declared.has(key) ? 1 : count]))
  // Calls that only read have no effect in the ledger.
  for (const fact of facts)
    if (fact.type === "tool-started" && fact.name === "wait" && outcomeOf(facts, fact.call) === "ok")
      silent.set(fact.effectKey, 1)
  const objections = logObjections(
    facts,
    says.map((_, index) => `say-${index}`),
    silent,
  )
  const intended = new Set(facts.flatMap((fact) => (fact.type === "tool-started" ? [fact.effectKey] : [])))
  const unseen = effects
    .filter(({ key }) => !intended.has(key))
    .map(({ key }) => `${key} happened, but no fact records it`)
  const written = effects.filter(({ tool }) => tool === "add" || tool === "order")
  const missing = items.filter((item) => !written.some(({ note }) => note === item))
  const extra = written.filter(
    ({ note, key }, index) => written.findIndex((one) => one.note === note) !== index && !declared.has(key),
  )
  const isLost = (text: string) => /was lost|did not happen|has no result/.test(text)
  const isTwice = (text: string) => /happened \d+ times|carried out twice|two results/.test(text)
  return {
    lost: [...objections.filter(isLost), ...missing.map((item) => `${item} is not in the ledger`)],
    twice: [...objections.filter(isTwice), ...unseen, ...extra.map(({ note }) => `${note} is in the ledger twice`)],
    invalid: objections.filter((text) => !isLost(text) && !isTwice(text)),
  }
}

function openCalls(facts: readonly Fact[]): readonly Started[] {
  const finished = new Set(facts.flatMap((fact) => (fact.type === "tool-finished" ? [fact.call] : [])))
  return facts.filter((fact) => fact.type === "tool-started").filter(({ call }) => !finished.has(call))
}

/** An interrupted call that must not happen twice is unknown, verified, or declared as run again: nothing else. */
function unreported(facts: readonly Fact[], interrupted: readonly Fact[]): readonly string[] {
  return interrupted.flatMap((fact) => {
    if (fact.type !== "tool-started" || fact.effect !== "once") return []
    const finished = facts.find((other) => other.type === "tool-finished" && other.call === fact.call)
    const again = facts.some((other) => other.type === "tool-started" && other.call === fact.call && isDeclared(other))
    if (again || finished?.type !== "tool-finished") return again ? [] : [`${fact.call} has no result`]
    const isTold = finished.outcome === "unknown" || finished.code === "verified"
    return isTold ? [] : [`${fact.call} was interrupted and is reported as ${finished.outcome}`]
  })
}

function outcomeOf(facts: readonly Fact[], call: string): string | undefined {
  const finished = facts.find((fact) => fact.type === "tool-finished" && fact.call === call)
  return finished?.type === "tool-finished" ? finished.outcome : undefined
}
