// Creates a session with the past of another one, up to a fact. The log is copied in one transaction; afterwards the
// two sessions are independent.
import { defined } from "../base/defined.ts"
import type { Clock } from "../contracts/clock.ts"
import { PawlError } from "../contracts/error.ts"
import type { Fact } from "../contracts/fact.ts"
import type { Store } from "../contracts/store.ts"
import { columnsOf } from "../kernel/state/columns.ts"
import { importedUpTo } from "../kernel/state/copied.ts"
import { foldFacts } from "../kernel/state/fold.ts"
import { cutAtWord, MAX_TITLE_CHARS } from "../kernel/state/title.ts"
import type { KnownSecrets } from "../secrets/known-secrets.ts"
import { endOpen } from "./end-open.ts"
import { readMetadata, readNewId } from "./read-input.ts"

/** Up to which fact the past is copied, and how the copy is named. */
export interface ForkOptions {
  /** The last fact that both sessions share; the whole log unless given. */
  readonly at?: number
  /** The id of the copy; a new one unless given. */
  readonly id?: string
  /** The copy's title. Unless given, that of the original with "(fork)". */
  readonly title?: string
}

export interface ForkPorts {
  readonly store: Store
  readonly clock: Clock
  /** All blob hashes that a fact refers to. */
  readonly blobHashesIn: (fact: Fact) => readonly string[]
  readonly newId: () => string
  /** How many sessions an owner may have outside the archive. */
  readonly maxSessionsOf?: (owner: string | null) => Promise<number | undefined>
  /** Secrets that must not be stored. */
  readonly secrets?: KnownSecrets
}

/** Returns the new session's id. The runner of the original is not disturbed. */
export async function forkSession(parent: string, options: ForkOptions, ports: ForkPorts): Promise<string> {
  const { store, clock, blobHashesIn, newId, secrets } = ports
  const row = await store.sessions.get(parent)
  if (row === undefined) throw new PawlError("session-missing", `There is no session ${parent} to fork. Check the id.`)
  const { at = row.seq } = options
  if (options.title !== undefined) readMetadata({ title: options.title })
  if (!Number.isInteger(at) || at < 1 || at > row.seq) throw notAFact(parent, at, row.seq)
  const [first, ...facts] = (await store.log.read(parent, 0)).slice(0, at)
  if (first?.type !== "session-opened") throw notAFact(parent, at, row.seq)
  const id = options.id === undefined ? newId() : readNewId(options.id, secrets)
  const imported = Math.min(at, importedUpTo(first.parent))
  const from = { session: parent, kind: "fork", seq: at, ...(imported > 0 && { imported }) } as const
  const opened: Fact = { ...first, session: id, parent: from }
  const before = foldFacts([opened, ...facts])
  const now = clock.now()
  const { ends, state } = endOpen(before, { at: now, command: `fork:${id}`, how: "forked" })
  // The session is new, however old its past is.
  const columns = { ...columnsOf(state), updatedAt: now }
  const past = { facts: [...facts, ...ends], columns, hashes: [...new Set(facts.flatMap(blobHashesIn))] }
  const { profile, owner } = opened
  const maxSessions = await ports.maxSessionsOf?.(owner ?? null)
  const about = {
    profile,
    parent: opened.parent as NonNullable<typeof opened.parent>,
    ...defined({ owner, maxSessions }),
  }
  if (!(await store.sessions.create({ id, opened, ...about, past }))) throw taken(id)
  const title =
    options.title ??
    (row.metadata.title === null ? undefined : `${cutAtWord(row.metadata.title, MAX_TITLE_CHARS - 7)} (fork)`)
  const { tags } = row.metadata
  if (title !== undefined || tags !== undefined)
    await store.sessions.update(id, readMetadata(defined({ title, tags }), secrets))
  return id
}

function notAFact(session: string, at: number, last: number): PawlError {
  return new PawlError("input-invalid", `Session ${session} has no fact ${at}: choose one from 1 to ${last}.`)
}

function taken(id: string): PawlError {
  return new PawlError("input-invalid", `There is a session ${id} already. Choose another id for the fork.`)
}
