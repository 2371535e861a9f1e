// The events that subscribers get: facts as part of a stream, and text while it arrives. The log
// remains the source of truth.
import type { ApprovalRequested } from "../features/approval/facts/approval-requested.ts"
import type { QuestionAsked } from "../features/questions/facts/question-asked.ts"
import type { ModelError } from "./answer.ts"
import type { ApprovalMode } from "./command.ts"
import type { CompactionReason } from "./compaction.ts"
import type { Part } from "./content.ts"
import type { Budget } from "./context.ts"
import type { Cut, ToolOutcome, TurnError, TurnOutcome } from "./fact.ts"
import type { Json, JsonObject } from "./json.ts"
import type { LimitName, LimitScope } from "./limits.ts"
import type { Phase, PlanStep, StepOutcome } from "./plan.ts"
import type { Effect, Restored } from "./undo.ts"
import type { Usage } from "./usage.ts"

/**
 * What a subscriber gets: a fact as part of a stream, or text while it arrives.
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
  /** Where a subscriber that has seen this event resumes: `seq`, or `seq:attempt:offset` inside an answer. */
  readonly position: string
  /** The trace of the turn: the same in log records, spans and the turn's result. Absent between turns. */
  readonly trace?: string
}

/** What an event says, by its type. */
export type EventBody =
  /** A turn begins with what was said. */
  | {
      readonly type: "turn-start"
      readonly turn: number
      readonly trace: string
      readonly input: readonly Part[]
      readonly command: string
      /** What runs unasked in it, where its sender said so. */
      readonly approval?: ApprovalMode
    }
  /** More input joins the running turn. */
  | {
      readonly type: "input-added"
      readonly turn: number
      readonly input: readonly Part[]
      readonly command: string
      /** What runs unasked in the rest of the turn, where the sender said so. */
      readonly approval?: ApprovalMode
    }
  /** A message was taken back before its turn began. `command`: the id that it was sent with. */
  | { readonly type: "input-withdrawn"; readonly command: string; readonly by?: string }
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
      /**
       * In a turn with a plan: what the request is for. The text of a planner or router is no
       * answer, and is not published.
       */
      readonly phase?: Phase
    }
  /** The turn is carried out by this plan, step by step. */
  | { readonly type: "plan-made"; readonly steps: readonly PlanStep[] }
  /** A step of the plan begins. */
  | { readonly type: "step-start"; readonly step: number; readonly what: string }
  /** A step of the plan has ended. */
  | { readonly type: "step-end"; readonly step: number; readonly outcome: StepOutcome; readonly result: string }
  /** The plan failed: the turn goes on without one. */
  | { readonly type: "plan-failed"; readonly why: string }
  /** Frame the pieces of a model's text and thinking. They also end when an answer is taken back. */
  | { readonly type: "text-start" | "text-end" | "thinking-start" | "thinking-end"; readonly attempt: string }
  /** A piece of the model's text, while it streams. */
  | { readonly type: "text-delta"; readonly attempt: string; readonly text: string }
  /** A piece of the model's thinking, while it streams. */
  | { readonly type: "thinking-delta"; readonly attempt: string; readonly text: string }
  /** The whole answer, once it is durable. */
  | { readonly type: "answer-end"; readonly attempt: string; readonly text: string; readonly usage?: Usage }
  /** The published part of this answer is void. */
  | { readonly type: "answer-discarded"; readonly attempt: string; readonly why: "crashed" | "failed" | "nudged" }
  /** A model could not answer. `retryAt`: when it is asked again. */
  | { readonly type: "model-error"; readonly attempt: string; readonly error: ModelError; readonly retryAt?: number }
  /** An answer without a call where one was required, or with a call that could not be parsed. */
  | { readonly type: "no-tool-call"; readonly attempt: string; readonly why: string }
  /** The model is asked again, with this text, because of its last answer. */
  | { readonly type: "nudge"; readonly reason: string; readonly text: string }
  /** The rate of the model is limited: the next request is sent at this time, or later. */
  | { readonly type: "rate-wait"; readonly model: string; readonly until: number }
  /** The model is asked again at this time. Published only by the process that waits. */
  | { readonly type: "retry-wait"; readonly until: number }
  /** How the request fills the model's window: the parts and the remainder add up to it. */
  | { readonly type: "context-budget"; readonly attempt: string; readonly budget: Budget }
  /** A compaction begins: from here on a model is shown less of the history. */
  | { readonly type: "compaction-start" }
  /** The compaction is done, with the history's size before and after. */
  | {
      readonly type: "compaction-done"
      readonly strategy: string
      readonly why?: CompactionReason
      readonly tokens?: { readonly before: number; readonly after: number }
      /** What there was no room for. */
      readonly lost: readonly string[]
    }
  /** Files were restored; `why` gives the reasons for those that were not. */
  | {
      readonly type: "files-restored"
      readonly command: string
      readonly report: Readonly<Record<string, Restored>>
      readonly why: Readonly<Record<string, string>>
      /** The changes that were undone. */
      readonly undoes: readonly string[]
      /** Set when nothing was done at all: the reason. */
      readonly refused?: string
    }
  /** The conversation is back to before this turn: later messages are shown to no model. */
  | {
      readonly type: "conversation-rewound"
      readonly command: string
      /** The last fact that still counts. */
      readonly to: number
      readonly turn?: number
      /** Calls whose effects remain. */
      readonly stays: readonly Effect[]
    }
  /** The model made no summary; one is made without a model. */
  | { readonly type: "compaction-failed"; readonly error: ModelError }
  /** A limit of what may be used is near, which is told once, or reached: then the turn ends. */
  | {
      readonly type: "usage-limit"
      readonly level: "near" | "reached"
      readonly scope: LimitScope
      readonly limit: LimitName
      readonly used: number
      readonly max: number
    }
  /** Why the turn failed. `recoverable`: a call could not be parsed; the model is told, and the turn goes on. */
  | { readonly type: "error"; readonly code: string; readonly message: string; readonly recoverable?: true }
  /** A call waits for an approval: pass this event to `session.decide`. */
  | ApprovalAsked
  /** An approval was settled. */
  | { readonly type: "approval-settled"; readonly call: string; readonly decision: "approved" | "denied" }
  /** A call asks a person: answer with `session.answer`. */
  | QuestionAsked
  /** The question of a call was answered. */
  | { readonly type: "question-answered"; readonly call: string; readonly answer: string }
  /** The question no longer needs an answer. */
  | { readonly type: "question-withdrawn"; readonly call: string; readonly why: "timeout" | "not-needed" }
  /** A tool is about to run. */
  | {
      readonly type: "tool-call"
      readonly call: string
      readonly name: string
      readonly arguments: JsonObject
      /** The child session that does the work. */
      readonly child?: string
      /** The call ends the turn: its text is the turn's text. */
      readonly ends?: true
    }
  /** A piece of a tool's output while it runs; not stored. */
  | { readonly type: "tool-output"; readonly call: string; readonly offset: number; readonly text: string }
  /** A call succeeded. */
  | {
      readonly type: "tool-result"
      readonly call: string
      readonly name: string
      readonly content: readonly Part[]
      /**
       * What the tool returned, when that is a value and no text, and the model was shown all of it. Of an MCP server's
       * tool: the `structuredContent` of its result.
       */
      readonly value?: Json
      readonly cut?: Cut
      readonly ms: number
    }
  /** A call failed, was denied, or has an unknown outcome. */
  | {
      readonly type: "tool-error"
      readonly call: string
      readonly name: string
      readonly outcome: Exclude<ToolOutcome, "ok">
      /** The kind of failure. */
      readonly code?: string
      readonly content: readonly Part[]
      readonly cut?: Cut
      readonly ms: number
    }
  /** The turn was cancelled; `turn-end` follows. */
  | { readonly type: "cancelled"; readonly turn: number }
  /** The turn is over. */
  | {
      readonly type: "turn-end"
      readonly turn: number
      readonly outcome: TurnOutcome
      readonly text: string
      readonly error?: TurnError
      /** Answers to suggest to the user. */
      readonly suggestions?: readonly string[]
      /** The final answer as data, in a turn that was asked for one. */
      readonly output?: Json
      readonly usage: Usage
    }

/** Settled by passing this event to `session.decide`. The file hashes of the fact are in the log only. */
export interface ApprovalAsked extends Omit<ApprovalRequested, "base"> {
  /** Tells apart the requests of several children that share one call. */
  readonly question?: number
}

/** What performers emit while an effect is under way. Published to subscribers, never stored. */
export type Delta =
  | { readonly kind: "text"; readonly attempt: string; readonly text: string }
  | { readonly kind: "thinking"; readonly attempt: string; readonly text: string }
  | { readonly kind: "output"; readonly call: string; readonly text: string }
  | { readonly kind: "wait"; readonly until: number }

export type Emit = (delta: Delta) => void

export interface SubscribeOptions {
  /** Resume after this position: an event's `position`, or a fact's `seq`. */
  readonly after?: string | number
  readonly signal?: AbortSignal
  /**
   * Throw when the session failed in this process after this mark, instead of waiting for a process that can run it.
   */
  readonly failAfter?: number
  /** Whether text is published while it streams. Without it, only facts are. */
  readonly deltas?: boolean
}

/** Which turn's end to wait for: that of the turn which took up this command, after this `seq`. */
export interface TurnOf {
  readonly command: string
  readonly after: number
  /** Called when the command has become part of a turn. */
  readonly onTurn?: (turn: number) => void
}

/** The last event of a turn. */
export type TurnEnd = Extract<Event, { type: "turn-end" }>
