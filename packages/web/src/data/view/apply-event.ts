// What each event changes on the view of a session. The server's transcript has the exact times; these are of this tab.
import type { Event } from "@pawl/client"
import { withCard, withClosingWords, withEnd, withMessage, withoutAnswer } from "./answers.ts"
import { callOf, withEvent } from "./cards.ts"
import type { LiveAnswer, SessionView, ViewTurn } from "./session-view.ts"

type Change<T extends Event["type"]> = (
  view: SessionView,
  event: Extract<Event, { readonly type: T }>,
  now: number,
) => SessionView

export function applyEvent(view: SessionView, event: Event, now: number): SessionView {
  const call = callOf(event)
  if (call !== undefined)
    return { ...withCard(view, { call, now }, (card) => withEvent(card, event, now)), activity: undefined }
  const change = CHANGES[event.type] as Change<Event["type"]> | undefined
  return change === undefined ? view : change(view, event, now)
}

const CHANGES: { readonly [T in Event["type"]]?: Change<T> } = {
  "turn-start": (view, { turn, trace, input, command, position }, now) => ({
    ...withoutSent(view, command),
    turns: [
      ...view.turns.filter((each) => each.turn !== turn),
      {
        turn,
        trace,
        startedAt: now,
        messages: [{ role: "user", seq: seqOf(position), at: now, parts: input }],
      },
    ],
    live: undefined,
    plan: [],
    activity: undefined,
  }),
  "input-added": (view, { input, command, position }, now) =>
    withMessage(withoutSent(view, command), { role: "user", seq: seqOf(position), at: now, parts: input }),
  "iteration-start": (view, { attempt, model, phase }, now) => ({
    ...view,
    live: { attempt, model, text: "", thinking: "", since: now, ...(phase !== undefined && { phase }) },
    activity: { kind: "asking", model, since: now },
  }),
  "text-delta": (view, { attempt, text }, now) =>
    inLive(view, { attempt, now }, (live) => ({ ...live, text: live.text + text })),
  "thinking-delta": (view, { attempt, text }, now) =>
    inLive(view, { attempt, now }, (live) => ({ ...live, thinking: live.thinking + text })),
  "answer-end": (view, { attempt, text, position }, at) => withEnd(view, { attempt, text, seq: seqOf(position), at }),
  "answer-discarded": (view, { attempt, why }) => withoutAnswer(view, attempt, why),
  "model-error": (view, { attempt, error, retryAt, position }, at) => ({
    ...(error.class === "aborted"
      ? withEnd(view, { attempt, seq: seqOf(position), at, ended: "cancelled" })
      : { ...view, live: undefined }),
    activity: retryAt === undefined ? undefined : { kind: "retry", until: retryAt, why: error.message },
  }),
  nudge: (view, { reason }) => ({ ...view, activity: { kind: "nudged", why: reason } }),
  "rate-wait": (view, { model, until }) => ({ ...view, activity: { kind: "rate", until, model } }),
  "retry-wait": (view, { until }) => ({
    ...view,
    activity: { kind: "retry", until, why: view.activity?.kind === "retry" ? view.activity.why : "" },
  }),
  "context-budget": (view, { budget }) => ({ ...view, budget }),
  "compaction-start": (view, _event, now) => ({ ...view, activity: { kind: "condensing", since: now } }),
  "compaction-done": (view) => ({ ...view, activity: undefined }),
  "compaction-failed": (view) => ({ ...view, activity: undefined }),
  "plan-made": (view, { steps }) => ({ ...view, plan: steps.map((step) => ({ ...step, state: "open" })) }),
  "step-start": (view, { step }) => inPlan(view, step, { state: "running" }),
  "step-end": (view, { step, outcome, result }) => inPlan(view, step, { state: outcome, result }),
  "tool-output": (view, { call, offset, text }) => ({
    ...view,
    output: { ...view.output, [call]: (view.output[call] ?? "").slice(0, offset) + text },
  }),
  "turn-end": (view, { turn, outcome, error, usage, suggestions, text, position }, now) => ({
    ...inTurn(withClosingWords(view, { text, seq: seqOf(position), at: now }), turn, (each) => ({
      ...each,
      messages: each.messages.filter(({ parts }) => parts.length > 0),
      endedAt: now,
      outcome,
      usage,
      ...(error !== undefined && { error }),
      ...(suggestions !== undefined && { suggestions }),
    })),
    live: undefined,
    output: {},
    activity: undefined,
  }),
  "conversation-rewound": (view, { to }) => ({
    ...view,
    turns: view.turns.map((turn) => ((turn.messages[0]?.seq ?? 0) > to ? { ...turn, rewound: true } : turn)),
  }),
}

/** The fact that an event belongs to. A position between two events of a fact names the fact before. */
function seqOf(position: string): number {
  return Number.parseInt(position, 10) + (position.includes("+") ? 1 : 0)
}

function withoutSent(view: SessionView, command: string): SessionView {
  return { ...view, sent: view.sent.filter(({ id }) => id !== command) }
}

function inTurn(view: SessionView, number: number, change: (turn: ViewTurn) => ViewTurn): SessionView {
  return { ...view, turns: view.turns.map((turn) => (turn.turn === number ? change(turn) : turn)) }
}

function inLive(
  view: SessionView,
  { attempt, now }: { readonly attempt: string; readonly now: number },
  change: (live: LiveAnswer) => LiveAnswer,
): SessionView {
  // A stream that begins in the middle of an answer says nothing of its start.
  const live = view.live?.attempt === attempt ? view.live : { attempt, model: "", text: "", thinking: "", since: now }
  return { ...view, live: change(live), activity: undefined }
}

/** Steps are numbered from 1. */
function inPlan(view: SessionView, step: number, change: Partial<SessionView["plan"][number]>): SessionView {
  return { ...view, plan: view.plan.map((each, index) => (index === step - 1 ? { ...each, ...change } : each)) }
}
