// Power loss: what a disk may hold when it fails. The write-ahead log is cut at every commit, and in the middle of the
// frame after it. Each cut must open as the log stood at that commit, and the session must go on from there.
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import Database from "better-sqlite3"
import { createAgent } from "../../packages/agent/src/agent/create-agent.ts"
import { columnsOf } from "../../packages/agent/src/kernel/state/columns.ts"
import { foldFacts } from "../../packages/agent/src/kernel/state/fold.ts"
import { scripted } from "../../packages/agent/src/model/scripted.ts"
import { sqlite } from "../../packages/agent/src/store/sqlite.ts"
import { stories } from "../kill/stories.ts"
import { playStory, type Story, storyTools } from "../kill/story.ts"

const STORY = stories["parallel tools of every class, then one more"] as Story

export interface PowerReport {
  readonly cuts: number
  readonly wrong: readonly string[]
}

/** `everyth`: every so-manyth cut, the story is also played to its end. */
export async function cutAtEveryCommit(finishEvery = 5): Promise<PowerReport> {
  const folder = mkdtempSync(join(tmpdir(), "pawl-power-"))
  try {
    const whole = await record(folder)
    const wal = readFileSync(join(folder, "cut.db-wal"))
    const wrong: string[] = []
    let cuts = 0
    let longest = 0
    for (const { at, isTorn } of placesToCut(wal)) {
      const facts = openCut(folder, wal.subarray(0, at))
      cuts++
      const label = `cut at byte ${at}${isTorn ? ", inside a frame" : ""}`
      if (typeof facts === "string") wrong.push(`${label}: ${facts}`)
      else if (JSON.stringify(facts) !== JSON.stringify(whole.slice(0, facts.length))) wrong.push(`${label}: no prefix`)
      else if (facts.length < longest) wrong.push(`${label}: ${facts.length} facts, and there were ${longest}`)
      else longest = facts.length
      if (cuts % finishEvery === 0)
        wrong.push(...(await finish(folder, wal.subarray(0, at))).map((each) => `${label}: ${each}`))
    }
    if (longest !== whole.length) wrong.push(`the whole file holds ${longest} facts of ${whole.length}`)
    return { cuts, wrong }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Plays the story, and copies the files before the store is closed and tidied up. */
async function record(folder: string): Promise<readonly unknown[]> {
  const path = join(folder, "pawl.db")
  const store = await sqlite(path)
  const agent = await createAgent({ store, model: scripted(STORY.script), tools: storyTools(join(folder, "effects")) })
  const session = await agent.open({ id: "s" })
  await playStory(STORY, session, () => {})
  const facts = await session.facts()
  copyFileSync(path, join(folder, "cut.db"))
  copyFileSync(`${path}-wal`, join(folder, "cut.db-wal"))
  await agent.close()
  await store.close()
  return facts
}

const HEADER_BYTES = 32
const FRAME_HEADER_BYTES = 24

/** Yields a cut after every commit, and one half-way through the frame that follows it. */
function* placesToCut(wal: Buffer): Generator<{ readonly at: number; readonly isTorn: boolean }> {
  const frameBytes = FRAME_HEADER_BYTES + wal.readUInt32BE(8)
  yield { at: HEADER_BYTES, isTorn: false }
  for (let at = HEADER_BYTES; at + frameBytes <= wal.length; at += frameBytes) {
    // Frames of an earlier round of the log have other salts.
    if (!wal.subarray(at + 8, at + 16).equals(wal.subarray(16, 24))) return
    yield { at: at + Math.floor(frameBytes / 2), isTorn: true }
    const isCommit = wal.readUInt32BE(at + 4) > 0
    if (isCommit) yield { at: at + frameBytes, isTorn: false }
  }
}

/** What the database holds when the log ends there, or why it cannot be used. */
function openCut(folder: string, wal: Buffer): readonly unknown[] | string {
  const path = copyOf(folder, wal)
  const db = new Database(path)
  try {
    if (db.pragma("integrity_check", { simple: true }) !== "ok") return "damaged"
    const row = db.prepare("select seq, status from sessions").get() as { seq: number; status: string } | undefined
    const bodies = db.prepare<[], string>("select body from facts order by id").pluck().all()
    const facts = bodies.map((body) => JSON.parse(body))
    if ((row?.seq ?? 0) !== facts.length) return `${facts.length} facts, and the row says ${row?.seq}`
    const { status } = facts.length === 0 ? { status: undefined } : columnsOf(foldFacts(facts))
    return status === row?.status ? facts : `the row says ${row?.status}, the facts ${status}`
  } finally {
    db.close()
  }
}

async function finish(folder: string, wal: Buffer): Promise<readonly string[]> {
  const store = await sqlite(copyOf(folder, wal))
  const tools = storyTools(join(folder, "effects-after"))
  // The lease that was lost with the power belongs to this living process, so it has to lapse first.
  const leases = { beatMs: 200, lapseMs: 1500, sweepMs: 100 }
  const agent = await createAgent({ store, model: scripted(STORY.script), tools, leases })
  try {
    const session = await agent.open({ id: "s" })
    await playStory(STORY, session, () => {})
    const { status } = await session.info()
    return status === "idle" ? [] : [`it ends as ${status}`]
  } finally {
    await agent.close()
    await store.close()
  }
}

function copyOf(folder: string, wal: Buffer): string {
  const path = join(folder, "opened.db")
  for (const old of [path, `${path}-wal`, `${path}-shm`]) rmSync(old, { force: true })
  copyFileSync(join(folder, "cut.db"), path)
  writeFileSync(`${path}-wal`, wal)
  return path
}
