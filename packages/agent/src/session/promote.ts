// What a command means to a session as it stands: a fact, nothing any more, or nothing yet.
import type { Ids } from "../contracts/clock.ts"
import type { Command, Say } from "../contracts/command.ts"
import { assertNever } from "../contracts/error.ts"
import type { Draft, TurnStarted } from "../contracts/fact.ts"
import type { Toolbox } from "../contracts/toolbox.ts"
import type { Yielded } from "../loop/performer.ts"
import { spill } from "../loop/performers/spill.ts"
import { type CallStage, type CallState, isRunning, type State } from "../state/state.ts"

export type Promotion = Yielded | "drop" | "later"

export interface PromotePorts {
  readonly ids: Ids
  readonly touches: Toolbox["touches"]
  /** What other sessions know of the models' health. */
  readonly news?: (state: State) => TurnStarted["down"]
}

export function promote(state: State, command: Command, ports: PromotePorts): Promotion {
  const { touches } = ports
  const { turn } = state
  const from = { command: command.id, ...(command.by !== undefined && { by: command.by }) }
  switch (command.kind) {
    case "say":
      return promoteSay(state, command, ports)
    case "approve": {
      if (!isAt(state, command.call, "awaiting-approval")) return "drop"
      const { call, decision, arguments: edited, reason, grant } = command
      const asked = callOf(state, call)
      const name = asked?.call.name ?? ""
      const changed = edited && { arguments: edited, touches: touches({ name, arguments: edited }) }
      // What may destroy something is allowed once, whatever was asked for.
      const isGranted = grant !== undefined && decision === "approved" && asked?.risk !== "destructive"
      const changes = { ...changed, ...(reason !== undefined && { reason }), ...(isGranted && { grant }) }
      return { fact: { type: "approval-settled", call, decision, ...changes, ...from } }
    }
    case "answer": {
      if (!isAt(state, command.call, "awaiting-answer")) return "drop"
      return { fact: { type: "question-answered", call: command.call, answer: command.answer, ...from } }
    }
    case "cancel":
      if (!isRunning(turn) || turn.cancelled) return "drop"
      return { fact: { type: "turn-cancelled", turn: turn.number, ...from } }
    case "compact": {
      const { focus } = command
      return { fact: { type: "compaction-asked", ...(focus !== undefined && { focus }), ...from } }
    }
    default:
      return assertNever(command)
  }
}

function promoteSay(state: State, say: Say, { ids, news }: PromotePorts): Promotion {
  const { turn } = state
  const busy = isRunning(turn)
  if (busy && (say.whenBusy === "queue" || turn.cancelled)) return "later"
  const { content: input, blobs } = spill(say.input)
  const from = { input, command: say.id, ...(say.by !== undefined && { by: say.by }) }
  const down = busy ? undefined : news?.(state)
  const fact: Draft = busy
    ? { type: "input-added", turn: turn.number, ...from }
    : { type: "turn-started", turn: state.turns + 1, trace: ids.next(), ...from, ...(down !== undefined && { down }) }
  return { fact, blobs }
}

function isAt(state: State, call: string, stage: CallStage): boolean {
  return isRunning(state.turn) && !state.turn.cancelled && callOf(state, call)?.stage === stage
}

function callOf(state: State, call: string): CallState | undefined {
  return state.turn?.calls.find((each) => each.call.id === call)
}
