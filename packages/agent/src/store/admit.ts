// Whether a command may enter a session's inbox. Every store applies this rule, inside the transaction of the enqueue.
import { defined } from "../base/defined.ts"
import type { Admission, Command, RefusalReason } from "../contracts/command.ts"
import type { Part } from "../contracts/content.ts"
import type { Fact } from "../contracts/fact.ts"
import type { OpenRequest, Status } from "../contracts/store.ts"

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
}

/** Why the command is refused; undefined when it is accepted. */
export function admit(now: Situation, command: Waiting, admission: Admission = {}): RefusalReason | undefined {
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
  // A session that is busy already does not count again.
  if (maxActiveSessions === undefined || isBusy(now)) return undefined
  return now.othersActive() >= maxActiveSessions ? "too-many-active" : undefined
}

/** A decision about one request does not apply to the next: not when it comes twice, and not when it comes late. */
function isMeant({ kind, question, isAgain = false }: OpenRequest, command: Waiting): boolean {
  if (kind === "question" || question === undefined) return true
  return command.question === undefined ? !isAgain : command.question === question
}

/** What admission needs to know about a command. */
export function waitingOf(command: Command): Waiting {
  const { kind } = command
  if (kind === "say") return { kind, call: null, files: filesIn(command.input) }
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

function isBusy(now: Situation): boolean {
  if (isActive(now.status)) return true
  return now.waiting().some((other) => other.kind === "say")
}
