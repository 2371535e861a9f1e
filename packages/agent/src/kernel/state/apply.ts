// apply(state, fact): the one place where facts become state. Pure, total, and the same for a first run and a resumed one.
import { plainText, text } from "../../contracts/content.ts"
import { assertNever } from "../../contracts/error.ts"
import type {
  Fact,
  Grant,
  ModelAnswered,
  ModelAsked,
  ModelFailed,
  Nudged,
  SessionOpened,
  ToolFinished,
  TurnFinished,
  TurnStarted,
} from "../../contracts/fact.ts"
import type { Message } from "../../contracts/message.ts"
import { noUsage } from "../../contracts/usage.ts"
import {
  applySampling,
  approvalAskedIn,
  approvalSettledIn,
  askedIn,
  closedIn,
} from "../../features/approval/apply-asking.ts"
import { applyCompacted, applySummary } from "../../features/compaction/apply-compaction.ts"
import { applyJudgement } from "../../features/finish/apply-judgement.ts"
import { applyPlan } from "../../features/plans/apply-plan.ts"
import { applyOwn } from "../../features/tasks/apply-own.ts"
import { applyCatalogueChanged } from "../../features/tool-choice/apply-catalogue.ts"
import { applyToolUsed, missed } from "../../features/tool-choice/apply-offer.ts"
import { applyCheckpoint, applyFilesRestored, applyRestoreAsked, applyRewound } from "../../features/undo/apply-undo.ts"
import { applyModelAnswered, applyModelAsked, applyModelFailed } from "./apply-model.ts"
import { applyToolFinished, changeCall, repairedBy } from "./apply-tool.ts"
import { again, NO_CALL, oneMore } from "./counting.ts"
import { openResults, shown, visible } from "./messages.ts"
import { abandonAnswer, forgetPassing } from "./passing.ts"
import { remember } from "./remember.ts"
import { isRunning, noCounters, type State, type Turn } from "./state.ts"
import { hasPending, takenUp } from "./take-up.ts"
import { PREVIEW_CHARS } from "./title.ts"

export function apply(before: State, fact: Fact): State {
  const state: State = { ...before, seq: fact.seq, at: fact.at }
  switch (fact.type) {
    case "session-opened":
      return applyOpened(state, fact)
    case "turn-started":
      return applyTurnStarted(state, fact)
    case "input-added": {
      const spoken = inTurn(state, applySpoken)
      return { ...spoken, waiting: [...spoken.waiting, said(fact.seq, fact.input)] }
    }
    case "model-asked":
      return fact.purpose === undefined ? applyModelAsked(state, fact) : applyAside(state, fact)
    case "model-answered":
      return fact.purpose === undefined ? applyModelAnswered(state, fact) : applyAside(state, fact)
    case "model-failed":
      return fact.purpose === undefined ? applyModelFailed(state, fact) : applyAside(state, fact)
    case "nudged": {
      const input = {
        seq: fact.seq,
        parts: [text(fact.text.trim() || fact.reason)],
        from: "nudge",
        ephemeral: fact.ephemeral,
      } as const
      const counted = inTurn(abandonAnswer(state, fact), (turn) => applyNudge(turn, fact))
      const withheld = fact.withholds === undefined ? state.withheld : [...state.withheld, fact.withholds]
      return { ...counted, withheld, waiting: [...counted.waiting, input] }
    }
    case "approval-requested":
      return changeCall(state, fact.call, (call) => approvalAskedIn(call, fact))
    case "approval-settled": {
      const { grant } = fact
      // What is allowed for good is kept beside the sessions, where it can be taken back.
      const isOurs = grant?.scope === "session" && !isCopied(state, fact.seq)
      const granting = isOurs ? { ...state, grants: [...state.grants, placed(grant, state.session)] } : state
      return changeCall(granting, fact.call, (call) => approvalSettledIn(call, fact))
    }
    case "question-asked":
      return changeCall(state, fact.call, (call) => askedIn(call, fact))
    case "question-answered":
    case "question-withdrawn":
      return changeCall(state, fact.call, (call) => closedIn(call, fact))
    case "tool-started":
      return changeCall(state, fact.call, ({ asking: _void, asksLeave: _nor, ...call }) => ({
        ...call,
        stage: "started",
        starts: call.starts + 1,
        // Begun anew: what it asked before is void.
        ...(call.leaves !== undefined && { leaves: 0 }),
        name: fact.name,
        effect: fact.effect,
        ...(fact.child !== undefined && { child: fact.child }),
        ...repairedBy(fact),
      }))
    case "tool-finished":
      return applyToolFinished(applyToolUsed(applyOwn(state, fact), fact), ownResult(state, fact))
    case "turn-cancelled":
      return inTurn(state, (turn) => ({ ...turn, cancelled: true }))
    case "turn-finished":
      return applyTurnFinished(state, fact)
    case "compaction-asked": {
      const { focus } = fact
      return { ...state, compaction: { ...state.compaction, asked: focus === undefined ? {} : { focus } } }
    }
    case "history-compacted":
      return applyCompacted(state, fact)
    case "checkpoint-made":
      return applyCheckpoint(state, fact)
    case "restore-asked":
      return applyRestoreAsked(state, fact)
    case "files-restored":
      return applyFilesRestored(state, fact)
    case "conversation-rewound":
      return applyRewound(state, fact)
    case "catalogue-changed":
      return applyCatalogueChanged(state, fact)
    case "plan-made":
    case "plan-step-finished":
    case "plan-failed":
      return applyPlan(state, fact)
    default:
      return assertNever(fact)
  }
}

function applyOpened(state: State, fact: SessionOpened & Fact): State {
  const { session: id, profile, owner, parent, workspace, instructions, delegated, grants = [] } = fact
  const session = {
    id,
    profile,
    ...(owner !== undefined && { owner }),
    ...(parent !== undefined && { parent }),
    ...(workspace !== undefined && { workspace }),
    ...(instructions !== undefined && { instructions }),
    ...(delegated !== undefined && { delegated }),
  }
  const opened = { ...state, session }
  return { ...opened, grants: isCopied(opened, fact.seq) ? [] : grants.map((grant) => placed(grant, session)) }
}

/** Given before grants had a workspace: it is the one of that moment, for the session may go on in another folder. */
function placed(grant: Grant, session: State["session"]): Grant {
  const { workspace = session?.workspace } = grant
  return workspace === undefined ? grant : { ...grant, workspace }
}

/** It happened in another session, whose past this one was given. */
function isCopied({ session }: Pick<State, "session">, seq: number): boolean {
  const { kind, seq: last = 0 } = session?.parent ?? {}
  return (kind === "fork" || kind === "import") && seq <= last
}

/** What was pending elsewhere is not taken up here: whether it happened is known there. */
function ownResult(state: State, fact: ToolFinished & Fact): ToolFinished & Fact {
  if (fact.pending === undefined || !isCopied(state, fact.seq)) return fact
  const { pending: _elsewhere, ...settled } = fact
  return settled
}

/** A question beside the conversation: it is counted and paid for, and leaves no trace in it. */
function applyAside(state: State, fact: (ModelAsked | ModelAnswered | ModelFailed) & Fact): State {
  if (fact.purpose === "sampling") return applySampling(state, fact)
  return fact.purpose === "summary" ? applySummary(state, fact) : applyJudgement(state, fact)
}

function applyTurnStarted(state: State, fact: TurnStarted & Fact): State {
  const { workspace, takesUp } = fact
  // It goes on with the turn before: what that was about is its own.
  const before = takesUp !== undefined && hasPending(state.turn) ? state.turn : undefined
  const closed = before === undefined ? closeTurn(state) : state
  const { session } = closed
  return {
    ...closed,
    ...(session !== undefined && workspace !== undefined && { session: { ...session, workspace } }),
    waiting: [...closed.waiting, said(fact.seq, fact.input)],
    withheld: closed.withheld.filter(({ until }) => until === "session"),
    turns: fact.turn,
    down: fact.down === undefined ? closed.down : { ...closed.down, ...fact.down },
    preview: state.preview === "" ? plainText(fact.input).slice(0, PREVIEW_CHARS).toWellFormed() : state.preview,
    turn: {
      number: fact.turn,
      trace: fact.trace,
      command: fact.command,
      startedAt: fact.at,
      cancelled: false,
      iteration: 0,
      asks: 0,
      spokenAt: 0,
      begins: before?.begins ?? closed.history.length,
      ...(fact.checks !== undefined && { checks: fact.checks }),
      changing: [],
      cut: before?.cut ?? false,
      kept: "",
      calls: takenUp(before?.calls ?? [], takesUp ?? []),
      usage: noUsage,
      counters: noCounters,
    },
  }
}

/** Somebody spoke, and has to be heard: the turn has no end in sight, and what went wrong in a row counts anew. */
function applySpoken({ ending: _off, ...turn }: Turn): Turn {
  const { empties, malformed, refusedRepeats, sameError } = noCounters
  const counters = { ...turn.counters, empties, malformed, refusedRepeats, sameError }
  return { ...turn, spokenAt: turn.iteration, asks: 0, counters }
}

function applyNudge(turn: Turn, { reason, attempt, withholds, ends }: Nudged): Turn {
  const { answer } = turn
  const nudges = oneMore(turn.counters.nudges, reason)
  const nudgesSinceCall = oneMore(turn.counters.nudgesSinceCall, reason)
  // An answer that was nudged before is kept already, or was taken back.
  const stays = attempt === undefined && answer?.nudged === false && turn.calls.length === 0
  const sameError = reason === NO_CALL ? again(turn.counters.sameError, NO_CALL) : turn.counters.sameError
  // That a tool is gone says nothing about the answer.
  const isAboutAnswer = withholds === undefined || ends !== undefined
  return {
    ...turn,
    ...(answer && isAboutAnswer && { answer: { ...answer, nudged: true } }),
    ...(ends && { ending: ends }),
    ...missed(turn, reason),
    kept: stays ? turn.kept + answer.text : attempt === undefined ? turn.kept : "",
    counters: { ...turn.counters, nudges, nudgesSinceCall, sameError },
  }
}

function applyTurnFinished(state: State, fact: TurnFinished & Fact): State {
  const { outcome, error } = fact
  const finished = { outcome, text: fact.text, ...(error !== undefined && { error }) }
  const closed = hasPending(state.turn) ? state : closeTurn(state)
  return inTurn(closed, (turn) => ({ ...turn, finished }))
}

/** Moves what is open into the history, so that the next turn finds it settled. */
function closeTurn(state: State): State {
  const turn = state.turn
  if (turn === undefined || !(isRunning(turn) || hasPending(turn))) return state
  const kept = state.waiting.filter((input) => !input.ephemeral)
  const note: readonly Message[] = turn.cancelled ? [{ role: "user", parts: [text(CANCELLED)], from: "note" }] : []
  const whole = remember(state, ...openResults(state), ...shown(kept), ...note)
  const closed = turn.checks === undefined ? whole : forgetPassing(whole, turn.begins)
  return { ...closed, waiting: [], turn: { ...turn, calls: [] } }
}

function said(seq: number, input: TurnStarted["input"]): State["waiting"][number] {
  const parts = visible(input)
  return { seq, parts: parts.length > 0 ? parts : [text("[empty message]")], from: "user", ephemeral: false }
}

function inTurn(state: State, change: (turn: Turn) => Turn): State {
  return state.turn === undefined ? state : { ...state, turn: change(state.turn) }
}

const CANCELLED = "[The user cancelled this turn.]"
