// Whether a command may enter a session's inbox. Every store applies this rule, inside the transaction of the enqueue.
import { defined } from "../base/defined.ts"
import type { Admission, Command, Enqueued, RefusalReason } from "../contracts/command.ts"
import type { Part } from "../contracts/content.ts"
import type { Fact } from "../contracts/fact.ts"
import { HEAD_START_MS, type Priority } from "../contracts/queue.ts"
import type { OpenRequest, Status } from "../contracts/sessions.ts"

/** What a session is doing while a command is admitted. */
export interface Situation {
  /** Its status. */
  readonly status: Status
  /** Calls that wait for a person. */
  readonly openRequests: readonly OpenRequest[]
  /** Commands that already wait. This and the functions below are called only when the decision depends on them. */
  readonly waiting: () => readonly Waiting[]
  /** Files attached in the session, including those of waiting commands. */
  readonly files: () => number
  /** How many other sessions of the same owner are busy. Children are not counted: they work for their parents. */
  readonly othersActive: () => number
  /** Whose session it is. */
  readonly owner: string | null
  /** What waits for a runner in the whole store. */
  readonly queue: () => StoreQueue
  /** The same by owner: called only when the whole is too much. */
  readonly queueByOwner: () => readonly OwnerQueue[]
}

/** What waits for a runner in a store. */
export interface StoreQueue {
  /** Sessions that are due and that no runner holds; no more than `maxWaiting` of them are counted. */
  readonly waiting: number
  /** How long the oldest message waits for its turn to begin; 0 if none does. */
  readonly oldestMs: number
}

/** What waits for a runner of one owner. */
export interface OwnerQueue extends StoreQueue {
  /** Whose sessions they are. */
  readonly owner: string | null
  /** Others of its sessions run. */
  readonly isRunning: boolean
}

/** What admission needs to know about a command. */
export interface Waiting {
  /** What the command asks for. */
  readonly kind: Command["kind"]
  /** The call that the command settles. */
  readonly call: string | null
  /** Which request of that call is meant. */
  readonly question?: number
  /** How many files come with it. */
  readonly files?: number
  /** The priority of a message; "normal" unless given. */
  readonly priority?: Priority
  /** It repeats the last turn. */
  readonly isRetry?: true
}

/** The refusal of a command; undefined when it is accepted. */
export function refusalOf(
  now: Situation,
  command: Waiting,
  admission?: Admission,
): Extract<Enqueued, { readonly outcome: "refused" }> | undefined {
  const reason = admit(now, command, admission)
  if (reason === undefined) return undefined
  return { outcome: "refused", reason, ...(reason === "too-many-waiting" && { retryAfterMs: retryAfter(before(now)) }) }
}

const LEAST_WAIT_MS = 1000
const MOST_WAIT_MS = 60_000

/** As long as the oldest has waited, those that wait take to begin. */
function retryAfter({ oldestMs }: StoreQueue): number {
  return Math.min(MOST_WAIT_MS, Math.max(LEAST_WAIT_MS, Math.round(oldestMs)))
}

/** Why the command is refused; undefined when it is accepted. */
function admit(now: Situation, command: Waiting, admission: Admission = {}): RefusalReason | undefined {
  const { call } = command
  if (call !== null) {
    const wanted = command.kind === "approve" ? "approval" : "question"
    const asked = now.openRequests.find((request) => request.call === call && request.kind === wanted)
    return asked !== undefined && isMeant(asked, command) && !now.waiting().some((other) => other.call === call)
      ? undefined
      : "not-open"
  }
  if (command.kind === "restore") return isBusy(now) ? "busy" : undefined
  if (command.kind !== "say") return undefined
  if (admission.refuseWhenBusy === true && isBusy(now)) return "busy"
  const { maxQueued, maxFiles, maxActiveSessions } = admission
  if (maxQueued !== undefined && now.waiting().length >= maxQueued) return "queue-full"
  const { files = 0 } = command
  if (maxFiles !== undefined && files > 0 && now.files() + files > maxFiles) return "too-many-files"
  // A session that is busy already does not count again, and what it has begun is finished.
  if (isBusy(now)) return undefined
  if (maxActiveSessions !== undefined && now.othersActive() >= maxActiveSessions) return "too-many-active"
  return isCrowded(now, admission) ? "too-many-waiting" : undefined
}

/** Counted only where there is such a limit. */
function isCrowded(now: Situation, admission: Admission): boolean {
  if (admission.maxWaiting === undefined && admission.maxWaitMs === undefined) return false
  return isTooMuch(now.queue(), admission) && isTooMuch(before(now), admission)
}

/** Whether more waits than may. */
export function isTooMuch(queue: StoreQueue, admission: Admission): boolean {
  const { waiting, oldestMs } = queue
  const { maxWaiting, maxWaitMs } = admission
  return waiting >= (maxWaiting ?? Number.POSITIVE_INFINITY) || oldestMs >= (maxWaitMs ?? Number.POSITIVE_INFINITY)
}

/**
 * What comes before another message of this owner. Owners take turns, so of each of the others only as many sessions do as this owner has
 * with the new one. And where others of an owner's sessions run, the rest waits for them, and says nothing about how long this one would.
 */
function before({ owner, queueByOwner }: Situation): StoreQueue {
  const all = queueByOwner()
  const own = all.find((each) => each.owner === owner)?.waiting ?? 0
  let waiting = 0
  let oldestMs = 0
  for (const each of all) {
    waiting += Math.min(each.waiting, own + 1)
    if (each.owner === owner || !each.isRunning) oldestMs = Math.max(oldestMs, each.oldestMs)
  }
  return { waiting, oldestMs }
}

/**
 * The priority of a session that gets this message: a retry is as urgent as what it repeats, and what waits already does not become
 * less urgent.
 */
export function priorityWith(
  before: Priority | null,
  message: Pick<Waiting, "priority" | "isRetry">,
  now: Pick<Situation, "status" | "waiting">,
): Priority {
  const known = before ?? "normal"
  const { priority: given = "normal", isRetry } = message
  if (isRetry === true) return known
  return isBusy(now) && HEAD_START_MS[known] > HEAD_START_MS[given] ? known : given
}

/** A decision about one request does not apply to the next: not when it comes twice, and not when it comes late. */
function isMeant({ kind, question, isAgain = false }: OpenRequest, command: Waiting): boolean {
  if (kind === "question" || question === undefined) return true
  return command.question === undefined ? !isAgain : command.question === question
}

/** What admission needs to know about a command. */
export function waitingOf(command: Command): Waiting {
  const { kind } = command
  if (kind === "say") {
    const { priority, retry: isRetry } = command
    return { kind, call: null, files: filesIn(command.input), ...defined({ priority, isRetry }) }
  }
  if (kind !== "approve" && kind !== "answer") return { kind, call: null }
  return { kind, call: command.call, ...defined({ question: command.question }) }
}

/** Counts files only: text that was too long for the log is stored as a blob too, but without a name. */
export function filesIn(input: readonly Part[]): number {
  // Callers that use the store directly may pass anything.
  if (!Array.isArray(input)) return 0
  return input.filter((part) => part.type === "blob" && (part.name !== undefined || part.mime !== "text/plain")).length
}

/** All files in the input of a session's facts. */
export function filesSaid(facts: Iterable<Fact>): number {
  let files = 0
  for (const fact of facts) if ("input" in fact) files += filesIn(fact.input)
  return files
}

export function isActive(status: Status): boolean {
  return status === "processing" || status === "tool_loop" || status === "waiting"
}

/** A turn runs or waits, or a message waits to begin one. */
export function isBusy(now: Pick<Situation, "status" | "waiting">): boolean {
  if (isActive(now.status)) return true
  return now.waiting().some((other) => other.kind === "say")
}
