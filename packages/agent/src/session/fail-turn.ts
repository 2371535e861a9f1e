// Fails a turn whose runner is gone. Everything open gets its final fact in one append, so the history is valid.
// Raising the epoch fences the old runner.
import { defined } from "../base/defined.ts"
import type { Clock } from "../contracts/clock.ts"
import { text } from "../contracts/content.ts"
import { type Draft, FACT_VERSION, type Fact } from "../contracts/fact.ts"
import type { Store } from "../contracts/store.ts"
import type { ToolFinished } from "../kernel/facts/tool-finished.ts"
import { interrupted } from "../kernel/performers/results.ts"
import { apply } from "../kernel/state/apply.ts"
import { columnsOf } from "../kernel/state/columns.ts"
import { type CallState, isRunning, openCalls, type State, type Turn } from "../kernel/state/state.ts"
import type { LeaseKeeper } from "./lease-keeper.ts"
import { load } from "./load.ts"

export const TIMED_OUT = "timed-out"

export interface FailPorts {
  readonly store: Store
  readonly keeper: LeaseKeeper
  readonly clock: Clock
}

/** Returns false when a process runs the turn after all, or has ended it. */
export async function failTurn(session: string, { store, keeper, clock }: FailPorts): Promise<boolean> {
  const lease = await keeper.acquire(session, () => {})
  if (lease === undefined) return false
  let isFailed = false
  try {
    const { state } = await load(store.log, session)
    if (isRunning(state.turn)) {
      const facts: Fact[] = []
      let next: State = state
      for (const draft of endOf(state.turn)) {
        const fact: Fact = { v: FACT_VERSION, seq: next.seq + 1, at: clock.now(), ...draft }
        facts.push(fact)
        next = apply(next, fact)
      }
      const { epoch, seq: expectedSeq } = lease
      const appended = await store.log.append({ session, epoch, expectedSeq, facts, columns: columnsOf(next) })
      isFailed = appended.ok
    }
  } finally {
    // Commands that wait in the inbox make the session due again.
    await keeper.release(session, lease.epoch, { dueAt: null, seen: 0 })
  }
  return isFailed
}

function endOf(turn: Turn): readonly Draft[] {
  const { attempt, number, usage } = turn
  const asked: readonly Draft[] =
    attempt?.open === true
      ? [
          {
            type: "model-failed",
            attempt: attempt.id,
            error: { class: "interrupted", code: "interrupted", message: "The process that asked is gone." },
            ms: 0,
          },
        ]
      : []
  const message = "Timed out: the process that ran this turn is gone."
  const error = { code: TIMED_OUT, message }
  return [
    ...asked,
    // Calls of a cancelled turn stay cancelled: a retry does not take them up.
    ...openCalls(turn).map((call) => ({ ...resultOf(call), ...(!turn.cancelled && { pending: true as const }) })),
    { type: "turn-finished", turn: number, outcome: "failed", text: "", error, usage },
  ]
}

function resultOf({ call, stage, name = call.name, effect = "once" }: CallState): ToolFinished {
  const named = { type: "tool-finished", call: call.id, name, ms: 0 } as const
  if (stage !== "started") {
    const content = [text("The turn timed out before this call ran.")]
    return { ...named, outcome: "skipped", code: TIMED_OUT, content }
  }
  const { outcome, code, content } = interrupted(name, effect)
  const parts = content.flatMap((part) => (part.type === "bytes" ? [] : [part]))
  return { ...named, outcome, ...defined({ code }), content: parts }
}
