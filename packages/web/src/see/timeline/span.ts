// What a timeline shows: something that took a while, or one moment.

/** Lanes from top to bottom. */
export const LANES = ["model", "tools", "waits", "nudges", "compactions", "other"] as const
export type LaneName = (typeof LANES)[number]

/** What it is, within its lane. */
export type SpanKind =
  | "model"
  | "judge"
  | "summary"
  | "sampling"
  | "tool"
  | "approval"
  | "question"
  | "rate"
  | "retry"
  | "nudge"
  | "compaction"
  | "input"
  | "plan"
  | "files"
  | "limit"
  | "turn"

/** `open`: it is not over. `unknown`: it may or may not have happened. `plain`: it can neither succeed nor fail. */
export type SpanState = "open" | "ok" | "failed" | "unknown" | "refused" | "plain"

export interface Span {
  /** Unique among all sessions. */
  readonly id: string
  readonly session: string
  readonly lane: LaneName
  readonly kind: SpanKind
  /** Milliseconds since 1970. A moment ends when it begins. */
  readonly from: number
  readonly to: number
  readonly state: SpanState
  /** The model, the tool, or the reason. */
  readonly name: string
  /** How it ended, as the log says: "timeout", "rate-limit". */
  readonly outcome?: string
  /** The numbers of its facts. */
  readonly seqs: readonly number[]
  /** Names the request and its answer. */
  readonly attempt?: string
  readonly call?: string
  /** The session that does the work. */
  readonly child?: string
}

export function isMoment({ from, to, state }: Span): boolean {
  return from === to && state !== "open"
}
