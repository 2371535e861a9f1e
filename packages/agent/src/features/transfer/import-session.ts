// An exported session into a store: looked at fact by fact, as a whole, and with the eyes of the strictest providers, before
// anything is written. It is only put away: nothing runs until somebody opens it.
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
import { readMetadata, readSessionId } from "../../session/read-input.ts"
import { broken, type ReadExport, readExport } from "./read-export.ts"

/** What an import brought in. */
export interface Imported {
  /** The id of the session in this store. */
  readonly id: string
  /** The id it had, when there is a session by that name already. */
  readonly was?: string
  /** How many facts it has. */
  readonly facts: number
  /** How many blobs came with it. */
  readonly blobs: number
  /** Hashes of what the exporting store had lost. */
  readonly missing: readonly string[]
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
  { clock = systemClock }: { readonly clock?: Clock } = {},
): Promise<Imported> {
  const read = await readExport(lines)
  await check(read.facts)
  const [first, ...later] = read.facts
  const opened = first as SessionOpened // The reader has seen to it.
  const was = readSessionId(opened.session)
  const id = (await store.sessions.get(was)) === undefined ? was : timeIds.next()
  // What was allowed in its past, and what was open where it ends, belongs to whoever it was exported from.
  const parent = { session: was, kind: "import", seq: read.facts.length } as const
  const named: SessionOpened = { ...opened, session: id, parent }
  await write(store, { read, id, opened: named, later, now: clock.now() })
  // Its name must not make the other's ambiguous.
  const own = read.title === null ? "" : cutAtWord(read.title, MAX_TITLE_CHARS - 7)
  const title = id === was ? own : `${own} (copy)`
  if (own !== "") await store.sessions.update(id, readMetadata({ title }))
  const counts = { facts: read.facts.length, blobs: read.blobs.length, missing: read.missing }
  return { id, ...(id !== was && { was }), ...counts }
}

/** The whole must make sense: calls that were asked for, turns one after another, a history no provider refuses. */
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
}

/** In one transaction; a turn in its middle is ended, as it may go on where it comes from. */
async function write(store: Store, { read, id, opened, later, now }: Writing): Promise<void> {
  const { profile, owner, parent } = opened
  const { ends, state } = endOpen(foldFacts([opened, ...later]), { at: now, command: `import:${id}`, how: "imported" })
  // However old its past is, it is new here; and nothing runs until somebody opens it.
  const columns = { ...columnsOf(state), updatedAt: now, dueAt: null }
  const past = { facts: [...later, ...ends], columns, hashes: [], blobs: read.blobs }
  // Under its own id it has nobody to come after.
  const about = {
    ...defined({ owner }),
    ...(parent !== undefined && parent.session !== id && { parent }),
  }
  if (!(await store.sessions.create({ id, opened, profile, ...about, past }))) throw taken(id)
}

function taken(id: string): PawlError {
  return new PawlError("session-busy", `Another process made a session ${id} just now. Try again.`)
}
