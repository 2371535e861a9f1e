// The messages between the main thread and the writer thread.

import type { Blob } from "../../contracts/blobs.ts"
import type { Enqueued, QueueChange } from "../../contracts/command.ts"
import type { ErrorCode } from "../../contracts/error.ts"
import type { Acquired, Holder, Runner } from "../../contracts/leases.ts"
import type { AsSeen, MetadataChange, Status } from "../../contracts/sessions.ts"
import type { Appended, EnqueueOptions, LiveText, Snapshot } from "../../contracts/store.ts"
import type { Waiting } from "../admit.ts"
import type { FileMark } from "./file-mark.ts"

/** A durable write: several share one commit, and each succeeds or is refused separately. */
export type Op =
  | AppendOp
  | EnqueueOp
  | ChangeOp
  | CreateOp
  | { readonly kind: "update"; readonly session: string; readonly change: MetadataChange; readonly at: number }
  | { readonly kind: "remove"; readonly session: string; readonly only: AsSeen | undefined }
  | { readonly kind: "snapshot"; readonly session: string; readonly snapshot: Snapshot }
  | { readonly kind: "join"; readonly runner: Runner }
  | { readonly kind: "leave"; readonly runner: string }
  | AcquireOp
  | ReleaseOp
  | PutRecordOp
  | RemoveRecordOp

/** Not worth an fsync: losing it in a power cut does no harm. */
export type LooseOp =
  | { readonly kind: "beat"; readonly runner: string }
  | { readonly kind: "live"; readonly session: string; readonly text: LiveText | undefined }

export interface AppendOp {
  readonly kind: "append"
  readonly session: string
  readonly expectedSeq: number
  readonly epoch: number
  readonly facts: readonly FactRow[]
  readonly columns: ColumnValues
  readonly dueAt: number | null
  readonly consumed: readonly number[] | undefined
  readonly blobs: readonly Blob[] | undefined
  readonly spent: readonly SpentValues[] | undefined
}

/** What facts used, as the usage table stores it. */
export type SpentValues = readonly [
  day: number,
  model: string,
  requests: number,
  unpriced: number,
  inputTokens: number,
  outputTokens: number,
  cacheReadTokens: number,
  cacheWriteTokens: number,
  costUsd: number | null,
  estimated: number,
  toolCalls: number,
  ms: number,
]

/** A fact's number, type, body and command, serialised once on the main thread. Arrays cross threads fastest. */
export type FactRow = readonly [seq: number, type: string, body: string, command: string | null]

/** The columns as the sessions table stores them, without the due time. */
export type ColumnValues = readonly [
  status: Status,
  openRequests: string,
  turns: number,
  messages: number,
  usage: string,
  preview: string,
  updatedAt: number,
  error: string | null,
  /** Null leaves it unchanged. */
  workspace: string | null,
]

/** The session list is indexed by this value. */
export function secondOf([, , , , , , updatedAt]: ColumnValues): number {
  return Math.floor(updatedAt / 1000)
}

export interface EnqueueOp {
  readonly kind: "enqueue"
  readonly session: string
  readonly id: string
  readonly waiting: Waiting
  readonly body: string
  readonly admission: Omit<EnqueueOptions, "blobs">
  readonly blobs: readonly Blob[]
}

/** Changes a message that waits for the end of a turn. */
export interface ChangeOp {
  readonly kind: "change"
  readonly session: string
  readonly id: string
  readonly change: QueueChange
}

export interface CreateOp {
  readonly kind: "create"
  readonly session: string
  readonly profile: string
  readonly owner: string | null
  readonly parent: string | null
  readonly createdAt: number
  readonly facts: readonly FactRow[]
  readonly columns: ColumnValues
  readonly dueAt: number | null
  readonly maxSessions?: number
  /** Hashes of blobs that the store has already. */
  readonly hashes: readonly string[]
  readonly blobs: readonly Blob[]
}

export interface AcquireOp {
  readonly kind: "acquire"
  readonly session: string
  readonly runner: string
  readonly over: Holder | undefined
  readonly maxRunning: number | undefined
}

export interface ReleaseOp {
  readonly kind: "release"
  readonly session: string
  readonly epoch: number
  readonly dueAt: number | null
  readonly dueIn?: number
  readonly seen: number
}

export interface PutRecordOp {
  readonly kind: "put-record"
  /** The kind of the record. */
  readonly of: string
  readonly key: string
  readonly value: string
  /** The version that the record must have. */
  readonly expected: number | undefined
}

export interface RemoveRecordOp extends Omit<PutRecordOp, "kind" | "value"> {
  readonly kind: "remove-record"
}

/** The result of each kind of write. */
export interface Results {
  readonly append: Appended
  readonly enqueue: Enqueued
  /** The new place; 0 if no such message waits. */
  readonly change: number
  readonly create: boolean
  readonly update: boolean
  readonly remove: boolean
  readonly snapshot: boolean
  readonly join: boolean
  readonly leave: boolean
  readonly acquire: Acquired | "not-joined"
  readonly release: boolean
  /** The new version; 0 if nothing was stored. */
  readonly "put-record": number
  readonly "remove-record": boolean
  readonly beat: readonly string[]
  readonly live: boolean
}

export type Kind = keyof Results
export type Result = Results[Kind]

/** An error, as it is sent between threads. */
export interface Failed {
  readonly failed: {
    readonly code: ErrorCode
    readonly message: string
    readonly cause?: { readonly code?: string; readonly message: string }
  }
}

export interface Batch {
  readonly ops: readonly Op[]
  readonly loose: readonly LooseOp[]
}

export interface BatchDone {
  readonly ops: readonly (Result | Failed)[]
  readonly loose: readonly (Result | Failed)[]
  /** How long the durable part took, in milliseconds. */
  readonly ms: number
}

export interface WriterData extends OpenOptions {
  /** The file that the main thread has open. Undefined if the thread is the first to open it. */
  readonly mark: FileMark | undefined
  /** One counter, raised and notified after each message: the writer waits on it. */
  readonly bell: SharedArrayBuffer
}

export interface OpenOptions {
  readonly path: string
  readonly commitHook?: string
  readonly busyTimeoutMs?: number
  readonly maxPages?: number
  /** What a reported commit survives. Default: a power loss. */
  readonly durability?: "power-loss" | "process-crash"
  /** Where commits run, for tests. Default: where it is cheaper. */
  readonly commitOn?: "thread" | "caller"
}

export type ToWriter = Batch | "close"
export type FromWriter = BatchDone | "ready" | Failed

export function isFailed(value: Result | FromWriter): value is Failed {
  return typeof value === "object" && "failed" in value
}
