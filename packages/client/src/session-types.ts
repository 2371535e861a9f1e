// The options of a session's handle: those of the library, as far as they make sense over a wire.
import type { Operations } from "./wire.ts"

type Body<N extends keyof Operations> = Operations[N]["body"]

/** What the library's options have, and a server decides by itself: taken, and not sent. */
interface Local {
  /** The server knows who sends the request. */
  readonly by?: string
}

/** How input is sent. */
export interface SendOptions extends Local, Omit<Body<"turns.send">, "input"> {
  /** Cancels the turn that the input becomes part of when it is aborted, as `cancel` does. */
  readonly signal?: AbortSignal
  /** Tools run on the server, with the context that the server gives them. */
  readonly context?: unknown
}

/** What happens to a message while a turn runs. */
export type WhenBusy = "queue" | "steer" | "refuse"

/** What goes with the decision about a call: other arguments, a reason, a grant. */
export interface DecideOptions extends Local, Omit<Body<"requests.decide">, "decision" | "question"> {}

/** Which request is settled: a call id, or the event that asked. */
export type ApprovalOf = string | { readonly call: string; readonly question?: number }

/** The question to answer: the event that asked, an open request, or the id of its call. */
export type AnswerTo = string | { readonly call: string; readonly question?: number | string }

/** How a question is answered. */
export interface AnswerOptions extends Local, Omit<Body<"requests.answer">, "answer"> {}

/** How a history is condensed on request. */
export interface CompactOptions extends Local, Body<"turns.compact"> {}

/** Which change is taken back; the last one that is not undone unless given. */
export interface UndoOptions extends Local, Body<"files.undo"> {}

/** Which turn a session goes back to, and what goes back. */
export interface RewindOptions extends Local, Body<"files.rewind"> {}

/** Up to which fact the past is copied, and how the copy is named. */
export type ForkOptions = Body<"sessions.fork">

/** Which turns of a transcript: `last`, only so many, at most 500; `before`, only turns before the one with this number. */
export interface TranscriptOptions extends NonNullable<Operations["look.transcript"]["query"]> {}

/** Turns of a session, the position to follow events from, and whether there are earlier turns. */
export type TranscriptPage = Operations["look.transcript"]["answer"]

/** Where a stream of events begins, and when it ends. */
export interface FollowOptions {
  /** The position after which it begins. */
  readonly after?: string | number
  /** Ends the stream. */
  readonly signal?: AbortSignal
  /** Turns run on the server: a client cannot fail them. */
  readonly failFast?: boolean
}
