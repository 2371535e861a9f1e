// Moves one session: compares what both stores have of it, and has copied what the target lacks.
import type { QueuedCommand } from "../../contracts/command.ts"
import type { SessionRow } from "../../contracts/sessions.ts"
import type { Lease } from "../../session/lease-keeper.ts"
import { type Compared, compareSession } from "./compare-session.ts"
import { Copy, create, lostText } from "./copy-session.ts"
import { blobHashesIn } from "./hashes.ts"
import { isHeld } from "./is-held.ts"
import type { MovedSession, Moving } from "./moving.ts"
import { factsOf, isSameQueue, looksSame, type Sides } from "./same-session.ts"

/** Undefined when the source has no such session any more. */
export async function moveSession(id: string, moving: Moving): Promise<MovedSession | undefined> {
  const row = await moving.from.sessions.get(id)
  if (row === undefined) return undefined
  const nothing = { id, facts: 0, blobs: 0 }
  const before = await moving.to.sessions.get(id)
  const isUnchanged = before !== undefined && (await looksSame(moving, row, before))
  if (isUnchanged && moving.skipUnchanged)
    return { ...nothing, outcome: (await isHeld(moving, row)) ? "running" : "skipped" }
  const { differs, lost } = before === undefined ? { lost: [] } : await compareWith(moving, row, before)
  if (differs !== undefined || lost.length > 0) {
    // What is removed while it is read loses its facts and blobs.
    if ((await moving.from.sessions.get(id)) === undefined) return undefined
  }
  if (differs !== undefined) return { ...nothing, outcome: "refused", why: differs }
  if (isUnchanged) return { ...nothing, ...(await asBefore(moving, row, lost)) }
  if (moving.dryRun) return planned(moving, row, before)
  if (before === undefined) await create(moving, row)
  const lease = await acquire(id, moving)
  if (lease === undefined) return { ...nothing, outcome: "refused", why: "a process of the target holds it" }
  return new Copy(moving, row, lease).toRest({ row: before, lost })
}

async function asBefore(moving: Moving, row: SessionRow, lost: readonly string[]): Promise<Ended> {
  if (await isHeld(moving, row)) return { outcome: "running" }
  return lost.length > 0 ? { outcome: "damaged", why: lostText(lost) } : { outcome: "same" }
}

type Ended = Pick<MovedSession, "outcome" | "why">

const TRIES = 12

/** A copy that was killed on another machine holds the lease until its beat was seen to stand still for ten seconds. */
async function acquire(id: string, { keeper, clock }: Moving): Promise<Lease | undefined> {
  for (let tries = 1; ; tries++) {
    const lease = await keeper.acquire(id, () => {})
    if (lease !== undefined || tries === TRIES) return lease
    await clock.sleep(1000)
  }
}

/** Whatever the target has of it, the source must have, too. */
async function compareWith(sides: Sides, row: SessionRow, before: SessionRow): Promise<Compared> {
  const { id, seq } = row
  if (before.seq > seq) return { differs: `the target has ${before.seq} facts, the source ${seq}`, lost: [] }
  const [mine = [], theirs = []] = await Promise.all([sides.from, sides.to].map(({ inbox }) => inbox.read(id)))
  // A queue that went on is written again, and compared then.
  const waiting = isSameQueue(mine, theirs) ? mine : []
  const compared = await compareSession(sides, { id, after: 0, until: before.seq, waiting })
  if (compared.differs !== undefined) return compared
  const known = new Set(mine.map(({ command }) => command.id))
  const strange = theirs.filter(({ command }) => !known.has(command.id))
  if (strange.length === 0) return compared
  // What waited at the last copy may have become facts since.
  for await (const fact of factsOf(sides.from, id, { after: 0, until: seq }))
    if ("command" in fact) known.add(fact.command)
  const sent = strange.find(({ command }) => !known.has(command.id))
  return sent === undefined ? compared : { ...compared, differs: waitsAlone(sent) }
}

function waitsAlone({ command }: QueuedCommand): string {
  return `the command ${command.id} waits in the target alone`
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
