// Builders for facts, for tests that start from a log.
import { defined } from "../base/defined.ts"
import type { ErrorClass, Problem, Stop } from "../contracts/answer.ts"
import { text } from "../contracts/content.ts"
import {
  type Draft,
  type EffectClass,
  type Ending,
  FACT_VERSION,
  type Fact,
  type ToolOutcome,
} from "../contracts/fact.ts"
import type { JsonObject } from "../contracts/json.ts"
import type { Call, Reasoning } from "../contracts/message.ts"
import type { Phase, PlanStep, StepAsked, StepOutcome } from "../contracts/plan.ts"
import { noUsage } from "../contracts/usage.ts"
import type { Nudged } from "../kernel/facts/nudged.ts"
import type { ToolFinished } from "../kernel/facts/tool-finished.ts"

/** Numbers drafts as a session's writer does, with one second between them. */
export function stamp(drafts: readonly Draft[], startsAt = 1_700_000_000_000): readonly Fact[] {
  return drafts.map((draft, index) => ({ v: FACT_VERSION, seq: index + 1, at: startsAt + index * 1000, ...draft }))
}

/** A session is opened. */
export function opened(session = "s1"): Draft {
  return { type: "session-opened", session, profile: "default" }
}

/** The user says something, and a turn begins. */
export function said(input: string, turn = 1, command = `say-${turn}`): Draft {
  return { type: "turn-started", turn, trace: `trace-${turn}`, input: [text(input)], command }
}

/** The user says something that joins the running turn. */
export function steered(input: string, turn = 1, command = `steer-${input}`): Draft {
  return { type: "input-added", turn, input: [text(input)], command }
}

/** A request to a model. `chain` is the model's position in the chain. */
export function asked(attempt = "1.1.1", seen = 2, chain = 0): Draft {
  const [turn = 1, iteration = 1] = attempt.split(".").map(Number)
  const asked = { attempt, turn, iteration, model: "scripted", seen, sections: {} }
  return { type: "model-asked", ...asked, ...(chain > 0 && { chain }) }
}

/** A request in a turn with a plan. */
export function planAsked(phase: Phase, attempt: string, step?: StepAsked, chain = 0): Draft {
  const [turn = 1, iteration = 1] = attempt.split(".").map(Number)
  const asked = { attempt, turn, iteration, model: "scripted", seen: 2, sections: {}, phase }
  return { type: "model-asked", ...asked, ...defined({ step }), ...(chain > 0 && { chain }) }
}

/** The planner or the router answers. */
export function planAnswered(phase: Phase, answer: AnAnswer, attempt: string): Draft {
  return { ...answered(answer, attempt), phase } as Draft
}

/** A plan of these steps is made. */
export function planMade(...steps: readonly PlanStep[]): Draft {
  return { type: "plan-made", steps }
}

/** A step of the plan is over. */
export function stepFinished(step: number, outcome: StepOutcome = "ok", calls: readonly string[] = []): Draft {
  return { type: "plan-step-finished", step, outcome, result: `result of step ${step}`, calls }
}

/** The plan failed. */
export function planFailed(why = "It failed."): Draft {
  return { type: "plan-failed", why }
}

/** A model's answer, with the fields that matter to the test. */
export interface AnAnswer {
  /** Its text. */
  readonly text?: string
  /** Its thinking beside the text. */
  readonly reasoning?: readonly Reasoning[]
  /** The calls it asks for; `aCall` makes one. */
  readonly calls?: readonly Call[]
  /** What could not be parsed. */
  readonly problems?: readonly Problem[]
  /** Why it ends where it does. */
  readonly stop?: Stop
}

/** The model answers. */
export function answered(answer: AnAnswer, attempt = "1.1.1"): Draft {
  const { text: words = "", reasoning = [], calls = [], problems = [] } = answer
  const { stop = calls.length > 0 ? "tool-calls" : "end" } = answer
  return { type: "model-answered", attempt, text: words, reasoning, calls, problems, stop, ms: 1 }
}

/** The model fails with an error of this class. */
export function modelFailed(errorClass: ErrorClass, attempt = "1.1.1"): Draft {
  return { type: "model-failed", attempt, error: { class: errorClass, code: errorClass, message: errorClass }, ms: 1 }
}

/** A call as part of an answer. */
export function aCall(id: string, name = "tool", args: JsonObject = {}, touches?: readonly string[]): Call {
  return { id, name, arguments: args, ...defined({ touches }) }
}

/** The tool of a call is about to run. */
export function toolStarted(call: string, effect: EffectClass = "once", name = "tool"): Draft {
  const effectKey = `s1:${call}`
  return { type: "tool-started", call, asked: name, name, arguments: {}, repairs: [], effectKey, effect }
}

/** The call ended with an outcome. */
export function toolFinished(
  call: string,
  outcome: ToolOutcome = "ok",
  content = `result of ${call}`,
  more: Partial<Pick<ToolFinished, "name" | "code" | "ends">> = {},
): Draft {
  return { type: "tool-finished", call, name: "tool", outcome, content: [text(content)], ms: 1, ...more }
}

/** A call waits for a person's approval. */
export function approvalRequested(call: string): Draft {
  return { type: "approval-requested", call, name: "tool", arguments: {}, preview: "tool()", risk: "changes" }
}

/** A person approves or denies the call. */
export function approvalSettled(call: string, decision: "approved" | "denied" = "approved"): Draft {
  return { type: "approval-settled", call, decision, command: `approve-${call}` }
}

/** A call asks a person. */
export function questionAsked(call: string): Draft {
  return { type: "question-asked", call, question: "Which?", suggestions: [] }
}

/** The person answers. */
export function questionAnswered(call: string, answer = "This one"): Draft {
  return { type: "question-answered", call, answer, command: `answer-${call}` }
}

/** The question needs no answer any more. */
export function questionWithdrawn(call: string, why: "timeout" | "not-needed" = "not-needed"): Draft {
  return { type: "question-withdrawn", call, why }
}

/** The user cancels the turn. */
export function cancelled(turn = 1): Draft {
  return { type: "turn-cancelled", turn, command: `cancel-${turn}` }
}

/** The turn is over. */
export function finished(outcome: "completed" | "cancelled" | "failed" = "completed", turn = 1): Draft {
  return { type: "turn-finished", turn, outcome, text: "", usage: noUsage }
}

/** The model is asked again after an empty answer. */
export function nudged(attempt = "1.1.1", ephemeral = true): Draft {
  return { type: "nudged", reason: "empty", evidence: "empty", text: "Go on.", ephemeral, attempt }
}

/** A nudge that abandons no answer by default. */
export function told(nudge: Partial<Nudged> = {}): Draft {
  return { type: "nudged", reason: "told", evidence: "told", text: "Go on.", ephemeral: true, ...nudge }
}

/** The model is asked for its last answer. */
export function ending(ends: Partial<Ending> = {}): Draft {
  return told({ reason: "ending", ends: { outcome: "completed", text: "That was all.", ...ends } })
}
