// Imports an exported session into a store. Each fact, the log as a whole and its history, validated against the
// strictest provider's message rules, are checked before anything is written. The session is only stored: it runs when
// it is opened.
import { defined } from "../../base/defined.ts"
import { timeIds } from "../../base/ids.ts"
import { systemClock } from "../../base/system-clock.ts"
import type { Clock } from "../../contracts/clock.ts"
import { PawlError } from "../../contracts/error.ts"
import type { Fact } from "../../contracts/fact.ts"
import type { Message } from "../../contracts/message.ts"
import type { Store } from "../../contracts/store.ts"
import { columnsOf } from "../../kernel/state/columns.ts"
import { foldFacts } from "../../kernel/state/fold.ts"
import { messagesOf } from "../../kernel/state/messages.ts"
import { cutAtWord, MAX_TITLE_CHARS } from "../../kernel/state/title.ts"
import { checkLog } from "../../replay/check-log.ts"
import { endOpen } from "../../session/end-open.ts"
import { isReachable, readMetadata, readSessionId } from "../../session/read-input.ts"
import { broken, type ReadExport, readExport } from "./read-export.ts"

/** The result of an import. */
export interface Imported {
  /** The id of the session in this store. */
  readonly id: string
  /** The id it had, when there is already a session by that id. */
  readonly was?: string
  /** How many facts it has. */
  readonly facts: number
  /** How many blobs came with it. */
  readonly blobs: number
  /** Hashes of the blobs that the exporting store had lost. */
  readonly missing: readonly string[]
}

/** Whose the session becomes, and where. */
export interface ImportOptions {
  /** Its owner here, or null for none. Unless given, the one that the export names. */
  readonly owner?: string | null
  /** The folder that its next turn works in, with symbolic links resolved. Unless given, the one that the export names. */
  readonly workspace?: string
  /** True: it gets a new id, even if its own is free. */
  readonly newId?: boolean
  /**
   * True: an export that lacks bytes is refused. For stores that several owners share: the bytes that it lacks may be in
   * the store, and belong to another owner.
   */
  readonly isComplete?: boolean
  /** Called with the session's profile before anything is stored. What it throws refuses the import. */
  readonly check?: (opened: { readonly profile: string }) => void
  /** How many sessions an owner may have outside the archive. */
  readonly maxSessionsOf?: (owner: string | null) => Promise<number | undefined>
  /** The clock; a test passes a `FakeClock`. */
  readonly clock?: Clock
}

type SessionOpened = Extract<Fact, { type: "session-opened" }>

/**
 * Takes an exported session into a store as a whole, or refuses it. An id that is taken is replaced by a new one.
 *
 * @example
 * ```ts
 * import { memory } from "@pawl/agent"
 * import { exportSession, importSession } from "@pawl/agent/sessions"
 *
 * const { id, facts } = await importSession(memory(), exportSession(store, "order-42"))
 * console.log(`${id} has ${facts} facts`)
 * ```
 */
export async function importSession(
  store: Store,
  lines: Iterable<string> | AsyncIterable<string>,
  options: ImportOptions = {},
): Promise<Imported> {
  const { clock = systemClock, owner, workspace, newId = false, isComplete = false } = options
  const read = await readExport(lines, { isComplete })
  const [first, ...later] = read.facts
  const opened = first as SessionOpened // readExport has checked it.
  options.check?.(opened)
  await check(read.facts)
  const was = readSessionId(opened.session)
  const isFree = !newId && isReachable(was) && (await store.sessions.get(was)) === undefined
  const id = isFree ? was : timeIds.next()
  // Grants of its past, and what was open where it ends, belong to the user it was exported from.
  const parent = { session: was, kind: "import", seq: read.facts.length } as const
  const renamed: SessionOpened = { ...ownedBy(opened, owner), session: id, parent }
  const maxSessions = await options.maxSessionsOf?.(renamed.owner ?? null)
  await write(store, { read, id, opened: renamed, later, now: clock.now(), ...defined({ workspace, maxSessions }) })
  // A copy gets another title, so that the original's stays unambiguous.
  const own = read.title === null ? "" : cutAtWord(read.title, MAX_TITLE_CHARS - 7)
  const title = id === was ? own : `${own} (copy)`
  const named = { ...(own !== "" && { title }), ...defined({ tags: read.tags }) }
  if (Object.keys(named).length > 0) await store.sessions.update(id, readMetadata(named))
  const counts = { facts: read.facts.length, blobs: read.blobs.length, missing: read.missing }
  return { id, ...(id !== was && { was }), ...counts }
}

function ownedBy(opened: SessionOpened, owner: ImportOptions["owner"]): SessionOpened {
  if (owner === undefined) return opened
  const { owner: _theirs, ...rest } = opened
  return owner === null ? rest : { ...rest, owner }
}

/**
 * Checks the log as a whole: every result has its call, turns follow one another, and every provider accepts the
 * history.
 */
async function check(facts: readonly Fact[]): Promise<void> {
  const wrong = checkLog(facts)
  // Facts come first and one a line, so a fact's number is its line's.
  if (wrong !== undefined) throw broken(wrong.at, `${wrong.found} came where ${wrong.expected} was needed`)
  const objections = await providersObjections(messagesOf(foldFacts(facts)))
  if (objections.length > 0) throw broken(facts.length, `no provider would take this history (${objections[0]})`)
}

async function providersObjections(messages: readonly Message[]): Promise<readonly string[]> {
  const [{ toOpenAiMessages }, { toAnthropicMessages }, { openAiObjections, anthropicObjections }] = await Promise.all([
    import("../../model/wire/openai-messages.ts"),
    import("../../model/wire/anthropic-messages.ts"),
    import("../../model/strict/history.ts"),
  ])
  const asked: readonly Message[] = [...messages, { role: "user", parts: [{ type: "text", text: "Go on." }] }]
  const blobs = new Map<string, Uint8Array>()
  return [
    ...openAiObjections(toOpenAiMessages({ system: "", messages: asked, blobs })),
    ...anthropicObjections(toAnthropicMessages({ messages: asked, blobs })),
  ]
}

interface Writing {
  readonly read: ReadExport
  readonly id: string
  readonly opened: SessionOpened
  readonly later: readonly Fact[]
  readonly now: number
  readonly workspace?: string
  readonly maxSessions?: number
}

/** Writes it in one transaction; an open turn is ended, because it may continue in the session it comes from. */
async function write(store: Store, writing: Writing): Promise<void> {
  const { read, id, opened, later, now, workspace, maxSessions } = writing
  const { profile, owner, parent } = opened
  const { ends, state } = endOpen(foldFacts([opened, ...later]), { at: now, command: `import:${id}`, how: "imported" })
  // However old its past is, it is new here; and nothing runs until a client opens it.
  const columns = { ...columnsOf(state), updatedAt: now, dueAt: null, ...defined({ workspace }) }
  const past = { facts: [...later, ...ends], columns, hashes: [], blobs: read.blobs }
  // Under its own id it has no parent.
  const about = {
    ...defined({ owner, maxSessions }),
    ...(parent !== undefined && parent.session !== id && { parent }),
  }
  if (!(await store.sessions.create({ id, opened, profile, ...about, past }))) throw taken(id)
}

function taken(id: string): PawlError {
  return new PawlError("session-busy", `Another process has just created the session ${id}. Import it again.`)
}
