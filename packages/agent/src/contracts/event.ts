// What subscribers see: facts told in the words of a stream, and text as it arrives. The log stays the truth.
import type { ApprovalRequested } from "../features/approval/facts/approval-requested.ts"
import type { QuestionAsked } from "../features/questions/facts/question-asked.ts"
import type { ModelError } from "./answer.ts"
import type { CompactionReason } from "./compaction.ts"
import type { Part } from "./content.ts"
import type { Budget } from "./context.ts"
import type { Cut, ToolOutcome, TurnError, TurnOutcome } from "./fact.ts"
import type { JsonObject } from "./json.ts"
import type { Phase, PlanStep, StepOutcome } from "./plan.ts"
import type { Effect, Restored } from "./undo.ts"
import type { Usage } from "./usage.ts"

/**
 * What a subscriber sees: a fact in the words of a stream, or text as it arrives.
 *
 * @example
 * ```ts
 * for await (const event of session.send("Hello")) {
 *   if (event.type === "text-delta") process.stdout.write(event.text)
 *   if (event.type === "turn-end") console.log(event.outcome)
 * }
 * ```
 */
export type Event = EventBody & {
  /** Where a subscriber that has seen this event goes on: `seq`, or `seq:attempt:offset` inside an answer. */
  readonly position: string
  /** Of the turn that it belongs to: the same in log records, spans and the turn's result. Absent between turns. */
  readonly trace?: string
}

export type EventBody =
  /** A turn begins with what was said. */
  | {
      readonly type: "turn-start"
      readonly turn: number
      readonly trace: string
      readonly input: readonly Part[]
      readonly command: string
    }
  /** Something more was said, and joins the running turn. */
  | { readonly type: "input-added"; readonly turn: number; readonly input: readonly Part[]; readonly command: string }
  /** The loop of model and tools begins. */
  | { readonly type: "loop-start"; readonly turn: number }
  /** The loop of model and tools ends, just before the turn does. */
  | { readonly type: "loop-end"; readonly turn: number }
  /** A model is asked. */
  | {
      readonly type: "iteration-start"
      readonly iteration: number
      readonly attempt: string
      readonly model: string
      /** In a turn that is carried out by a plan. What a planner or a router says is no answer, and not told. */
      readonly phase?: Phase
    }
  /** The turn is carried out by a plan, step by step. */
  | { readonly type: "plan-made"; readonly steps: readonly PlanStep[] }
  /** A step of the plan begins. */
  | { readonly type: "step-start"; readonly step: number; readonly what: string }
  /** A step of the plan is over. */
  | { readonly type: "step-end"; readonly step: number; readonly outcome: StepOutcome; readonly result: string }
  /** The plan failed: the turn goes on without one. */
  | { readonly type: "plan-failed"; readonly why: string }
  /** Around the pieces of what a model says and thinks; an answer that is taken back ends too. */
  | { readonly type: "text-start" | "text-end" | "thinking-start" | "thinking-end"; readonly attempt: string }
  /** A piece of what the model says, as it comes. */
  | { readonly type: "text-delta"; readonly attempt: string; readonly text: string }
  /** A piece of what the model thinks, as it comes. */
  | { readonly type: "thinking-delta"; readonly attempt: string; readonly text: string }
  /** The whole answer, once it is durable. */
  | { readonly type: "answer-end"; readonly attempt: string; readonly text: string; readonly usage?: Usage }
  /** What was told of this answer does not count. */
  | { readonly type: "answer-discarded"; readonly attempt: string; readonly why: "crashed" | "failed" | "nudged" }
  /** A model could not answer. `retryAt`: it is asked again then. */
  | { readonly type: "model-error"; readonly attempt: string; readonly error: ModelError; readonly retryAt?: number }
  /** An answer without a call where one was wanted, or with one that could not be read. */
  | { readonly type: "no-tool-call"; readonly attempt: string; readonly why: string }
  /** The model is asked again, with these words, because of its last answer. */
  | { readonly type: "nudge"; readonly reason: string; readonly text: string }
  /** The model is asked again at this time; told by the process that waits. */
  | { readonly type: "retry-wait"; readonly until: number }
  /** How the request fills the model's window: the parts and what remains add up to it. */
  | { readonly type: "context-budget"; readonly attempt: string; readonly budget: Budget }
  /** The history is condensed: a model is shown less of it from here on. */
  | { readonly type: "compaction-start" }
  /** The history is condensed, and what it took before and after. */
  | {
      readonly type: "compaction-done"
      readonly strategy: string
      readonly why?: CompactionReason
      readonly tokens?: { readonly before: number; readonly after: number }
      /** What there was no room for. */
      readonly lost: readonly string[]
    }
  /** Files were put back, or why not. */
  | {
      readonly type: "files-restored"
      readonly command: string
      readonly report: Readonly<Record<string, Restored>>
      readonly why: Readonly<Record<string, string>>
      /** The changes that were taken back. */
      readonly undoes: readonly string[]
      /** Nothing was done at all. */
      readonly refused?: string
    }
  /** The conversation is as it was before this turn: what came since is shown to no model. */
  | {
      readonly type: "conversation-rewound"
      readonly command: string
      /** The last fact that counts. */
      readonly to: number
      readonly turn?: number
      /** Calls whose effects stay. */
      readonly stays: readonly Effect[]
    }
  /** No summary came of it; one is made without a model. */
  | { readonly type: "compaction-failed"; readonly error: ModelError }
  /** Why the turn failed. `recoverable`: what is wrong with a call that could not be read; the model is told, and the turn goes on. */
  | { readonly type: "error"; readonly code: string; readonly message: string; readonly recoverable?: true }
  /** A call waits for a person: pass the event to `session.approve`. */
  | ApprovalAsked
  /** Somebody decided about a call. */
  | { readonly type: "approval-settled"; readonly call: string; readonly decision: "approved" | "denied" }
  /** A call asks a person: `session.answer` answers it. */
  | QuestionAsked
  /** Somebody answered the question of a call. */
  | { readonly type: "question-answered"; readonly call: string; readonly answer: string }
  /** The question needs no answer any more. */
  | { readonly type: "question-withdrawn"; readonly call: string; readonly why: "timeout" | "not-needed" }
  /** A tool is about to run. */
  | {
      readonly type: "tool-call"
      readonly call: string
      readonly name: string
      readonly arguments: JsonObject
      /** The session that does the work. */
      readonly child?: string
      /** It ends the turn: what it says is the turn's text. */
      readonly ends?: true
    }
  /** A piece of what a tool tells while it runs; not stored. */
  | { readonly type: "tool-output"; readonly call: string; readonly offset: number; readonly text: string }
  /** A tool did its work. */
  | {
      readonly type: "tool-result"
      readonly call: string
      readonly name: string
      readonly content: readonly Part[]
      readonly cut?: Cut
      readonly ms: number
    }
  /** A call did not work, was denied, or has an outcome that nobody knows. */
  | {
      readonly type: "tool-error"
      readonly call: string
      readonly name: string
      readonly outcome: Exclude<ToolOutcome, "ok">
      /** Which kind of failure it was. */
      readonly code?: string
      readonly content: readonly Part[]
      readonly cut?: Cut
      readonly ms: number
    }
  /** Somebody cancelled the turn; its end follows. */
  | { readonly type: "cancelled"; readonly turn: number }
  /** The turn is over. */
  | {
      readonly type: "turn-end"
      readonly turn: number
      readonly outcome: TurnOutcome
      readonly text: string
      readonly error?: TurnError
      /** What the user might answer. */
      readonly suggestions?: readonly string[]
      readonly usage: Usage
    }

/** Settled by passing this event to `session.approve`; what the files held is for the log alone. */
export interface ApprovalAsked extends Omit<ApprovalRequested, "base"> {
  /** Tells the requests apart that come by one call, from children. */
  readonly question?: number
}

/** What performers tell while an effect is under way; told to subscribers, never stored. */
export type Delta =
  | { readonly kind: "text"; readonly attempt: string; readonly text: string }
  | { readonly kind: "thinking"; readonly attempt: string; readonly text: string }
  | { readonly kind: "output"; readonly call: string; readonly text: string }
  | { readonly kind: "wait"; readonly until: number }

export type Emit = (delta: Delta) => void

export interface SubscribeOptions {
  /** Go on after this position: an event's `position`, or a fact's `seq`. */
  readonly after?: string | number
  readonly signal?: AbortSignal
  /** Throw when the session could not go on in this process since this mark, instead of waiting for somebody who can. */
  readonly failAfter?: number
  /** Whether text is told while it comes; without it only what facts say. */
  readonly deltas?: boolean
}
