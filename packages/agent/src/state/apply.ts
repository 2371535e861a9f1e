// apply(state, fact): the one place where facts become state. Pure, total, and the same for a first run and a resumed one.
import { plainText, text } from "../contracts/content.ts"
import { assertNever } from "../contracts/error.ts"
import type { Fact, TurnFinished, TurnStarted } from "../contracts/fact.ts"
import type { Message } from "../contracts/message.ts"
import { noUsage } from "../contracts/usage.ts"
import { applyModelAnswered, applyModelAsked, applyModelFailed } from "./apply-model.ts"
import { applyToolFinished, changeCall } from "./apply-tool.ts"
import { push } from "./grow-list.ts"
import { openResults, shown, visible } from "./messages.ts"
import { isRunning, noCounters, type State, type Turn } from "./state.ts"

export function apply(before: State, fact: Fact): State {
  const state: State = { ...before, seq: fact.seq, at: fact.at }
  switch (fact.type) {
    case "session-opened": {
      const { session: id, profile, owner, parent } = fact
      const opened = { id, profile, ...(owner !== undefined && { owner }), ...(parent !== undefined && { parent }) }
      return { ...state, session: opened }
    }
    case "turn-started":
      return applyTurnStarted(state, fact)
    case "input-added": {
      const spoken = inTurn(state, (turn) => ({ ...turn, spokenAt: turn.iteration }))
      return { ...spoken, waiting: [...spoken.waiting, said(fact.seq, fact.input)] }
    }
    case "model-asked":
      return applyModelAsked(state, fact)
    case "model-answered":
      return applyModelAnswered(state, fact)
    case "model-failed":
      return applyModelFailed(state, fact)
    case "nudged": {
      const input = {
        seq: fact.seq,
        parts: [text(fact.text.trim() || fact.reason)],
        from: "nudge",
        ephemeral: fact.ephemeral,
      } as const
      const counted = inTurn(state, (turn) => {
        const nudges = { ...turn.counters.nudges, [fact.reason]: (turn.counters.nudges[fact.reason] ?? 0) + 1 }
        const answer = turn.answer && { ...turn.answer, nudged: true }
        return { ...turn, ...(answer && { answer }), counters: { ...turn.counters, nudges } }
      })
      return { ...counted, waiting: [...counted.waiting, input] }
    }
    case "approval-requested":
      return changeCall(state, fact.call, (call) => ({ ...call, stage: "awaiting-approval" }))
    case "approval-settled": {
      const { decision, arguments: edited, reason } = fact
      const settled = {
        approved: decision === "approved",
        ...(edited !== undefined && { arguments: edited }),
        ...(reason !== undefined && { reason }),
      }
      return changeCall(state, fact.call, (call) => ({
        ...call,
        call: fact.touches === undefined ? call.call : { ...call.call, touches: fact.touches },
        stage: "settled",
        decision: settled,
      }))
    }
    case "question-asked":
      return changeCall(state, fact.call, (call) => ({ ...call, stage: "awaiting-answer" }))
    case "question-answered":
      return changeCall(state, fact.call, (call) => ({ ...call, stage: "answered", answer: fact.answer }))
    case "tool-started":
      return changeCall(state, fact.call, (call) => ({
        ...call,
        stage: "started",
        starts: call.starts + 1,
        name: fact.name,
        effect: fact.effect,
      }))
    case "tool-finished":
      return applyToolFinished(state, fact)
    case "turn-cancelled":
      return inTurn(state, (turn) => ({ ...turn, cancelled: true }))
    case "turn-finished":
      return applyTurnFinished(state, fact)
    case "history-compacted":
    case "plan-made":
    case "plan-step-finished":
    case "plan-failed":
    case "checkpoint-made":
    case "files-restored":
    case "conversation-rewound":
    case "catalogue-changed":
      // Part of the vocabulary; nothing writes them yet, and nothing that is derived depends on them.
      return state
    default:
      return assertNever(fact)
  }
}

function applyTurnStarted(state: State, fact: TurnStarted & Fact): State {
  const closed = closeTurn(state)
  return {
    ...closed,
    waiting: [...closed.waiting, said(fact.seq, fact.input)],
    turns: fact.turn,
    preview: state.preview === "" ? plainText(fact.input).slice(0, 100).toWellFormed() : state.preview,
    turn: {
      number: fact.turn,
      trace: fact.trace,
      command: fact.command,
      cancelled: false,
      iteration: 0,
      spokenAt: 0,
      calls: [],
      usage: noUsage,
      counters: noCounters,
    },
  }
}

function applyTurnFinished(state: State, fact: TurnFinished & Fact): State {
  const { outcome, error } = fact
  const finished = { outcome, text: fact.text, ...(error !== undefined && { error }) }
  const closed = closeTurn(state)
  return inTurn(closed, (turn) => ({ ...turn, finished }))
}

/** Moves what is open into the history, so that the next turn finds it settled. */
function closeTurn(state: State): State {
  const turn = state.turn
  if (!isRunning(turn)) return state
  const kept = state.waiting.filter((input) => !input.ephemeral)
  const note: readonly Message[] = turn.cancelled ? [{ role: "user", parts: [text(CANCELLED)] }] : []
  const history = push(state.history, ...openResults(state), ...shown(kept), ...note)
  return { ...state, history, waiting: [], turn: { ...turn, calls: [] } }
}

function said(seq: number, input: TurnStarted["input"]): State["waiting"][number] {
  const parts = visible(input)
  return { seq, parts: parts.length > 0 ? parts : [text("[empty message]")], from: "user", ephemeral: false }
}

function inTurn(state: State, change: (turn: Turn) => Turn): State {
  return state.turn === undefined ? state : { ...state, turn: change(state.turn) }
}

const CANCELLED = "[The user cancelled this turn.]"
