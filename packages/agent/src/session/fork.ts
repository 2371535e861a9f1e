// A session with the past of another, up to a fact: a copy of its log in one transaction, so that neither knows of the other's
// future. What was open at that point is ended in the copy: nothing that was begun there is begun again here.
import type { Clock } from "../contracts/clock.ts"
import { PawlError } from "../contracts/error.ts"
import { type Draft, FACT_VERSION, type Fact } from "../contracts/fact.ts"
import type { Store } from "../contracts/store.ts"
import { settledBefore } from "../loop/performers/settled-before.ts"
import { spill } from "../loop/performers/spill.ts"
import { settleCancelled } from "../loop/rules/settle-cancelled.ts"
import { apply } from "../state/apply.ts"
import { ABOUT } from "../state/apply-judgement.ts"
import { restoreCheckpoint } from "../state/apply-undo.ts"
import { columnsOf } from "../state/columns.ts"
import { foldFacts } from "../state/fold.ts"
import { isRunning, openCalls, type State, type Turn } from "../state/state.ts"
import { readSessionId } from "./read-input.ts"

export interface ForkOptions {
  /** The last fact they have in common; all of them unless given. */
  readonly at?: number
  readonly id?: string
  readonly title?: string
}

export interface ForkPorts {
  readonly store: Store
  readonly clock: Clock
  /** Every hash that a fact refers to. */
  readonly hashesIn: (fact: Fact) => readonly string[]
  readonly newId: () => string
}

/** Answers with the new session's id. Whoever runs the parent is not disturbed. */
export async function forkSession(parent: string, options: ForkOptions, ports: ForkPorts): Promise<string> {
  const { store, clock, hashesIn, newId } = ports
  const row = await store.sessions.get(parent)
  if (row === undefined) throw new PawlError("session-missing", `There is no session ${parent} to fork. Check the id.`)
  const { at = row.seq } = options
  if (!Number.isInteger(at) || at < 1 || at > row.seq) throw notAFact(parent, at, row.seq)
  const [first, ...facts] = (await store.log.read(parent, 0)).slice(0, at)
  if (first?.type !== "session-opened") throw notAFact(parent, at, row.seq)
  const id = options.id === undefined ? newId() : readSessionId(options.id)
  const opened: Fact = { ...first, session: id, parent: { session: parent, kind: "fork", seq: at } }
  const before = foldFacts([opened, ...facts])
  const { ends, state } = ended(before, { at: clock.now(), command: `fork:${id}` })
  const past = { facts: [...facts, ...ends], columns: columnsOf(state), hashes: [...new Set(facts.flatMap(hashesIn))] }
  const { profile, owner } = opened
  const about = {
    profile,
    parent: opened.parent as NonNullable<typeof opened.parent>,
    ...(owner !== undefined && { owner }),
  }
  if (!(await store.sessions.create({ id, opened, ...about, past }))) throw taken(id)
  const title = options.title ?? (row.metadata.title === null ? undefined : `${row.metadata.title} (fork)`)
  if (title !== undefined) await store.sessions.update(id, { title })
  return id
}

/** What the rules of a cancelled turn ask for, done at once and without running anything. */
function ended(
  from: State,
  { at, command }: { readonly at: number; readonly command: string },
): { readonly ends: readonly Fact[]; readonly state: State } {
  const ends: Fact[] = []
  let state = from
  const add = (draft: Draft) => {
    const fact: Fact = { v: FACT_VERSION, seq: state.seq + 1, at, ...draft }
    ends.push(fact)
    state = apply(state, fact)
  }
  const { restore, turn } = from
  if (restore !== undefined) add(givenUp(restore.command))
  if (isRunning(turn) && !turn.cancelled) add({ type: "turn-cancelled", turn: turn.number, command })
  while (isRunning(state.turn)) for (const draft of nextEnds(state, state.turn)) add(draft)
  return { ends, state }
}

function nextEnds(state: State, turn: Turn): readonly Draft[] {
  const [step] = settleCancelled()(state) ?? []
  if (step?.kind === "call-model") return [interrupted(turn.attempt?.id ?? "")]
  if (step?.kind === "judge") return [{ ...interrupted(`${step.attempt}${ABOUT}`), purpose: "judge" }]
  if (step?.kind === "finish")
    return [{ type: "turn-finished", turn: turn.number, outcome: step.outcome, text: step.text, usage: turn.usage }]
  return openCalls(turn).flatMap((call): readonly Draft[] => {
    const result = settledBefore(call, turn)
    if (result === undefined) return []
    const { outcome, code, content } = result
    const name = call.name ?? call.call.name
    const why = code === undefined ? {} : { code }
    return [
      { type: "tool-finished", call: call.call.id, name, outcome, ...why, content: spill(content).content, ms: 0 },
    ]
  })
}

function interrupted(attempt: string): Extract<Draft, { type: "model-failed" }> {
  const message = "The session was forked while the model was asked."
  return { type: "model-failed", attempt, error: { class: "aborted", code: "forked", message }, ms: 0 }
}

function givenUp(command: string): Draft {
  const refused = "The session was forked before it was done."
  return { type: "files-restored", checkpoint: restoreCheckpoint(command), report: {}, command, refused }
}

function notAFact(session: string, at: number, last: number): PawlError {
  return new PawlError("input-invalid", `Session ${session} has no fact ${at}: choose one from 1 to ${last}.`)
}

function taken(id: string): PawlError {
  return new PawlError("input-invalid", `There is a session ${id} already. Choose another id for the fork.`)
}
