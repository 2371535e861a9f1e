// Why a session did not take what it was asked, in words; and what is taken as it was meant.
import { defined } from "../base/defined.ts"
import type { Command, RefusalReason } from "../contracts/command.ts"
import { PawlError } from "../contracts/error.ts"
import type { Grant } from "../contracts/fact.ts"
import type { SessionRow } from "../contracts/store.ts"

export function retryNote(error: string | null): string {
  const why = error === null ? "" : ` (${error.replace(/[.\s]+$/, "")})`
  return `[The last turn failed before it was done${why}. Try again: go on with what was said last. Verify what has an unknown outcome first.]`
}

export function nothingToRetry(session: string, status: SessionRow["status"]): PawlError {
  const why = status === "idle" ? "its last turn did not fail" : "a turn of it is under way"
  return new PawlError("command-refused", `Session ${session} has nothing to try again: ${why}. Say something instead.`)
}

export function refusal(session: string, command: Command, reason: RefusalReason): PawlError {
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
        `Session ${session} has too many commands waiting. Wait until some are carried out.`,
      )
    case "not-open": {
      const call = "call" in command ? command.call : ""
      return new PawlError(
        "approval-not-open",
        `Call "${call}" of session ${session} waits for no answer: it was settled already, or never asked. If it asks for sub-agents, one after the other, pass the event that asked instead of its call.`,
      )
    }
    case "too-many-files":
      return new PawlError(
        "input-invalid",
        `Session ${session} has as many attached files as it may have (limit maxFiles). Say it without one, or open another session.`,
      )
    case "too-many-active":
      return new PawlError(
        "limit-reached",
        `As many sessions work at once as may (limit maxActiveSessions), so session ${session} was told nothing. Wait for a turn of another to end, or cancel one.`,
      )
    case "missing":
      return missing(session)
  }
}

function busyToRestore(session: string): PawlError {
  const advice = "Wait for its turn to end, or cancel it; then undo."
  return new PawlError("session-busy", `Session ${session} is busy, and files change while it is. ${advice}`)
}

/** `workspace`: where it is given, and so where it holds: the same words mean something else in another folder. */
export function readGrant({ scope, tool, where, exact, workspace: own }: Grant, workspace?: string): Grant {
  if ((scope !== "session" && scope !== "always") || typeof tool !== "string" || tool === "") {
    throw new PawlError("input-invalid", 'A grant names a tool, and lasts for the "session" or "always".')
  }
  const place = own ?? workspace
  const covered = { ...defined({ where, exact }) }
  return { tool, scope, ...covered, ...defined({ workspace: place }) }
}

export function missing(session: string): PawlError {
  return new PawlError("session-missing", `There is no session ${session}. Open it first, or check the id.`)
}
