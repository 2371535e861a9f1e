// Facts, columns and runners for the suite, and the steps that most cases begin with.
import { expect } from "vitest"
import type { Say } from "../../contracts/command.ts"
import type { Draft, Fact } from "../../contracts/fact.ts"
import type { Runner } from "../../contracts/leases.ts"
import type { Columns } from "../../contracts/sessions.ts"
import type { Append, Store } from "../../contracts/store.ts"
import type { Opened } from "../conformance.ts"

export type Current = () => Opened

export const runner: Runner = { id: "runner-1", pid: 11, boot: "boot", started: "100" }
export const otherRunner: Runner = { id: "runner-2", pid: 22, boot: "boot", started: "200" }

export const idle: Columns = {
  status: "idle",
  dueAt: null,
  openRequests: [],
  turns: 0,
  messages: 0,
  usage: { inputTokens: 0, outputTokens: 0 },
  preview: "",
  updatedAt: 1000,
  error: null,
}

export function fact(seq: number, draft: Draft = nudge("hello")): Fact {
  return { ...draft, v: 1, seq, at: 1000 + seq }
}

export function nudge(text: string): Draft {
  return { type: "nudged", reason: "test", evidence: "none", text, ephemeral: false }
}

export function started(command: string): Draft {
  return { type: "turn-started", turn: 1, trace: "trace", input: [{ type: "text", text: "hi" }], command }
}

export function say(id: string): Say {
  return { kind: "say", id, input: [{ type: "text", text: `said in ${id}` }], whenBusy: "queue" }
}

export async function create(store: Store, id: string, at = 1000, owner?: string): Promise<boolean> {
  const opened: Fact = { type: "session-opened", session: id, profile: "default", v: 1, seq: 1, at }
  return store.sessions.create({ id, opened, profile: "default", ...(owner === undefined ? {} : { owner }) })
}

/** A session that `runner` holds, ready for its second fact. */
export async function held(store: Store, id: string): Promise<{ readonly epoch: number }> {
  await create(store, id)
  await store.leases.join(runner)
  const acquired = await store.leases.acquire(id, runner.id)
  if (!acquired.ok) throw new Error(`Session ${id} should be free to acquire.`)
  return { epoch: acquired.epoch }
}

export type Change = Partial<Omit<Append, "columns">> & { readonly columns?: Partial<Columns> }

export function appendOf(session: string, change: Change = {}): Append {
  const { expectedSeq = 1, epoch = 1 } = change
  const facts = change.facts ?? [fact(expectedSeq + 1)]
  return { ...change, session, expectedSeq, epoch, facts, columns: { ...idle, ...change.columns } }
}

export async function append(store: Store, session: string, change: Change = {}): Promise<void> {
  expect(await store.log.append(appendOf(session, change))).toEqual({ ok: true })
}

/** Where a command waits. */
export async function placeOf(store: Store, session: string, id: string): Promise<number> {
  return (await store.inbox.read(session)).find(({ command }) => command.id === id)?.place ?? 0
}
