// What somebody who watches wants to know of each fact, in plain data: no words of the user or the model, arguments cut and
// without secrets. Every record names its turn's trace.
import type { Stop } from "../contracts/answer.ts"
import type { Again, Cut, EffectClass, Purpose, ToolOutcome, TurnOutcome } from "../contracts/fact.ts"
import type { Verdict } from "../contracts/finish-check.ts"
import type { Phase } from "../contracts/plan.ts"
import type { Usage } from "../contracts/usage.ts"

export type LogRecord = Where & (TurnStart | ModelCall | ToolCall | Decision | Trim | TurnFailure | TurnEnd)

export interface Where {
  readonly seq: number
  readonly at: number
  /** Absent outside of turns. */
  readonly trace?: string
  readonly turn?: number
}

export interface TurnStart {
  readonly kind: "turn-start"
  readonly profile?: string
}

/** One attempt, with its end. */
export interface ModelCall {
  readonly kind: "model-call"
  readonly attempt: string
  readonly model: string
  readonly purpose?: Purpose
  /** In a turn that is carried out by a plan. */
  readonly phase?: Phase
  /** Which model of the chain, counted from 0. */
  readonly chain: number
  /** The same was asked before and led to nothing. */
  readonly retry: boolean
  readonly startedAt: number
  readonly ms: number
  readonly outcome: "ok" | "error"
  readonly stop?: Stop
  readonly error?: { readonly class: string; readonly code: string; readonly message: string }
  /** What a judge model said of an answer; `none` when it said something else. */
  readonly verdict?: Verdict | "none"
  readonly usage?: Usage
  /** Tokens of the request as estimated, and of the window it had to fit. */
  readonly context?: { readonly tokens: number; readonly window: number }
  /** How many calls it asked for, and what could not be read. */
  readonly calls: number
  readonly problems: readonly string[]
}

export interface ToolCall {
  readonly kind: "tool-call"
  readonly call: string
  readonly tool: string
  /** What the model called it, when that is not its name. */
  readonly asked?: string
  /** JSON, cut, without secrets; absent when it never came to that. */
  readonly arguments?: string
  readonly repairs: readonly string[]
  readonly effect?: EffectClass
  /** A crash interrupted it, and it was run once more on this word. */
  readonly again?: Again
  /** The tool failed the last time it was called in this turn. */
  readonly retry: boolean
  /** It was run without asking, because somebody had allowed it before. */
  readonly granted: boolean
  readonly startedAt?: number
  readonly ms: number
  readonly outcome: ToolOutcome
  readonly code?: string
  readonly cut?: Cut
}

export interface Decision {
  readonly kind: "decision"
  /** `nudge`, `judge`, `retry`, `next-model`, `approval`, or the type of the fact it stands for. */
  readonly what: string
  readonly why?: string
  readonly call?: string
  readonly tool?: string
  readonly attempt?: string
  readonly by?: string
}

export interface Trim {
  readonly kind: "trim"
  readonly strategy: string
  readonly why?: string
  readonly before?: number
  readonly after?: number
  /** How many things there was no room to carry over. */
  readonly lost: number
}

export interface TurnFailure {
  readonly kind: "error"
  readonly code: string
  readonly message: string
}

export interface TurnEnd {
  readonly kind: "turn-end"
  readonly outcome: TurnOutcome
  readonly code?: string
  readonly startedAt: number
  readonly ms: number
  readonly steps: number
  readonly modelCalls: number
  readonly toolRuns: number
  readonly failures: number
  readonly usage: Usage
}

/** A record before it is said where it belongs. */
export type Content = LogRecord extends infer Each
  ? Each extends LogRecord
    ? Omit<Each, "seq" | "at" | "trace" | "turn">
    : never
  : never
