// What a command means to a session as it stands: a fact, nothing any more, or nothing yet.
import type { Ids } from "../contracts/clock.ts"
import type { AnswerQuestion, Command, Say } from "../contracts/command.ts"
import { assertNever, PawlError } from "../contracts/error.ts"
import type { Draft } from "../contracts/fact.ts"
import type { Toolbox } from "../contracts/toolbox.ts"
import { shapeProblem } from "./fact-shape.ts"
import type { TurnStarted } from "./facts/turn-started.ts"
import type { Yielded } from "./performer.ts"
import { spill } from "./performers/spill.ts"
import { type CallStage, type CallState, isRunning, type State } from "./state/state.ts"
import { pendingCalls } from "./state/take-up.ts"

export type Promotion = Yielded | "drop" | "later"

export interface PromotePorts {
  readonly ids: Ids
  readonly touches: Toolbox["touches"]
  /** What other sessions know of the models' health. */
  readonly news?: (state: State) => TurnStarted["down"]
  /** Where a turn would run. */
  readonly workspace?: string
  /** The names of the finish checks that its answers are held against. */
  readonly checks?: readonly string[]
}

/** Throws when somebody put into the inbox what would become a fact that nobody can read. */
export function promote(state: State, command: Command, ports: PromotePorts): Promotion {
  const meaning = meaningOf(state, command, ports)
  if (typeof meaning === "string") return meaning
  const { fact } = meaning
  const problem = shapeProblem({ seq: 0, at: 0, ...fact }, fact.type)
  if (problem === undefined) return meaning
  throw new PawlError("input-invalid", `A command of kind "${command.kind}" was dropped: ${problem}.`)
}

function meaningOf(state: State, command: Command, ports: PromotePorts): Promotion {
  const { touches } = ports
  const { turn, compaction } = state
  const from = { command: command.id, ...(command.by !== undefined && { by: command.by }) }
  switch (command.kind) {
    case "say":
      return promoteSay(state, command, ports)
    case "approve": {
      const { call, question, decision, arguments: edited, reason, grant } = command
      const asked = callOf(state, call)
      // A child's call that this one waits for: what it touches is known there.
      const isChilds = isAt(state, call, "started") && asked?.asksLeave !== undefined
      if (!isChilds && !isAt(state, call, "awaiting-approval")) return "drop"
      if (isChilds && question !== undefined && question !== asked.asking) return "drop"
      const name = asked?.name ?? asked?.call.name ?? ""
      const changed = edited && {
        arguments: edited,
        ...(!isChilds && { touches: touches({ name, arguments: edited }) }),
      }
      const risk = isChilds ? asked.asksLeave : asked?.risk
      // What may destroy something is allowed once, whatever was asked for.
      const isGranted = grant !== undefined && decision === "approved" && risk !== "destructive"
      const changes = { ...changed, ...(reason !== undefined && { reason }), ...(isGranted && { grant }) }
      return { fact: { type: "approval-settled", call, decision, ...changes, ...from } }
    }
    case "answer": {
      if (!isAsked(state, command)) return "drop"
      return { fact: { type: "question-answered", call: command.call, answer: command.answer, ...from } }
    }
    case "cancel":
      if (!isRunning(turn) || turn.cancelled) return "drop"
      return { fact: { type: "turn-cancelled", turn: turn.number, ...from } }
    case "compact": {
      if (isRestoring(state)) return "later"
      const { focus } = command
      return { fact: { type: "compaction-asked", ...(focus !== undefined && { focus }), ...from } }
    }
    case "restore": {
      // Files and conversation change while nothing else does.
      const isBusy = isRunning(turn) || compaction.asked !== undefined || compaction.summary?.open === true
      if (isBusy || isRestoring(state)) return "later"
      const { kind: _kind, id: _id, by: _by, ...wish } = command
      return { fact: { type: "restore-asked", ...wish, ...from } }
    }
    default:
      return assertNever(command)
  }
}

function promoteSay(state: State, say: Say, { ids, news, workspace, checks = [] }: PromotePorts): Promotion {
  const { turn } = state
  const busy = isRunning(turn)
  if (isRestoring(state)) return "later"
  if (busy && (say.whenBusy === "queue" || turn.cancelled)) return "later"
  const { content: input, blobs } = spill(say.input)
  const from = { input, command: say.id, ...(say.by !== undefined && { by: say.by }) }
  const down = busy ? undefined : news?.(state)
  const isElsewhere = workspace !== undefined && workspace !== state.session?.workspace
  const pending = say.retry === true ? pendingCalls(state) : []
  const about = {
    checks,
    ...(pending.length > 0 && { takesUp: pending }),
    ...(isElsewhere && { workspace }),
    ...(down !== undefined && { down }),
  }
  const fact: Draft = busy
    ? { type: "input-added", turn: turn.number, ...from }
    : { type: "turn-started", turn: state.turns + 1, trace: ids.next(), ...from, ...about }
  return { fact, blobs }
}

/** Files are put back, or the conversation is taken back: what comes next begins after it. */
function isRestoring({ restore, rewoundTo }: State): boolean {
  return restore !== undefined || rewoundTo !== undefined
}

/** A tool may ask one thing after the other: an answer to the last question is none to this one. */
function isAsked(state: State, { call, question }: AnswerQuestion): boolean {
  if (isAt(state, call, "awaiting-answer")) return true
  const { asking, asksLeave } = callOf(state, call) ?? {}
  if (!isAt(state, call, "started") || asking === undefined || asksLeave !== undefined) return false
  return question === undefined || question === asking
}

function isAt(state: State, call: string, stage: CallStage): boolean {
  return isRunning(state.turn) && !state.turn.cancelled && callOf(state, call)?.stage === stage
}

function callOf(state: State, call: string): CallState | undefined {
  return state.turn?.calls.find((each) => each.call.id === call)
}
