// Copies one session from a store into another: facts with their blobs, waiting commands, metadata, then its due time. The copy
// holds the lease of the target while it writes, and can be cut anywhere: the next one goes on where the target's log ends.
import type { Clock } from "../../contracts/clock.ts"
import type { Command, QueuedCommand } from "../../contracts/command.ts"
import { PawlError } from "../../contracts/error.ts"
import type { Fact } from "../../contracts/fact.ts"
import type { Blob, Columns, SessionRow, Store } from "../../contracts/store.ts"
import type { Lease, LeaseKeeper } from "../../session/lease-keeper.ts"
import { isDead } from "../../session/runner-identity.ts"
import { blobHashesIn } from "./hashes.ts"
import {
  beginsWith,
  factsOf,
  firstDifference,
  firstOtherBlob,
  isSameQueue,
  isSameRow,
  looksSame,
  type Sides,
} from "./same-session.ts"

/**
 * What became of a session. `same`: it was equal before. `running`: copied as far as it had come, and not due in the target.
 * `refused`: the target has something else under its id. `failed`: the copy is not whole.
 */
export type MoveOutcome = "copied" | "same" | "running" | "refused" | "failed"

/** What became of one session. */
export interface MovedSession {
  /** The session's id, the same on both sides. */
  readonly id: string
  /** How its copy ended. */
  readonly outcome: MoveOutcome
  /** Facts that were written. */
  readonly facts: number
  /** Blobs that were written with them. */
  readonly blobs: number
  /** Why it was refused, or has failed. */
  readonly why?: string
}

export interface Moving extends Sides {
  /** Of the target. */
  readonly keeper: LeaseKeeper
  readonly clock: Clock
  readonly dryRun: boolean
}

/** Undefined when the source has no such session any more. */
export async function moveSession(id: string, moving: Moving): Promise<MovedSession | undefined> {
  const row = await moving.from.sessions.get(id)
  if (row === undefined) return undefined
  const nothing = { id, facts: 0, blobs: 0 }
  const before = await moving.to.sessions.get(id)
  if (before !== undefined && (await looksSame(moving, row, before))) {
    return { ...nothing, outcome: (await isHeld(moving, row)) ? "running" : "same" }
  }
  const why = before === undefined ? undefined : await otherwise(moving, row, before)
  if (why !== undefined) return { ...nothing, outcome: "refused", why }
  if (moving.dryRun) return planned(moving, row, before)
  if (before === undefined) await create(moving, row)
  const lease = await acquire(id, moving)
  if (lease === undefined) return { ...nothing, outcome: "refused", why: "a process of the target holds it" }
  return new Copy(moving, row, lease).toRest(before)
}

const TRIES = 12

/** A copy that was killed on another machine holds the lease until its beat was seen to stand still for ten seconds. */
async function acquire(id: string, { keeper, clock }: Moving): Promise<Lease | undefined> {
  for (let tries = 1; ; tries++) {
    const lease = await keeper.acquire(id, () => {})
    if (lease !== undefined || tries === TRIES) return lease
    await clock.sleep(1000)
  }
}

/** What the target has that the source has not. */
async function otherwise(sides: Sides, row: SessionRow, before: SessionRow): Promise<string | undefined> {
  const { id } = row
  if (before.seq > row.seq) return `the target has ${before.seq} facts, the source ${row.seq}`
  const at = await firstDifference(sides, id, before.seq)
  if (at !== undefined) return `fact ${at} is another one in the target`
  const known = new Set((await sides.from.inbox.read(id)).map(({ command }) => command.id))
  const strange = (await sides.to.inbox.read(id)).filter(({ command }) => !known.has(command.id))
  if (strange.length === 0) return undefined
  // What waited at the last copy may have become facts since.
  for await (const fact of factsOf(sides.from, id, { after: 0, until: row.seq }))
    if ("command" in fact) known.add(fact.command)
  const sent = strange.find(({ command }) => !known.has(command.id))
  return sent && `the command ${sent.command.id} waits in the target alone`
}

async function planned(moving: Moving, row: SessionRow, before: SessionRow | undefined): Promise<MovedSession> {
  const { id, seq } = row
  const after = before?.seq ?? 0
  const hashes = new Set<string>()
  for await (const fact of factsOf(moving.from, id, { after, until: seq }))
    for (const hash of blobHashesIn(fact)) hashes.add(hash)
  const outcome = (await isHeld(moving, row)) ? "running" : "copied"
  return { id, outcome, facts: seq - after, blobs: hashes.size }
}

/** With its first fact alone, and not due: nobody runs it before it is whole. */
async function create({ from, to }: Moving, row: SessionRow): Promise<void> {
  const { id, profile, owner } = row
  const [opened] = await from.log.read(id, 0, 1)
  if (opened === undefined) throw new PawlError("store-failed", `The session ${id} has no facts.`)
  // An import under its own id names itself in its first fact, and has no parent.
  const parent = row.parent !== null && opened.type === "session-opened" ? opened.parent : undefined
  const about = { ...(owner !== null && { owner }), ...(parent && { parent }) }
  const blobs = await blobsOf(from, blobHashesIn(opened))
  const past = { facts: [], columns: columnsOf(row), hashes: [], blobs }
  await to.sessions.create({ id, opened, profile, ...about, past })
}

function columnsOf(row: SessionRow): Columns {
  const { status, openRequests, turns, messages, usage, preview, updatedAt, error, workspace } = row
  const shown = { status, openRequests, turns, messages, usage, preview, updatedAt, error }
  return { ...shown, dueAt: null, ...(workspace !== null && { workspace }) }
}

/** A holder that has not beaten for so long does not run it any more. */
const LAPSED_MS = 60_000
const MAX_DUE = 100_000

/** Whether a process runs it in the source. One that runs is always due, so that a crash loses no wake-up. */
async function isHeld({ from, clock }: Moving, { id, dueAt }: SessionRow): Promise<boolean> {
  if (dueAt === null || dueAt > clock.now()) return false
  const due = await from.sessions.due({ before: clock.now(), limit: MAX_DUE })
  const runner = due.find((each) => each.id === id)?.holder?.runner
  if (runner === undefined || isDead(runner)) return false
  const beat = await from.leases.lastBeat(runner.id)
  return beat !== undefined && clock.now() - beat < LAPSED_MS
}

async function blobsOf(store: Store, hashes: Iterable<string>): Promise<readonly Blob[]> {
  const found: Blob[] = []
  for (const hash of hashes) {
    const bytes = await store.blobs.read(hash)
    if (bytes !== undefined) found.push({ hash, bytes })
  }
  return found
}

/** So much is written in one transaction. */
const MOST_FACTS = 500
const MOST_BYTES = 8_000_000

/** Writes one session under the lease of the target. */
class Copy {
  readonly #moving: Moving
  readonly #row: SessionRow
  readonly #lease: Lease
  readonly #sent = new Set<string>()
  #seq: number
  #facts = 0
  #blobs = 0

  constructor(moving: Moving, row: SessionRow, lease: Lease) {
    this.#moving = moving
    this.#row = row
    this.#lease = lease
    this.#seq = lease.seq
  }

  /** `before`: what was compared before the lease was acquired; undefined for a session that was created with its first fact. */
  async toRest(before: SessionRow | undefined): Promise<MovedSession> {
    const { keeper } = this.#moving
    const { id } = this.#row
    const checked = before?.seq ?? 1
    this.#facts = before === undefined ? 1 : 0
    let dueAt: number | null = null
    try {
      if (this.#seq !== checked) return this.#ended("refused", "somebody writes to it in the target")
      const isStill = await this.#write()
      const why = await this.#wrong(isStill)
      if (why !== undefined) return this.#ended("failed", why)
      if (!isStill) dueAt = this.#row.dueAt
      return this.#ended(isStill ? "running" : "copied")
    } finally {
      const seen = (await this.#moving.to.inbox.read(id)).at(-1)?.place ?? 0
      await keeper.release(id, this.#lease.epoch, { dueAt, seen })
    }
  }

  #ended(outcome: MoveOutcome, why?: string): MovedSession {
    const { id } = this.#row
    return { id, outcome, facts: this.#facts, blobs: this.#blobs, ...(why !== undefined && { why }) }
  }

  /** Returns whether the session goes on in the source meanwhile. Then its commands stay there: they would make it due here. */
  async #write(): Promise<boolean> {
    const { from, to } = this.#moving
    const { id } = this.#row
    const waiting = await from.inbox.read(id)
    const there = await to.inbox.read(id)
    const isFitting = beginsWith(waiting, there)
    // What became facts, was changed or taken back in the source does not wait any more; the rest is put behind it again.
    await this.#append([], isFitting ? [] : there)
    await this.#copyFacts()
    await this.#copyMetadata()
    if ((await isHeld(this.#moving, this.#row)) || !(await this.#isStillSo(waiting))) return true
    for (const { command } of waiting.slice(isFitting ? there.length : 0)) await this.#enqueue(command)
    // A message takes a session out of the archive.
    await this.#copyMetadata()
    return !(await this.#isStillSo(waiting))
  }

  async #isStillSo(waiting: readonly QueuedCommand[]): Promise<boolean> {
    const { from } = this.#moving
    const now = await from.sessions.get(this.#row.id)
    return now !== undefined && isSameRow(this.#row, now) && isSameQueue(waiting, await from.inbox.read(now.id))
  }

  async #copyFacts(): Promise<void> {
    let facts: Fact[] = []
    let blobs: Blob[] = []
    let bytes = 0
    const flush = async () => {
      if (facts.length > 0) await this.#append(facts, [], blobs)
      facts = []
      blobs = []
      bytes = 0
    }
    const { from } = this.#moving
    for await (const fact of factsOf(from, this.#row.id, { after: this.#seq, until: this.#row.seq })) {
      const news = blobHashesIn(fact).filter((hash) => !this.#sent.has(hash))
      const found = await blobsOf(from, new Set(news))
      for (const { hash } of found) this.#sent.add(hash)
      facts.push(fact)
      blobs.push(...found)
      bytes += found.reduce((sum, blob) => sum + blob.bytes.length, 0)
      if (facts.length >= MOST_FACTS || bytes >= MOST_BYTES) await flush()
    }
    await flush()
  }

  async #append(facts: readonly Fact[], dropped: readonly QueuedCommand[], blobs: readonly Blob[] = []): Promise<void> {
    const { epoch } = this.#lease
    const { id: session } = this.#row
    const consumed = dropped.map(({ place }) => place)
    const what = { session, epoch, expectedSeq: this.#seq, facts, consumed, blobs, columns: columnsOf(this.#row) }
    const appended = await this.#moving.to.log.append(what)
    if (!appended.ok) throw new PawlError("store-failed", `The target refused facts: ${appended.reason}.`)
    this.#seq += facts.length
    this.#facts += facts.length
    this.#blobs += blobs.length
  }

  async #enqueue(command: Command): Promise<void> {
    const { from, to } = this.#moving
    const hashes =
      command.kind === "say" ? command.input.flatMap((part) => (part.type === "blob" ? part.hash : [])) : []
    const enqueued = await to.inbox.enqueue(this.#row.id, command, { blobs: await blobsOf(from, hashes) })
    if (enqueued.outcome === "accepted") return
    const why = enqueued.outcome === "refused" ? enqueued.reason : enqueued.outcome
    throw new PawlError("store-failed", `The target did not take the waiting command ${command.id}: ${why}.`)
  }

  async #copyMetadata(): Promise<void> {
    const { sessions } = this.#moving.to
    const { id, metadata, archivedAt } = this.#row
    const now = await sessions.get(id)
    if (now === undefined || isSameRow({ ...now, metadata, archivedAt }, now)) return
    const { title, pinned, archived, tags = [] } = metadata
    // The time of the archive is that of the change that archives it.
    if (now.archivedAt !== archivedAt && now.metadata.archived) await sessions.update(id, { archived: false })
    await sessions.update(id, { title, pinned, archived, tags }, archivedAt ?? this.#moving.clock.now())
  }

  /** Reads both sides again. */
  async #wrong(isStill: boolean): Promise<string | undefined> {
    const { to } = this.#moving
    const { id, seq } = this.#row
    const at = await firstDifference(this.#moving, id, seq)
    if (at !== undefined) return `fact ${at} is not the same in the target`
    const hash = await firstOtherBlob(this.#moving, id, seq)
    if (hash !== undefined) return `the blob ${hash} is not the same in the target`
    const there = await to.sessions.get(id)
    if (isStill || (there !== undefined && isSameRow(this.#row, there, { exceptDue: true }))) return undefined
    return "its row in the list is not the same in the target"
  }
}
