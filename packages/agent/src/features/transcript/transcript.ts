// What a transcript is: every turn of a session as messages, with a card for each tool call.
import type { ApprovalMode } from "../../contracts/command.ts"
import type { BlobPart, Part, TextPart } from "../../contracts/content.ts"
import type { ChildRequest } from "../../contracts/delegation.ts"
import type { Risk, ToolOutcome, TurnError, TurnOutcome } from "../../contracts/fact.ts"
import type { Json, JsonObject } from "../../contracts/json.ts"
import type { Usage } from "../../contracts/usage.ts"

/** Which turns of a transcript: all of them unless a field says otherwise. */
export interface TranscriptOptions {
  /** Only so many turns: the newest. */
  readonly last?: number
  /** Only turns before the one with this number. */
  readonly before?: number
}

/** Turns of a session, and where its events go on. */
export interface TranscriptPage {
  /** The turns, oldest first. */
  readonly turns: readonly TranscriptTurn[]
  /**
   * Where to follow events from: what happened up to here is in the turns, and events after it tell the rest. What a running
   * answer has said so far comes as such events.
   */
  readonly position: string
  /** Whether there are turns before these. */
  readonly earlier: boolean
}

/** One turn of a session, as a person reads it. */
export interface TranscriptTurn {
  /** The turn's number, from 1. */
  readonly turn: number
  /** Names the turn in log records, spans and events. */
  readonly trace: string
  /** When it began, in milliseconds since 1970. */
  readonly startedAt: number
  /** When it ended; absent while it runs. */
  readonly endedAt?: number
  /** How it ended; absent while it runs. */
  readonly outcome?: TurnOutcome
  /** Why it failed. */
  readonly error?: TurnError
  /** The tokens and cost of its model calls; absent while it runs. */
  readonly usage?: Usage
  /** What its last words offer to go on with. */
  readonly suggestions?: readonly string[]
  /** The conversation was taken back to before this turn: no model is shown it any more. */
  readonly rewound?: true
  /** What was said and done, oldest first. */
  readonly messages: readonly TranscriptMessage[]
}

/** What a person or a model said, in parts. */
export type TranscriptMessage = TranscriptInput | TranscriptAnswer

/** Input of a turn. */
export interface TranscriptInput {
  /** A person said it, or a program. */
  readonly role: "user"
  /** The fact that it stands in. */
  readonly seq: number
  /** When it was said, in milliseconds since 1970. */
  readonly at: number
  /** Text and attachments. */
  readonly parts: readonly Part[]
  /** The sender's name, if one was given. */
  readonly by?: string
  /** The approval mode that it was sent with, if one was given. */
  readonly approval?: ApprovalMode
}

/** An answer of a model: its thinking, its text, then its tool calls. */
export interface TranscriptAnswer {
  /** A model said it. */
  readonly role: "assistant"
  /** The fact that it stands in. */
  readonly seq: number
  /** When it was complete, in milliseconds since 1970. */
  readonly at: number
  /** What it consists of. */
  readonly parts: readonly (TextPart | ThinkingPart | ToolCard)[]
  /** `abandoned`: the model was asked again, and this answer does not count. `cancelled`: it was cut off. */
  readonly ended?: "abandoned" | "cancelled"
}

/** What a model thought before it answered. */
export interface ThinkingPart {
  readonly type: "thinking"
  /** The thoughts, as far as the provider shows them. */
  readonly text: string
}

/** A tool call with all that became of it. */
export interface ToolCard {
  readonly type: "tool"
  /** The call's id. */
  readonly call: string
  /** The tool's name. */
  readonly name: string
  /** What it was called with; after a repair or an approver's edit, what it ran with. */
  readonly arguments: JsonObject
  /** Where it stands: `waiting` is for a person; at the end it is the outcome. */
  readonly state: "asked" | "waiting" | "running" | ToolOutcome
  /** What the model was shown as its result. */
  readonly result?: readonly Part[]
  /** What the tool or its server returned, when that is a value and no text, and the model was shown all of it. */
  readonly value?: Json
  /** The whole result, when the model was shown only a part of it. */
  readonly full?: BlobPart
  /** The kind of failure. */
  readonly code?: string
  /** How long it ran. */
  readonly ms?: number
  /** The last approval that was asked for it, and what came of it. */
  readonly approval?: CardApproval
  /** The last question that it asked, and its answer. */
  readonly question?: CardQuestion
  /** The session of the sub-agent that does the work. */
  readonly child?: string
}

/** An approval of a call, open while it has no decision and its call waits. */
export interface CardApproval {
  /** What the approver is shown. */
  readonly preview: string
  /** How bad a mistake would be. */
  readonly risk: Risk
  /** When it was asked for, in milliseconds since 1970. */
  readonly since: number
  /** What was decided; absent while it is open, and when it expired. */
  readonly decision?: "approved" | "denied"
  /** The approver's name, if one was given. */
  readonly by?: string
  /** Why it was denied. */
  readonly reason?: string
  /** Set when it is about a call of a sub-agent. */
  readonly from?: ChildRequest
}

/** A question of a call, open while it has no answer and its call waits. */
export interface CardQuestion {
  /** What is asked. */
  readonly text: string
  /** Answers to choose from. */
  readonly suggestions: readonly string[]
  /** When it was asked, in milliseconds since 1970. */
  readonly since: number
  /** The answer; absent while it is open, and when none came. */
  readonly answer?: string
}
