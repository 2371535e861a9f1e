// What subscribers see: facts told in the words of a stream, and text as it arrives. The log stays the truth.
import type { ModelError } from "./answer.ts"
import type { Part } from "./content.ts"
import type { Cut, Risk, ToolOutcome, TurnError, TurnOutcome } from "./fact.ts"
import type { JsonObject } from "./json.ts"
import type { Usage } from "./usage.ts"

export type Event = EventBody & {
  /** Where a subscriber that has seen this event goes on: `seq`, or `seq:attempt:offset` inside an answer. */
  readonly position: string
}

export type EventBody =
  | {
      readonly type: "turn-start"
      readonly turn: number
      readonly trace: string
      readonly input: readonly Part[]
      readonly command: string
    }
  | { readonly type: "input-added"; readonly turn: number; readonly input: readonly Part[]; readonly command: string }
  | { readonly type: "iteration-start"; readonly iteration: number; readonly attempt: string; readonly model: string }
  | { readonly type: "text-delta"; readonly attempt: string; readonly text: string }
  | { readonly type: "thinking-delta"; readonly attempt: string; readonly text: string }
  | { readonly type: "answer-end"; readonly attempt: string; readonly text: string; readonly usage?: Usage }
  | { readonly type: "answer-discarded"; readonly attempt: string; readonly why: "crashed" | "failed" | "nudged" }
  | { readonly type: "model-error"; readonly attempt: string; readonly error: ModelError; readonly retryAt?: number }
  | { readonly type: "nudge"; readonly reason: string; readonly text: string }
  | {
      readonly type: "approval-requested"
      readonly call: string
      readonly name: string
      readonly arguments: JsonObject
      readonly preview: string
      readonly risk: Risk
    }
  | { readonly type: "approval-settled"; readonly call: string; readonly decision: "approved" | "denied" }
  | {
      readonly type: "question-asked"
      readonly call: string
      readonly question: string
      readonly suggestions: readonly string[]
    }
  | { readonly type: "question-answered"; readonly call: string; readonly answer: string }
  | { readonly type: "tool-call"; readonly call: string; readonly name: string; readonly arguments: JsonObject }
  | { readonly type: "tool-output"; readonly call: string; readonly offset: number; readonly text: string }
  | {
      readonly type: "tool-result"
      readonly call: string
      readonly name: string
      readonly content: readonly Part[]
      readonly cut?: Cut
      readonly ms: number
    }
  | {
      readonly type: "tool-error"
      readonly call: string
      readonly name: string
      readonly outcome: Exclude<ToolOutcome, "ok">
      readonly content: readonly Part[]
      readonly cut?: Cut
      readonly ms: number
    }
  | { readonly type: "cancelled"; readonly turn: number }
  | {
      readonly type: "turn-end"
      readonly turn: number
      readonly outcome: TurnOutcome
      readonly text: string
      readonly error?: TurnError
      readonly usage: Usage
    }

/** What performers tell while an effect is under way; told to subscribers, never stored. */
export type Delta =
  | { readonly kind: "text"; readonly attempt: string; readonly text: string }
  | { readonly kind: "thinking"; readonly attempt: string; readonly text: string }
  | { readonly kind: "output"; readonly call: string; readonly text: string }

export type Emit = (delta: Delta) => void
