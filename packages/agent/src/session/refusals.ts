// Errors for commands that a session refuses, and the validation of grants.
import { defined } from "../base/defined.ts"
import { isObject } from "../base/is-object.ts"
import type { ApprovalOf, Approve, Command, Enqueued } from "../contracts/command.ts"
import { PawlError } from "../contracts/error.ts"
import type { Grant } from "../contracts/fact.ts"
import type { OpenRequest, SessionRow } from "../contracts/sessions.ts"
import type { AnswerTo } from "./handle-types.ts"
import type { OpenRequestInfo } from "./open-requests.ts"

export function retryNote(error: string | null): string {
  const why = error === null ? "" : ` (${error.replace(/[.\s]+$/, "")})`
  return `[The last turn failed before it was done${why}. Try again: go on with what was said last. Verify what has an unknown outcome first.]`
}

export function nothingToRetry(session: string, status: SessionRow["status"]): PawlError {
  const why = status === "idle" ? "its last turn did not fail" : "a turn is still running"
  return new PawlError(
    "command-refused",
    `Session ${session} has nothing to retry: ${why}. Send a new message instead.`,
  )
}

/** `open`: of a command that settles a request, what the call asks in truth. */
export function refusal(
  session: string,
  command: Command,
  { reason, retryAfterMs = 0 }: Extract<Enqueued, { readonly outcome: "refused" }>,
  open?: OpenRequest["kind"],
): PawlError {
  switch (reason) {
    case "busy":
      if (command.kind === "restore") return busyToRestore(session)
      return new PawlError(
        "session-busy",
        `Session ${session} is busy. Wait for its turn to end, or send with whenBusy "queue" or "steer".`,
      )
    case "queue-full":
      return new PawlError(
        "session-busy",
        `Session ${session} has too many waiting commands. Wait until some are carried out.`,
      )
    case "not-open": {
      const call = "call" in command ? command.call : ""
      if (open !== undefined)
        return new PawlError("approval-not-open", `Call "${call}" of session ${session} ${ASKS[open]}`)
      const advice = "For a request of a sub-agent, pass the event that asked instead of the call's id."
      return new PawlError(
        "approval-not-open",
        `Call "${call}" of session ${session} has no open request: it was settled already, or never asked. ${advice}`,
      )
    }
    case "too-many-files":
      return new PawlError(
        "input-invalid",
        `Session ${session} has reached its limit of attached files (limits.session.files). Send the message without a file, or open another session.`,
      )
    case "too-many-active":
      return new PawlError(
        "limit-reached",
        `Session ${session} did not get the message: too many active sessions (limits.owner.activeSessions). Wait until a turn ends, or cancel one.`,
      )
    case "too-many-waiting":
      return tooManyWaiting(session, retryAfterMs)
    case "missing":
      return missing(session)
  }
}

/** Not all who were refused are to come back at the same moment. */
function tooManyWaiting(session: string, leastMs: number): PawlError {
  const retryAfterMs = Math.round(leastMs * (1 + Math.random() / 2))
  return new PawlError(
    "too-many-waiting",
    `Session ${session} did not get the message: more sessions wait than may (limits.waiting). Nothing was sent. Send it again in ${Math.ceil(retryAfterMs / 1000)} s. If this goes on, add workers, or let more sessions of an owner run at once (limits.owner.runningSessions).`,
    { retryAfterMs },
  )
}

const ASKS: Readonly<Record<OpenRequest["kind"], string>> = {
  question:
    "asks a question, and no approval. Write session.answer(request, words). Nothing was decided: the call still waits.",
  approval:
    'asks for an approval, and no question. Write session.decide(request, "approve"). Nothing was answered: the call still waits.',
}

function busyToRestore(session: string): PawlError {
  const advice = "Wait for its turn to end, or cancel it; then undo."
  return new PawlError("session-busy", `Session ${session} is busy, and its turn may change files. ${advice}`)
}

/** An open request names the fact that asked. An event has the words of its question there. */
export function requestIn(to: AnswerTo): Exclude<ApprovalOf, string> {
  const given: unknown = typeof to === "string" ? { call: to } : to
  if (!isObject(given) || typeof given.call !== "string")
    throw new PawlError(
      "input-invalid",
      "Say which request is meant: pass the event that asked, the open request, or the id of its call. Nothing was settled.",
    )
  const { call, question } = given
  return { call, ...(typeof question === "number" && { question }) }
}

/**
 * `workspace`: the folder that the grant is given in and holds in, because the same arguments mean something else in
 * another folder.
 */
export function readGrant({ scope, tool, where, exact, workspace: own }: Grant, workspace?: string): Grant {
  if ((scope !== "session" && scope !== "always") || typeof tool !== "string" || tool === "") {
    throw new PawlError("input-invalid", 'A grant must name a tool, and its scope must be "session" or "always".')
  }
  const place = own ?? workspace
  const covered = { ...defined({ where, exact }) }
  return { tool, scope, ...covered, ...defined({ workspace: place }) }
}

/** A person who approves one call sees that call only: a grant for another tool would be given unseen. */
export function refuseOtherTool({ call, question, grant }: Approve, open: readonly OpenRequestInfo[]): void {
  const meant = open.filter((each) => each.call === call && (question === undefined || each.question === question))
  // What is not open is refused by the inbox.
  if (grant === undefined || meant.length === 0 || meant.some(({ name }) => name === grant.tool)) return
  throw new PawlError(
    "input-invalid",
    `The grant is for "${grant.tool}", but the call is of "${meant[0]?.name}". Grant the tool of the call. Nothing was decided: the call still waits.`,
  )
}

export function missing(session: string): PawlError {
  return new PawlError("session-missing", `There is no session ${session}. Open it first, or check the id.`)
}

/** Options that count something: whole numbers of at least 1. */
export function refuseNoCount(of: string, options: object): void {
  for (const [name, value] of Object.entries(options))
    if (value !== undefined && !(Number.isInteger(value) && value >= 1))
      throw new PawlError("input-invalid", `"${name}" of ${of} must be a whole number of at least 1, and is ${value}.`)
}
