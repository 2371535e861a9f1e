// Commands: what any process may ask of a session. They wait in the session's inbox until its one
// writer turns them into facts.
import type { Part } from "./content.ts"
import type { Grant } from "./fact.ts"
import type { Json, JsonObject } from "./json.ts"
import type { Priority } from "./queue.ts"
import type { ToolChoice, TurnOutput } from "./turn-output.ts"
import type { Wish } from "./undo.ts"

/** A command to a session, from any process. Each has an id and is carried out once. */
export type Command = Say | Unsend | Approve | AnswerQuestion | Cancel | AskCompaction | AskRestore

/** What every command has. */
export interface Identified {
  /** Chosen by the sender. A command with the same id is carried out once, however often it is sent. */
  readonly id: string
  readonly by?: string
}

/** A message of the user. */
export interface Say extends Identified {
  readonly kind: "say"
  /** The message: text, or parts. */
  readonly input: readonly Part[]
  /** While a turn runs: wait for its end, or join it. */
  readonly whenBusy: "queue" | "steer"
  /** When it was sent, in milliseconds since 1970. */
  readonly at?: number
  /** Retries the last turn: its pending calls are taken up. */
  readonly retry?: true
  /** The model of the turn that begins with it, in place of the agent's; input that joins a turn leaves its model. */
  readonly model?: TurnModel
  /** The tools of the turn that begins with it, by name or by the beginning of a name ("server__*"). */
  readonly tools?: readonly string[]
  /** What the final answer of the turn that begins with it has to fit. */
  readonly output?: TurnOutput
  /** Whether the model has to call a tool in the turn that begins with it, may, or must not. */
  readonly toolChoice?: ToolChoice
  /** What runs unasked in the turn that begins with it; of input that joins a turn: in the rest of that turn. */
  readonly approval?: ApprovalMode
  /** How soon the turn that begins with it is to run; absent: as soon as others. */
  readonly priority?: Exclude<Priority, "normal">
  /** The context of the application for the turn that begins with it, where the agent stores contexts. */
  readonly context?: Json
}

/** What is left of a message that was taken back before its turn began. It has the message's id, so that none is sent again. */
export interface Unsend extends Identified {
  readonly kind: "unsend"
}

/** What becomes of a message that waits for the end of a turn: it joins the turn now, or is taken back. */
export type QueueChange = { readonly to: "steer" } | { readonly to: "unsend"; readonly by?: string }

/**
 * Which of the calls that need an approval run unasked in a turn.
 * - `ask`: none; a person is asked, as the agent's `approve` says.
 * - `edits`: changes of files in the workspace that can be undone.
 * - `plan`: nothing that changes something runs at all; the model looks, and presents its plan.
 * - `auto`: all but grave calls: what destroys, reaches outside of the workspace, or is never granted.
 */
export type ApprovalMode = "ask" | "edits" | "plan" | "auto"

export const APPROVAL_MODES: readonly ApprovalMode[] = ["ask", "edits", "plan", "auto"]

/** A model that a turn was given: its name, by which any process finds it again, and its window in tokens. */
export interface TurnModel {
  /** The name of the model, as the agent was given it. */
  readonly name: string
  /** The window in tokens. */
  readonly window: number
}

/**
 * Which request is settled: a call id, or the event that asked. Requests of sub-agents share a call; their events
 * tell them apart.
 */
export type ApprovalOf = string | { readonly call: string; readonly question?: number }

/** A decision about a call that needs approval. */
export interface Approve extends Identified {
  readonly kind: "approve"
  /** The call that is decided. */
  readonly call: string
  /**
   * The `seq` of the fact that asked. Children of one call ask one after the other; without it, only the first
   * request can be meant.
   */
  readonly question?: number
  /** Whether the call may run. */
  readonly decision: "approved" | "denied"
  /** Arguments to run it with instead of the model's. */
  readonly arguments?: JsonObject
  /** Why it was denied; the model gets this reason. */
  readonly reason?: string
  /** Similar calls need no further approval. */
  readonly grant?: Grant
}

/** A person's answer to a question of a tool. */
export interface AnswerQuestion extends Identified {
  readonly kind: "answer"
  /** The call that asked. */
  readonly call: string
  /** What the person said. */
  readonly answer: string
  /**
   * The `seq` of the fact that asked. A tool may ask several questions while it runs; without
   * it, the last one is meant.
   */
  readonly question?: number
}

/** Ends the turn that runs. */
export interface Cancel extends Identified {
  readonly kind: "cancel"
  /** Cancels this turn only; without it, the one that runs when the command is promoted. */
  readonly turn?: number
}

/** Condense the history now. */
export interface AskCompaction extends Identified {
  readonly kind: "compact"
  /** What the summary pays attention to. */
  readonly focus?: string
}

/** Restore files, take the conversation back, or both, by the plan that was made when the restore was requested. */
export interface AskRestore extends Identified, Wish {
  readonly kind: "restore"
}

/** A command in the inbox, with its place in the queue. */
export interface QueuedCommand {
  readonly place: number
  readonly command: Command
}

/** Checked in the transaction that enqueues, so that two simultaneous senders cannot both pass. */
export interface Admission {
  /** Refuse a `say` while a turn runs, waits, or is queued. */
  readonly refuseWhenBusy?: boolean
  /** Refuse a `say` when this many commands are already waiting. */
  readonly maxQueued?: number
  /** Refuse a `say` with which the session would have more files than this, including those of waiting commands. */
  readonly maxFiles?: number
  /** Refuse a `say` while this many other sessions of the same owner are active. */
  readonly maxActiveSessions?: number
  /** When a session comes out of the archive and exceeds this number, the owner's oldest sessions are archived. */
  readonly maxSessions?: number
  /** Refuse a `say` that begins a turn while this many sessions wait for a runner before it, with owners in turns, more or less. */
  readonly maxWaiting?: number
  /** Refuse a `say` that begins a turn while another one has waited for a runner for so long, and not for others of its owner. */
  readonly maxWaitMs?: number
}

/** What became of a command that was sent to an inbox. */
export type Enqueued =
  /**
   * `seq`: the log's last fact at that moment, so that who waits for what becomes of the command misses nothing. `place`: where
   * it waits in the inbox. A run that has read so far need not be woken for it again.
   */
  | { readonly outcome: "accepted"; readonly seq: number; readonly place?: number }
  | { readonly outcome: "duplicate" }
  /** `retryAfterMs`: when it may be accepted. */
  | { readonly outcome: "refused"; readonly reason: RefusalReason; readonly retryAfterMs?: number }

/** Why a command was refused. */
export type RefusalReason =
  | "busy"
  | "queue-full"
  | "not-open"
  | "missing"
  | "too-many-files"
  | "too-many-active"
  | "too-many-waiting"
