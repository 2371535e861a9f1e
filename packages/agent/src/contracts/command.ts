// What anybody may ask of a session. Commands wait in the session's inbox until its one writer turns them into facts.
import type { Part } from "./content.ts"
import type { Grant } from "./fact.ts"
import type { JsonObject } from "./json.ts"
import type { Wish } from "./undo.ts"

/** What anybody may ask of a session. Each has an id and is carried out once. */
export type Command = Say | Approve | AnswerQuestion | Cancel | AskCompaction | AskRestore

interface Identified {
  /** Chosen by the sender; the same id is carried out once, however often it is sent. */
  readonly id: string
  readonly by?: string
}

export interface Say extends Identified {
  readonly kind: "say"
  readonly input: readonly Part[]
  /** While a turn runs: wait for its end, or join it. */
  readonly whenBusy: "queue" | "steer"
  /** Tries the last turn again: what was pending in it is taken up. */
  readonly retry?: true
}

/**
 * Which request is decided: the call that waits, or the event that asked. Requests of sub-agents share a call; their events
 * tell them apart.
 */
export type ApprovalOf = string | { readonly call: string; readonly question?: number }

export interface Approve extends Identified {
  readonly kind: "approve"
  readonly call: string
  /** The fact that asked for it. Children of one call ask one after the other; without it only the first can be meant. */
  readonly question?: number
  readonly decision: "approved" | "denied"
  readonly arguments?: JsonObject
  readonly reason?: string
  readonly grant?: Grant
}

export interface AnswerQuestion extends Identified {
  readonly kind: "answer"
  readonly call: string
  readonly answer: string
  /** The fact that asked it. A tool may ask several things while it runs; without it the last one is meant. */
  readonly question?: number
}

export interface Cancel extends Identified {
  readonly kind: "cancel"
}

/** Condense the history now. */
export interface AskCompaction extends Identified {
  readonly kind: "compact"
  readonly focus?: string
}

/** Put files back, take the conversation back, or both, by a plan that was made when it was asked for. */
export interface AskRestore extends Identified, Wish {
  readonly kind: "restore"
}

/** A command in the inbox, with its place in line. */
export interface QueuedCommand {
  readonly place: number
  readonly command: Command
}

/** Checked in the transaction that enqueues, so that two senders at once cannot both pass. */
export interface Admission {
  /** Refuse a `say` while a turn runs, waits, or is queued. */
  readonly refuseWhenBusy?: boolean
  /** Refuse a `say` when this many commands wait already. */
  readonly maxQueued?: number
  /** Refuse a `say` whose files would be more than so many in the session, with those that wait. */
  readonly maxFiles?: number
  /** Refuse a `say` while so many other sessions of the same owner have a turn under way or before them. */
  readonly maxActiveSessions?: number
  /** A session that comes back from the archive must not make more of them: the owner's oldest go there. */
  readonly maxSessions?: number
}

export type Enqueued =
  | { readonly outcome: "accepted" }
  | { readonly outcome: "duplicate" }
  | { readonly outcome: "refused"; readonly reason: RefusalReason }

export type RefusalReason = "busy" | "queue-full" | "not-open" | "missing" | "too-many-files" | "too-many-active"
