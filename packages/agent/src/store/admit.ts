// Whether a command may enter a session's inbox: the one rule for every store, asked inside the enqueue's transaction.
import type { Admission, Command, RefusalReason } from "../contracts/command.ts"
import type { OpenRequest, Status } from "../contracts/store.ts"

export interface Situation {
  readonly status: Status
  readonly openRequests: readonly OpenRequest[]
  /** Commands that wait already; only looked at when the answer depends on them. */
  readonly waiting: () => readonly Waiting[]
}

export interface Waiting {
  readonly kind: Command["kind"]
  /** The call that the command settles. */
  readonly call: string | null
  /** Which request of that call is meant. */
  readonly question?: number
}

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
  if (admission.maxQueued !== undefined && now.waiting().length >= admission.maxQueued) return "queue-full"
  return undefined
}

/** A decision about one request is none about the next: not when it comes twice, and not when it comes late. */
function isMeant({ kind, question, isAgain = false }: OpenRequest, command: Waiting): boolean {
  if (kind === "question" || question === undefined) return true
  return command.question === undefined ? !isAgain : command.question === question
}

/** What admission needs to know of a command. */
export function waitingOf(command: Command): Waiting {
  const { kind } = command
  if (kind !== "approve" && kind !== "answer") return { kind, call: null }
  return { kind, call: command.call, ...(command.question !== undefined && { question: command.question }) }
}

function isBusy(now: Situation): boolean {
  if (now.status === "processing" || now.status === "tool_loop" || now.status === "waiting") return true
  return now.waiting().some((other) => other.kind === "say")
}
