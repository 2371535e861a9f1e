// A model answered with text, calls, or both.
import { defined } from "../../base/defined.ts"
import type { Problem, Stop } from "../../contracts/answer.ts"
import type { Purpose, RequestChars } from "../../contracts/fact.ts"
import type { WrittenAsText } from "../../contracts/finish-check.ts"
import type { AssistantMessage, Call, Reasoning } from "../../contracts/message.ts"
import type { Phase } from "../../contracts/plan.ts"
import { addUsage, type Usage } from "../../contracts/usage.ts"
import { PURPOSES } from "../../registry/purposes.ts"
import { roleOf } from "../../registry/request-roles.ts"
import type { FactDefinition } from "../define-fact.ts"
import { again } from "../state/counting.ts"
import { withCorrection, withFrame } from "../state/gauge.ts"
import { type Counted, counted, remembered } from "../state/remember.ts"
import type { Attempt, CallState, Counters, State, Turn } from "../state/state.ts"

/** The fact that a model answered. */
export interface ModelAnswered {
  readonly type: "model-answered"
  readonly purpose?: Purpose
  readonly phase?: Phase
  readonly attempt: string
  readonly text: string
  readonly reasoning: readonly Reasoning[]
  readonly calls: readonly Call[]
  readonly problems: readonly Problem[]
  /** A call that the model wrote as text at the end of its answer. */
  readonly written?: WrittenAsText
  readonly stop: Stop
  readonly usage?: Usage
  readonly chars?: RequestChars
  readonly ms: number
}

export const modelAnswered: FactDefinition<ModelAnswered> = {
  type: "model-answered",
  version: 1,
  must: {
    attempt: "string",
    text: "string",
    reasoning: "list",
    calls: "calls",
    problems: "list",
    stop: "string",
    ms: "number",
  },
  may: { usage: "object", written: "object" },
  fold(state, fact) {
    if (fact.purpose !== undefined) return PURPOSES[fact.purpose].fold(state, fact)
    const { turn } = state
    if (turn === undefined) return state
    return roleOf(fact).isPublished ? answered(state, turn, fact) : calledOnly(state, turn, fact)
  },
  events(fact, to) {
    if (fact.purpose !== undefined) return PURPOSES[fact.purpose].events?.(fact, to) ?? []
    const { attempt, usage } = fact
    const isTold = roleOf(fact).isPublished
    const text = isTold ? fact.text : ""
    const thoughts = isTold ? fact.reasoning.map((each) => each.text).join("") : ""
    const rest = [
      ...to.publishThinking(attempt, (offset) => thoughts.slice(offset)),
      ...to.publishText(attempt, (offset) => text.slice(offset)),
    ]
    const ended = to.endOpen()
    to.forgetAnswer()
    return [...rest, ...ended, to.event({ type: "answer-end", attempt, text, ...defined({ usage }) })]
  },
  record: "paired",
  describe: ({ text, calls, ms }, say) =>
    [say.short(text, 60), ...calls.map((call) => `-> ${call.name}`), say.quiet(`(${ms} ms)`)].filter(Boolean).join(" "),
  secret: ["text", "reasoning", "calls", "written"],
  searched: (fact) =>
    fact.purpose === undefined && roleOf(fact).isPublished ? { kind: "said", text: fact.text } : undefined,
}

function answered(state: State, turn: Turn, fact: ModelAnswered & { readonly seq: number }): State {
  const { text, reasoning, calls, stop, problems, written } = fact
  const isSilent = text.trim() === "" && calls.length === 0
  const isMalformed = problems.length > 0 && calls.length === 0
  const message: AssistantMessage = { role: "assistant", text: text.trim() === "" ? "" : text, reasoning, calls }
  const { history, counts, blobs } = remembered(state, isSilent ? NOTHING : counted([message]))
  return {
    ...state,
    history,
    counts,
    blobs,
    gauge: withFrame(withCorrection(state.gauge, turn.attempt, fact.usage), fact.chars, turn.ending !== undefined),
    down: withoutAsked(state, turn),
    waiting: state.waiting.length === 0 ? state.waiting : withoutShown(state, turn),
    usage: addUsage(state.usage, fact.usage),
    workMs: state.workMs + fact.ms,
    toolCalls: state.toolCalls + calls.length,
    turn: {
      ...turn,
      attempt: turn.attempt && closed(turn.attempt),
      answer: { seq: fact.seq, attempt: fact.attempt, text, stop, nudged: false, problems, written },
      calls: calls.map(begun),
      usage: addUsage(turn.usage, fact.usage),
      workMs: turn.workMs + fact.ms,
      toolCalls: turn.toolCalls + calls.length,
      counters: isSilent || isMalformed ? countVain(turn.counters, problems, isMalformed) : countGood(turn.counters),
    },
  }
}

const NOTHING: Counted = { messages: [], counts: [] }

function countVain(counters: Counters, problems: readonly Problem[], isMalformed: boolean): Counters {
  return {
    ...counters,
    empties: isMalformed ? 0 : counters.empties + 1,
    malformed: isMalformed ? counters.malformed + 1 : 0,
    sameError: isMalformed ? again(counters.sameError, problemKey(problems)) : counters.sameError,
  }
}

function countGood(counters: Counters): Counters {
  return counters.empties === 0 && counters.malformed === 0 ? counters : { ...counters, empties: 0, malformed: 0 }
}

/** An ephemeral input was shown by the request that has its answer now. */
function withoutShown({ waiting }: State, { attempt }: Turn): State["waiting"] {
  return waiting.filter((input) => !input.ephemeral || input.seq > (attempt?.seen ?? 0))
}

/** The text is no answer to the user. Only the calls become part of the conversation, if the phase allows any. */
function calledOnly(state: State, turn: Turn, fact: ModelAnswered): State {
  const { reasoning } = fact
  const calls = roleOf(fact).hasCalls ? fact.calls : []
  const message: AssistantMessage = { role: "assistant", text: "", reasoning, calls }
  const { history, counts, blobs } = remembered(state, calls.length === 0 ? NOTHING : counted([message]))
  return {
    ...state,
    history,
    counts,
    blobs,
    gauge: withCorrection(state.gauge, turn.attempt, fact.usage),
    down: withoutAsked(state, turn),
    usage: addUsage(state.usage, fact.usage),
    workMs: state.workMs + fact.ms,
    toolCalls: state.toolCalls + calls.length,
    turn: {
      ...turn,
      attempt: turn.attempt && closed(turn.attempt),
      calls: calls.map(begun),
      usage: addUsage(turn.usage, fact.usage),
      workMs: turn.workMs + fact.ms,
      toolCalls: turn.toolCalls + calls.length,
    },
  }
}

function begun(call: Call): CallState {
  return { call, stage: "asked", starts: 0 }
}

/** A model that answered is reachable again. A turn's own model says nothing about the chain. */
function withoutAsked({ down }: State, { attempt, model }: Turn): State["down"] {
  const chain = attempt?.chain ?? 0
  if (model !== undefined || down[chain] === undefined) return down
  const { [chain]: _up, ...others } = down
  return others
}

/**
 * Compares the kinds of problems, not their wording: a model that breaks its calls in a new way
 * each time is just as stuck.
 */
function problemKey(problems: ModelAnswered["problems"]): string {
  return `answer: ${problems.map(({ code }) => code).join(", ")}`
}

function closed(attempt: Attempt): Attempt {
  return { ...attempt, open: false, failure: undefined }
}
