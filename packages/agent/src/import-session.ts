// An exported session into a store: looked at fact by fact, as a whole, and with the eyes of the strictest providers, before
// anything is written. It is only put away: nothing runs until somebody opens it.
import { PawlError } from "./contracts/error.ts"
import type { Fact } from "./contracts/fact.ts"
import type { Message } from "./contracts/message.ts"
import type { Runner, Store } from "./contracts/store.ts"
import { checkLog } from "./replay/check-log.ts"
import { timeIds } from "./session/ids.ts"
import { readSessionId } from "./session/read-input.ts"
import { identify } from "./session/runner-identity.ts"
import { columnsOf } from "./state/columns.ts"
import { foldFacts } from "./state/fold.ts"
import { messagesOf } from "./state/messages.ts"
import type { State } from "./state/state.ts"
import { broken, type ReadExport, readExport } from "./store/transfer/read-export.ts"

export interface Imported {
  readonly id: string
  /** The id it had, when there is a session by that name already. */
  readonly was?: string
  readonly facts: number
  readonly blobs: number
  /** Hashes of what the exporting store had lost. */
  readonly missing: readonly string[]
}

type SessionOpened = Extract<Fact, { type: "session-opened" }>

export async function importSession(store: Store, lines: Iterable<string> | AsyncIterable<string>): Promise<Imported> {
  const read = await readExport(lines)
  const state = await checked(read.facts)
  const [first, ...later] = read.facts
  const opened = first as SessionOpened // The reader has seen to it.
  const was = readSessionId(opened.session)
  const id = (await store.sessions.get(was)) === undefined ? was : timeIds.next()
  // Beside the one it was taken from it is a fork of it, and says so; its name must not make the other's ambiguous.
  const parent = { session: was, kind: "fork", seq: read.facts.length } as const
  const named = id === was ? opened : { ...opened, session: id, parent }
  const title = read.title !== null && id !== was ? `${read.title} (copy)` : read.title
  await write(store, { read: { ...read, title }, state, id, opened: named, later })
  const counts = { facts: read.facts.length, blobs: read.blobs.length, missing: read.missing }
  return { id, ...(id !== was && { was }), ...counts }
}

/** The whole must make sense: calls that were asked for, turns one after another, a history no provider refuses. */
async function checked(facts: readonly Fact[]): Promise<State> {
  const wrong = checkLog(facts)
  // Facts come first and one a line, so a fact's number is its line's.
  if (wrong !== undefined) throw broken(wrong.at, `${wrong.found} came where ${wrong.expected} was needed`)
  const state = foldFacts(facts)
  const objections = await providersObjections(messagesOf(state))
  if (objections.length > 0) throw broken(facts.length, `no provider would take this history (${objections[0]})`)
  return state
}

async function providersObjections(messages: readonly Message[]): Promise<readonly string[]> {
  const [{ toOpenAiMessages }, { toAnthropicMessages }, { openAiObjections, anthropicObjections }] = await Promise.all([
    import("./model/wire/openai-messages.ts"),
    import("./model/wire/anthropic-messages.ts"),
    import("./testing/strict-providers.ts"),
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
  readonly state: State
  readonly id: string
  readonly opened: SessionOpened
  readonly later: readonly Fact[]
}

async function write(store: Store, { read, state, id, opened, later }: Writing): Promise<void> {
  const { profile, owner, parent } = opened
  const about = { ...(owner !== undefined && { owner }), ...(parent !== undefined && { parent }) }
  if (!(await store.sessions.create({ id, opened, profile, ...about }))) throw taken(id)
  try {
    await append(store, { read, state, id, later })
    if (read.title !== null) await store.sessions.update(id, { title: read.title })
  } catch (error) {
    await store.sessions.remove(id)
    throw error
  }
}

async function append(store: Store, { read, state, id, later }: Omit<Writing, "opened">): Promise<void> {
  const runner: Runner = identify(timeIds)
  await store.leases.join(runner)
  try {
    const lease = await store.leases.acquire(id, runner.id)
    if (!lease.ok) throw taken(id)
    const { epoch } = lease
    // A turn in its middle goes on when somebody opens the session, not because it was imported.
    const columns = { ...columnsOf(state), dueAt: null }
    const appended = await store.log.append({
      session: id,
      expectedSeq: 1,
      epoch,
      facts: later,
      columns,
      blobs: read.blobs,
    })
    if (!appended.ok) throw taken(id)
    await store.leases.release(id, epoch, { dueAt: null, seen: 0 })
  } finally {
    await store.leases.leave(runner.id)
  }
}

function taken(id: string): PawlError {
  return new PawlError("session-busy", `Session ${id} is used by another process. Try again.`)
}
