// Log records: what an observer gets of each fact, as plain data. They contain no words of the user or the model; arguments
// are cut and have no secrets. Every record names its turn's trace.
import type { Stop } from "../contracts/answer.ts"
import type { Again, Cut, EffectClass, Purpose, ToolOutcome, TurnOutcome } from "../contracts/fact.ts"
import type { Verdict } from "../contracts/finish-check.ts"
import type { Phase } from "../contracts/plan.ts"
import type { Usage } from "../contracts/usage.ts"

/** What an observer gets of a fact, without words of people or models. */
export type LogRecord = Where & (TurnStart | ModelCall | ToolCall | Decision | Trim | TurnFailure | TurnEnd)

/** The session, turn and trace that a record belongs to. */
export interface Where {
  readonly seq: number
  readonly at: number
  /** Absent outside of turns. */
  readonly trace?: string
  readonly turn?: number
}

/** A turn begins. */
export interface TurnStart {
  readonly kind: "turn-start"
  /** The profile that the session runs with. */
  readonly profile?: string
}

/** One attempt, with its end. */
export interface ModelCall {
  readonly kind: "model-call"
  /** Names the request within the session. */
  readonly attempt: string
  /** The model that was asked. */
  readonly model: string
  /** What it was asked for, if not for an answer. */
  readonly purpose?: Purpose
  /** Set in a turn with a plan. */
  readonly phase?: Phase
  /** Which model of the chain, counted from 0. */
  readonly chain: number
  /** The same was asked before, without success. */
  readonly retry: boolean
  /** When it was asked, in milliseconds since 1970. */
  readonly startedAt: number
  /** How long it took. */
  readonly ms: number
  /** Whether an answer came. */
  readonly outcome: "ok" | "error"
  /** Why the answer ends where it does. */
  readonly stop?: Stop
  /** What went wrong. */
  readonly error?: { readonly class: string; readonly code: string; readonly message: string }
  /** The verdict of a judge model; `none` if its answer has none. */
  readonly verdict?: Verdict | "none"
  /** Tokens used, if the provider reports them. */
  readonly usage?: Usage
  /** Estimated tokens of the request, and of the window it had to fit. */
  readonly context?: { readonly tokens: number; readonly window: number }
  /** How many calls it asked for. */
  readonly calls: number
  /** Codes of what could not be parsed in the answer. */
  readonly problems: readonly string[]
}

/** A call of a tool ended. */
export interface ToolCall {
  readonly kind: "tool-call"
  /** The call's id. */
  readonly call: string
  /** The tool's name. */
  readonly tool: string
  /** What the model called it, when that is not its name. */
  readonly asked?: string
  /** JSON, cut, without secrets; absent if the call was never run. */
  readonly arguments?: string
  /** What was repaired in the call. */
  readonly repairs: readonly string[]
  /** What running it twice would do. */
  readonly effect?: EffectClass
  /** A crash interrupted it, and it was run again for this reason. */
  readonly again?: Again
  /** The tool failed the last time it was called in this turn. */
  readonly retry: boolean
  /** It was run without asking, because a person had granted it before. */
  readonly granted: boolean
  /** When it was run, in milliseconds since 1970; absent if it was not run. */
  readonly startedAt?: number
  /** How long it ran. */
  readonly ms: number
  /** How it ended. */
  readonly outcome: ToolOutcome
  /** Which kind of failure it was. */
  readonly code?: string
  /** How much of the result the model is shown, if not all. */
  readonly cut?: Cut
}

/** A decision of a rule, a judge or a person. */
export interface Decision {
  readonly kind: "decision"
  /** `nudge`, `judge`, `retry`, `next-model`, `approval`, or the type of the fact. */
  readonly what: string
  /** The reason, as a code or in a few words. */
  readonly why?: string
  /** The call it is about. */
  readonly call?: string
  /** The tool it is about. */
  readonly tool?: string
  /** The request it is about. */
  readonly attempt?: string
  /** Who decided, where that is known. */
  readonly by?: string
}

/** The history was condensed. */
export interface Trim {
  readonly kind: "trim"
  /** The strategy that made it smaller. */
  readonly strategy: string
  /** Why it was condensed. */
  readonly why?: string
  /** Tokens before. */
  readonly before?: number
  /** Tokens after. */
  readonly after?: number
  /** How many things there was no room to carry over. */
  readonly lost: number
}

/** A turn fails. */
export interface TurnFailure {
  readonly kind: "error"
  /** Which kind of failure it is. */
  readonly code: string
  /** What went wrong, without secrets. */
  readonly message: string
}

/** A turn ended. */
export interface TurnEnd {
  readonly kind: "turn-end"
  /** How it ended. */
  readonly outcome: TurnOutcome
  /** Why it failed. */
  readonly code?: string
  /** When it began, in milliseconds since 1970. */
  readonly startedAt: number
  /** How long it took, including waits for people. */
  readonly ms: number
  /** How many rounds of model and tools it had. */
  readonly steps: number
  /** How often a model was asked. */
  readonly modelCalls: number
  /** How often a tool was run. */
  readonly toolRuns: number
  /** How many calls of models and tools failed. */
  readonly failures: number
  /** The usage of all its model calls. */
  readonly usage: Usage
}

/** A record without its position. */
export type Content = LogRecord extends infer Each
  ? Each extends LogRecord
    ? Omit<Each, "seq" | "at" | "trace" | "turn">
    : never
  : never
