// What a page shows of one session: its turns, and what goes on right now.
import type { ApprovalMode, Event, Input, Part, ToolCard, TranscriptTurn } from "@pawl/client"

type EventOf<T extends Event["type"]> = Extract<Event, { readonly type: T }>
export type Budget = EventOf<"context-budget">["budget"]
export type PlanStep = EventOf<"plan-made">["steps"][number]

export interface SessionView {
  /** Oldest first. The last one may be running. */
  readonly turns: readonly ViewTurn[]
  /** There are turns before the first. */
  readonly earlier: boolean
  /** The answer that is being written. */
  readonly live: LiveAnswer | undefined
  /** What running calls printed so far, by call. */
  readonly output: Readonly<Record<string, string>>
  /** What the session waits for or does beside the answer. */
  readonly activity: Activity | undefined
  /** How full the context was at the last request. */
  readonly budget: Budget | undefined
  readonly plan: readonly ViewStep[]
  /** What this tab sent and no turn has taken yet. */
  readonly sent: readonly Sent[]
}

export interface ViewTurn extends Omit<TranscriptTurn, "messages"> {
  readonly messages: readonly ViewMessage[]
}

export type ViewInput = Extract<TranscriptTurn["messages"][number], { readonly role: "user" }>
export type ViewMessage = ViewInput | ViewAnswer

/** An answer that is complete. It may have no parts yet: those of its calls that nothing was heard of are not known here. */
export interface ViewAnswer extends Omit<TranscriptAnswer, "parts"> {
  readonly parts: readonly (AnswerWords | ViewCard)[]
  /** Unknown for answers that the server's transcript told of. */
  readonly attempt?: string
}

type TranscriptAnswer = Extract<TranscriptTurn["messages"][number], { readonly role: "assistant" }>
type AnswerWords = Exclude<TranscriptAnswer["parts"][number], ToolCard>

export interface ViewCard extends ToolCard {
  /** Its tool runs, also while it waits for a person. */
  readonly isStarted?: boolean
}

/** The answer that is being written: its words so far. */
export interface LiveAnswer {
  readonly attempt: string
  readonly model: string
  readonly text: string
  readonly thinking: string
  /** When this tab heard of it, in milliseconds since 1970. */
  readonly since: number
  readonly phase?: "plan" | "route" | "synthesis"
}

export type Activity =
  | { readonly kind: "asking"; readonly model: string; readonly since: number }
  | { readonly kind: "retry"; readonly until: number; readonly why: string }
  | { readonly kind: "rate"; readonly until: number; readonly model: string }
  | { readonly kind: "condensing"; readonly since: number }
  | { readonly kind: "nudged"; readonly why: string }

export interface ViewStep extends PlanStep {
  readonly state: "open" | "running" | "ok" | "failed"
  readonly result?: string
}

/** What runs unasked in a turn. */
export type { ApprovalMode }

export interface Sent {
  readonly id: string
  readonly parts: readonly (Part | { readonly type: "file"; readonly name: string })[]
  /** To send it again; absent if another tab sent it. */
  readonly input?: Input
  readonly whenBusy: "queue" | "steer"
  readonly model?: string
  readonly approval?: ApprovalMode
  /** The server has not answered for a while. */
  readonly isSlow?: boolean
  /** The server has it, and the turn before it is not over. */
  readonly isQueued?: boolean
  /** Why it could not be sent. It stays until the person sends it again or drops it. */
  readonly problem?: string
  /** The server could not be reached: it is sent again when that is back. */
  readonly isUnreachable?: boolean
}

export const EMPTY_VIEW: SessionView = {
  turns: [],
  earlier: false,
  live: undefined,
  output: {},
  activity: undefined,
  budget: undefined,
  plan: [],
  sent: [],
}

/** Whether a turn is under way. */
export function isRunning({ turns }: Pick<SessionView, "turns">): boolean {
  const last = turns.at(-1)
  return last !== undefined && last.endedAt === undefined
}

/** How many files people attached in the turns that are shown. */
export function filesIn({ turns }: Pick<SessionView, "turns">): number {
  const said = turns.flatMap(({ messages }) => messages.filter(({ role }) => role === "user"))
  return said.reduce((sum, { parts }) => sum + parts.filter(({ type }) => type === "blob").length, 0)
}
