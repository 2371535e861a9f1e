// Ends everything that is open in a session at once, without running anything: in a fork or import, so that work
// begun in the original is not begun again, and in a turn that is cancelled while no process runs it.
import { type Draft, FACT_VERSION, type Fact } from "../contracts/fact.ts"
import { ABOUT } from "../features/finish/judge-purpose.ts"
import { restoreCheckpoint } from "../features/undo/slice.ts"
import { settledBefore } from "../kernel/performers/settled-before.ts"
import { spill } from "../kernel/performers/spill.ts"
import { settleCancelled } from "../kernel/rules/settle-cancelled.ts"
import { apply } from "../kernel/state/apply.ts"
import { isRunning, openCalls, type State, type Turn } from "../kernel/state/state.ts"

export interface Ending {
  readonly at: number
  readonly command: string
  readonly how: "forked" | "imported" | "cancelled"
}

export interface Ended {
  readonly ends: readonly Fact[]
  readonly state: State
}

/** Adds the facts that the rules of a cancelled turn ask for. */
export function endOpen(from: State, { at, command, how }: Ending): Ended {
  const ends: Fact[] = []
  let state = from
  const add = (draft: Draft) => {
    const fact: Fact = { v: FACT_VERSION, seq: state.seq + 1, at, ...draft }
    ends.push(fact)
    state = apply(state, fact)
  }
  const { restore, turn } = from
  if (restore !== undefined) add(restoreGivenUp(restore.command, how))
  if (isRunning(turn) && !turn.cancelled) add({ type: "turn-cancelled", turn: turn.number, command })
  while (isRunning(state.turn)) for (const draft of nextEnds(state, state.turn, how)) add(draft)
  return { ends, state }
}

function nextEnds(state: State, turn: Turn, how: Ending["how"]): readonly Draft[] {
  const [step] = settleCancelled()(state) ?? []
  if (step?.kind === "call-model") return [interrupted(turn.attempt?.id ?? "", how)]
  if (step?.kind === "judge") return [{ ...interrupted(`${step.attempt}${ABOUT}`, how), purpose: "judge" }]
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

function interrupted(attempt: string, how: Ending["how"]): Extract<Draft, { type: "model-failed" }> {
  const message = `The session was ${how} while the model was asked.`
  return { type: "model-failed", attempt, error: { class: "aborted", code: how, message }, ms: 0 }
}

function restoreGivenUp(command: string, how: Ending["how"]): Draft {
  const refused = `The session was ${how} before it was done.`
  return { type: "files-restored", checkpoint: restoreCheckpoint(command), report: {}, command, refused }
}
