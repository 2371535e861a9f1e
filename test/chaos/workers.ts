// Workers on one database file, killed at random under load: one
// worker at a time runs each session, and all sessions finish.
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { createAgent } from "../../packages/agent/src/agent/create-agent.ts"
import { scripted } from "../../packages/agent/src/model/scripted.ts"
import { sqlite } from "../../packages/agent/src/store/sqlite.ts"
import { bundled } from "../bundled.ts"
import { end } from "../host/workers.ts"
import { count, readLines } from "../kill/victims.ts"
import { logObjections } from "../schedules/log-objections.ts"
import { randomFrom } from "./campaign.ts"
import { COMPILED } from "./story-agent.ts"

const WORKER = fileURLToPath(new URL("./worker.ts", import.meta.url))
const SESSIONS = 12

export interface LoadOptions {
  readonly seconds: number
  readonly workers: number
  readonly seed: number
}

export interface LoadReport {
  readonly sessions: number
  readonly turns: number
  readonly killed: number
  readonly takeOvers: number
  readonly unknown: number
  readonly wrong: readonly string[]
}

export async function workersUnderLoad({ seconds, workers, seed }: LoadOptions): Promise<LoadReport> {
  const folder = mkdtempSync(join(tmpdir(), "pawl-load-"))
  const store = await sqlite(join(folder, "pawl.db"))
  const client = await createAgent({ store, model: scripted(() => ""), run: "none" })
  const crew: ChildProcess[] = []
  let started = 0
  let killed = 0
  const hire = async () => {
    crew.push(await startWorker(folder, `w${++started}`))
  }
  try {
    for (let index = 0; index < workers; index++) await hire()
    const until = performance.now() + seconds * 1000
    const random = randomFrom(seed)
    const killing = (async () => {
      while (performance.now() < until) {
        await wait(300 + random() * 1200)
        const [victim] = crew.splice(Math.floor(random() * crew.length), 1)
        if (victim !== undefined) await end(victim)
        killed++
        await hire()
      }
    })()
    const speaking = Array.from({ length: SESSIONS }, async (_, index) => {
      const session = await client.open({ id: `s${index}` })
      let turns = 0
      for (; performance.now() < until || turns === 0; turns++) await session.ask("go", { id: `say-${turns}` })
      return { session, turns }
    })
    const [spoken] = await Promise.all([Promise.all(speaking), killing])
    const effects = count(readLines(join(folder, "effects")))
    const wrong: string[] = [...epochObjections(readLines(join(folder, "appends")))]
    let unknown = 0
    for (const { session, turns } of spoken) {
      const facts = await session.facts()
      const said = Array.from({ length: turns }, (_, index) => `say-${index}`)
      wrong.push(...logObjections(facts, said, effects).map((each) => `${session.id}: ${each}`))
      const { status } = await session.info()
      if (status !== "idle") wrong.push(`${session.id} is ${status}`)
      unknown += facts.filter((fact) => fact.type === "tool-finished" && fact.outcome === "unknown").length
    }
    const turns = spoken.reduce((sum, each) => sum + each.turns, 0)
    return { sessions: SESSIONS, turns, killed, takeOvers: takeOvers(folder), unknown, wrong }
  } finally {
    await Promise.all(crew.map(end))
    await client.close()
    await store.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function startWorker(folder: string, name: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [await bundled(WORKER), folder, name], {
    env: { ...process.env, ...COMPILED },
    stdio: ["ignore", "pipe", "inherit"],
  })
  await once(child.stdout, "data")
  return child
}

interface Entry {
  readonly session: string
  readonly epoch: number
  readonly from: number
  readonly facts: number
  readonly worker: string
}

function entriesIn(lines: readonly string[]): readonly Entry[] {
  // The last line of a killed process may be cut off.
  const whole = lines.map((line) => line.split(" ")).filter((words) => words.length === 5)
  return whole.map(([session = "", epoch, from, facts, worker = ""]) => {
    return { session, epoch: Number(epoch), from: Number(from), facts: Number(facts), worker }
  })
}

/** Each epoch belongs to one worker, epochs never decrease along a log, and no two appends wrote the same position. */
export function epochObjections(lines: readonly string[]): readonly string[] {
  const bySession = Map.groupBy(entriesIn(lines), ({ session }) => session)
  return [...bySession].flatMap(([session, entries]) => {
    const sorted = [...entries].sort((a, b) => a.from - b.from || a.epoch - b.epoch || a.facts - b.facts)
    const owners = Map.groupBy(entries, ({ epoch }) => epoch)
    const shared = [...owners].filter(([, of]) => new Set(of.map(({ worker }) => worker)).size > 1)
    const back = sorted.filter((entry, index) => entry.epoch < (sorted[index - 1]?.epoch ?? 0))
    const overlapping = sorted.filter((entry, index) => {
      const before = sorted[index - 1]
      return before !== undefined && entry.from < before.from + before.facts
    })
    return [
      ...shared.map(([epoch]) => `${session}: epoch ${epoch} had two workers`),
      ...back.map(({ epoch, from }) => `${session}: epoch ${epoch} wrote after a later one, at ${from}`),
      ...overlapping.map(({ from }) => `${session}: two appends at ${from}`),
    ]
  })
}

function takeOvers(folder: string): number {
  const bySession = Map.groupBy(entriesIn(readLines(join(folder, "appends"))), ({ session }) => session)
  const changes = [...bySession.values()].map((entries) => {
    const sorted = [...entries].sort((a, b) => a.from - b.from)
    return sorted.filter((entry, index) => index > 0 && sorted[index - 1]?.worker !== entry.worker).length
  })
  return changes.reduce((sum, each) => sum + each, 0)
}
