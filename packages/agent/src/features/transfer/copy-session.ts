// Writes one session into the target: facts with their blobs, waiting commands, metadata, then its due time. The copy holds the
// lease of the target while it writes, and can be cut anywhere: the next one goes on where the target's log ends.

import type { Blob } from "../../contracts/blobs.ts"
import type { Command, QueuedCommand } from "../../contracts/command.ts"
import { PawlError } from "../../contracts/error.ts"
import type { Fact } from "../../contracts/fact.ts"
import type { Columns, SessionRow } from "../../contracts/sessions.ts"
import type { Store } from "../../contracts/store.ts"
import type { Lease } from "../../session/lease-keeper.ts"
import { type Compared, compareSession } from "./compare-session.ts"
import { blobHashesIn, blobHashesOf } from "./hashes.ts"
import { isHeld } from "./is-held.ts"
import type { MovedSession, MoveOutcome, Moving } from "./moving.ts"
import { beginsWith, factsOf, isSameQueue, isSameRow } from "./same-session.ts"

/** So much is written in one transaction. */
const MOST_FACTS = 500
const MOST_BYTES = 8_000_000

/**
 * Stands in the row of a copy until it was compared: so one that was cut before never looks the same as its source, and people
 * who list the target's sessions see what is the matter with it.
 */
const UNFINISHED = "This copy is not whole. Copy the session once more."

interface Written {
  readonly facts?: readonly Fact[]
  /** Commands that do not wait any more. */
  readonly dropped?: readonly QueuedCommand[]
  readonly blobs?: readonly Blob[]
  readonly error?: string | null
}

/** What was found out before the lease was acquired. */
export interface Before {
  /** The row in the target; undefined for a session that was created with its first fact. */
  readonly row: SessionRow | undefined
  /** Blobs that the facts up to there refer to, and the source has not. */
  readonly lost: readonly string[]
}

/** Writes one session under the lease of the target. */
export class Copy {
  readonly #moving: Moving
  readonly #row: SessionRow
  readonly #lease: Lease
  readonly #sent = new Set<string>()
  #waiting: readonly QueuedCommand[] = []
  #seq: number
  #facts = 0
  #blobs = 0

  constructor(moving: Moving, row: SessionRow, lease: Lease) {
    this.#moving = moving
    this.#row = row
    this.#lease = lease
    this.#seq = lease.seq
  }

  async toRest(before: Before): Promise<MovedSession> {
    const { keeper } = this.#moving
    const { id } = this.#row
    this.#facts = before.row === undefined ? 1 : 0
    let dueAt: number | null = null
    try {
      if (this.#seq !== (before.row?.seq ?? 1)) return this.#ended("refused", "somebody writes to it in the target")
      const isStill = await this.#write()
      const { differs, lost } = await this.#compare(before.row?.seq ?? 0, isStill)
      if (differs !== undefined) return this.#ended("failed", differs)
      if (isStill) return this.#ended("running")
      dueAt = this.#row.dueAt
      const all = [...new Set([...before.lost, ...lost])]
      return all.length > 0 ? this.#ended("damaged", lostText(all)) : this.#ended("copied")
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
    this.#waiting = waiting
    const there = await to.inbox.read(id)
    const isFitting = beginsWith(waiting, there)
    // What became facts, was changed or taken back in the source does not wait any more; the rest is put behind it again.
    await this.#append({ dropped: isFitting ? [] : there })
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
      if (facts.length > 0) await this.#append({ facts, blobs })
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

  async #append({ facts = [], dropped = [], blobs = [], error = UNFINISHED }: Written): Promise<void> {
    const { epoch } = this.#lease
    const { id: session } = this.#row
    const consumed = dropped.map(({ place }) => place)
    const columns = { ...columnsOf(this.#row), error }
    const what = { session, epoch, expectedSeq: this.#seq, facts, consumed, blobs, columns }
    const appended = await this.#moving.to.log.append(what)
    if (!appended.ok) throw new PawlError("store-failed", `The target refused facts: ${appended.reason}.`)
    this.#seq += facts.length
    this.#facts += facts.length
    this.#blobs += blobs.length
  }

  async #enqueue(command: Command): Promise<void> {
    const { from, to } = this.#moving
    const blobs = await blobsOf(from, blobHashesOf(command))
    const enqueued = await to.inbox.enqueue(this.#row.id, command, { blobs })
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

  /** Reads both sides again: what was written, and then the row, which is finished only when the rest is the same. */
  async #compare(after: number, isStill: boolean): Promise<Compared> {
    const { to } = this.#moving
    const { id, seq: until, error } = this.#row
    const waiting = isStill ? [] : this.#waiting
    const compared = await compareSession(this.#moving, { id, after, until, waiting })
    if (compared.differs !== undefined) return compared
    await this.#append({ error })
    if (isStill) return compared
    if (!isSameQueue(waiting, await to.inbox.read(id)))
      return { ...compared, differs: "what waits for it is not the same in the target" }
    const there = await to.sessions.get(id)
    if (there !== undefined && isSameRow(this.#row, there, { exceptDue: true })) return compared
    return { ...compared, differs: "its row in the list is not the same in the target" }
  }
}

export function lostText(hashes: readonly string[]): string {
  return `the source has lost the ${hashes.length === 1 ? "blob" : "blobs"} ${hashes.join(", ")}`
}

/** With its first fact alone, and not due: nobody runs it before it is whole. */
export async function create({ from, to }: Moving, row: SessionRow): Promise<void> {
  const { id, profile, owner } = row
  const [opened] = await from.log.read(id, 0, 1)
  if (opened === undefined) throw new PawlError("store-failed", `The session ${id} has no facts.`)
  // An import under its own id names itself in its first fact, and has no parent.
  const parent = row.parent !== null && opened.type === "session-opened" ? opened.parent : undefined
  const about = { ...(owner !== null && { owner }), ...(parent && { parent }) }
  const blobs = await blobsOf(from, blobHashesIn(opened))
  const past = { facts: [], columns: { ...columnsOf(row), error: UNFINISHED }, hashes: [], blobs }
  await to.sessions.create({ id, opened, profile, ...about, past })
}

function columnsOf(row: SessionRow): Columns {
  const { status, openRequests, turns, messages, usage, preview, updatedAt, error, workspace } = row
  const shown = { status, openRequests, turns, messages, usage, preview, updatedAt, error }
  return { ...shown, dueAt: null, ...(workspace !== null && { workspace }) }
}

async function blobsOf(store: Store, hashes: Iterable<string>): Promise<readonly Blob[]> {
  const found: Blob[] = []
  for (const hash of hashes) {
    const bytes = await store.blobs.read(hash)
    if (bytes !== undefined) found.push({ hash, bytes })
  }
  return found
}
